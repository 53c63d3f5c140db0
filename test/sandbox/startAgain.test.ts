import { waitFor } from '../../sandbox/progress';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import type { Example } from '../../sandbox/workflows';
import { changed, nodeOf } from './examples/lists';
import { polledOften } from './often';

jest.setTimeout(10 * 60_000);

it('a second start keeps what was filled in, and answers no stranger of the new service', async () => {
	const file = '03-sms-auto-reply';
	/** Only its time zone is filled in, in the settings of the workflow. */
	const zoned = '06-daily-call-report';
	const own = 'We are on holiday.';
	const timezone = 'Asia/Tokyo';
	const before = await startSandbox({ home: 'again', fresh: true });
	try {
		const example = exampleOf(before, file);
		const edited = changed(polledOften(example), { 'Send the answer': { body: own } });
		expect(await before.publish(edited)).toMatchObject({ status: 'published' });
		const report = exampleOf(before, zoned);
		const settings = { ...report.settings, timezone };
		await before.n8n.rest.patch(`/workflows/${report.id}`, { settings });
	} finally {
		await before.stop();
	}

	const after = await startSandbox({ home: 'again' });
	try {
		const { ledger, requests, store } = after.simulator;
		const kept = after.examples.filter(({ nodes }) =>
			nodes.some(({ parameters }) => parameters.body === own),
		);
		expect(kept.map((one) => one.file)).toEqual([file]);
		expect(nodeOf(kept[0], 'Send the answer').parameters.body).toBe(own);
		expect(exampleOf(after, zoned).settings).toMatchObject({ timezone });
		await waitFor('three polls', 60, async () => requests.length >= 3 || undefined);
		expect(ledger).toEqual([]);
		const from = '+15557770041';
		store.receiveSms({ from, to: '+15550100002', body: 'Are you open?' });
		await waitFor('the own answer', 60, async () => ledger[0]);
		expect(ledger.map(({ body }) => body)).toMatchObject([{ to: from, body: own }]);
	} finally {
		await after.stop();
	}
});

function exampleOf({ examples }: Sandbox, file: string): Example {
	const found = examples.find((one) => one.file === file);
	if (!found) throw new Error(`No example ${file}`);
	return found;
}
