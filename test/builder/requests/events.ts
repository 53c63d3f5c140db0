import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { waitFor } from '../../../sandbox/progress';
import { onEvent, ours } from '../code';
import { type Sms, sms, written } from '../outgoing';
import { builder, sandbox } from '../session';

const [answered, optOuts, office] = ['+15550100001', '+15550100002', '+15550100003'];
const [asker, tagged, stopper, missed] = [1, 2, 3, 4].map((last) => `+1555705000${last}`);

const workflows = {
	'text back': `
		${onEvent(`event: 'callMissed'`)}
		const reply = ${ours('Text back', `resource: 'sms', operation: 'send', from: { __rl: true, mode: 'number', value: expr('{{ $json.toNumber }}') }, to: expr('{{ $json.fromNumber }}'), body: 'Sorry that we missed your call. We call you back today.', options: { skipTag: 'no-sms', onceKey: expr('missed {{ $today.toISODate() }}') }`)};
		export default workflow('missed', 'Text back').add(start).to(reply);
	`,
	answer: `
		${onEvent(`event: 'smsReceived', filters: { companyNumber: '${answered}' }`)}
		const reply = ${ours('Answer', `resource: 'sms', operation: 'send', from: { __rl: true, mode: 'number', value: expr('{{ $json.toPhone }}') }, to: expr('{{ $json.fromPhone }}'), body: expr('Hi {{ $json.customerName }}, thank you for your message.'), options: { skipTag: 'no-sms', onceKey: expr('answer {{ $json.id }}'), refuseEmptyBlanks: true }`)};
		export default workflow('answer', 'Answer').add(start).to(reply);
	`,
	recordings: `
		${onEvent(`event: 'callEnded', downloadRecording: true`)}
		const save = node({ type: 'n8n-nodes-base.readWriteFile', version: 1.1, config: { name: 'Save', parameters: { operation: 'write', fileName: expr('.n8n-files/{{ $json.id }}.wav'), dataPropertyName: 'data' } } });
		export default workflow('recordings', 'Recordings').add(start).to(save);
	`,
	stop: `
		${onEvent(`event: 'smsReceived', filters: { companyNumber: '${optOuts}', words: { values: { list: 'optOut' } } }`)}
		const mark = ${ours('Mark', `resource: 'contact', operation: 'update', contactId: { __rl: true, mode: 'phone', value: expr('{{ $json.fromPhone }}') }, updateFields: { tags: 'no-sms' }`)};
		export default workflow('stop', 'STOP').add(start).to(mark);
	`,
};

describe('workflows that an event starts', () => {
	let out: Sms[];
	let others: Array<[kind: string, body: unknown]>;
	let calls: string[];
	let tagsOfStopper: string[] | undefined;
	const fileOf = (call: string) => join(sandbox.userFolder, '.n8n-files', `${call}.wav`);

	// They wait for the polls together.
	beforeAll(async () => {
		sandbox.simulator.reset();
		const ids = await Promise.all(Object.values(workflows).map((code) => builder.create(code)));
		for (const id of ids) await builder.publish(id);
		calls = happen();
		await waitFor('what the events start', 90, async () => {
			const isDone = sms().length >= 2 && written().length >= 1;
			return isDone && calls.every(isSaved) ? true : undefined;
		});
		// What goes out twice could still be to come.
		await polls(2 * ids.length);
		out = sms();
		others = written();
		const { contacts } = sandbox.simulator.store;
		tagsOfStopper = [...contacts.values()].find(({ phone }) => phone === stopper)?.tags;
		for (const id of ids) await builder.unpublish(id);
	});

	function happen(): string[] {
		const { store } = sandbox.simulator;
		store.addContact({ firstName: 'Ann', phone: asker });
		store.addContact({ firstName: 'Ben', phone: tagged, tags: ['no-sms'] });
		store.addContact({ firstName: 'Cleo', phone: stopper, tags: ['vip'] });
		const inbound = { direction: 'INBOUND', toNumber: office } as const;
		store.addCall({ ...inbound, fromNumber: missed, status: 'ERROR', durationMs: 0 });
		store.receiveSms({ from: asker, to: answered, body: 'Are you open?' });
		store.receiveSms({ from: tagged, to: answered, body: 'Hello?' });
		store.receiveSms({ from: stopper, to: optOuts, body: 'Please stop by at 5' });
		store.receiveSms({ from: stopper, to: optOuts, body: 'Stop!' });
		const ended = { ...inbound, status: 'ENDED', durationMs: 30_000 } as const;
		return [missed, asker].map((fromNumber) => store.addCall({ ...ended, fromNumber }).id);
	}

	const isSaved = (call: string) => {
		try {
			return readFileSync(fileOf(call)).length > 0;
		} catch {
			return false;
		}
	};

	/** Waits for so many more reads of first pages: each poll begins with one. */
	async function polls(count: number) {
		const { requests } = sandbox.simulator;
		const firstPages = () =>
			requests.filter(({ path, query }) => query.page === '1' && !path.endsWith('/messages'))
				.length;
		const before = firstPages();
		await waitFor('more polls', 60, async () =>
			firstPages() >= before + count ? true : undefined,
		);
	}

	it('text back after a missed call, from the number that was called, once', () => {
		const body = 'Sorry that we missed your call. We call you back today.';
		expect(out.filter(({ to }) => to === missed)).toEqual([{ to: missed, from: office, body }]);
	});

	it('an answer to an SMS, from the number that got it, and none to who opted out', () => {
		const body = 'Hi Ann, thank you for your message.';
		expect(out.filter(({ to }) => to !== missed)).toEqual([{ to: asker, from: answered, body }]);
	});

	it('each recording is a file of its own', () => {
		expect(new Set(calls).size).toBe(2);
		for (const call of calls) {
			expect(readFileSync(fileOf(call)).subarray(0, 4).toString()).toBe('RIFF');
		}
	});

	it('STOP marks the contact, and only that', () => {
		expect(others.map(([kind]) => kind)).toEqual(['contact.update']);
		expect(tagsOfStopper?.sort()).toEqual(['no-sms', 'vip']);
	});
});
