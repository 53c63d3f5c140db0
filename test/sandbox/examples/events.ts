import { waitFor } from '../../../sandbox/progress';
import type { Run } from '../../../sandbox/workflows';
import { companyNumbers, type Simulator } from '../../simulator';
import { polledOften } from '../often';
import type { Left, ListExample, Row, Use } from './lists';

type Store = Simulator['store'];

/** What happens at the service for a row, and the trigger that gives it out. */
interface Event {
	trigger: string;
	happens(store: Store, phone: string): void;
}

/** The number of a row as the service has it; a number that is none is of an advertiser. */
const known = (phone: string) => {
	const digits = phone.replace(/\D/g, '').slice(-10);
	return digits.length === 10 ? `+1${digits}` : '+45678';
};

/** An example that a trigger starts: the rows of a run are events that come at once. */
function onEvents(event: Event): ListExample {
	return {
		kind: 'sms.send',
		number: 'to',
		shown: ({ phone }) => known(phone),
		run: async (use, rows) => await inOnePoll(use, event, rows),
	};
}

/** Each example whose trigger gives out several events at once. */
export const eventExamples: Record<string, ListExample> = {
	'03-sms-auto-reply': onEvents({
		trigger: 'SMS Received',
		happens(store, from) {
			store.receiveSms({ from, to: companyNumbers[1], body: 'Are you open?' });
		},
	}),
	'04-missed-call-text-back': onEvents({
		trigger: 'Call Missed',
		happens(store, fromNumber) {
			const toNumber = companyNumbers[2];
			store.addCall({ direction: 'INBOUND', fromNumber, toNumber, status: 'ERROR' });
		},
	}),
	// The list that is imported twice: the service makes new contacts with the same numbers.
	'13-welcome-new-contact': onEvents({
		trigger: 'Contact Created',
		happens(store, phone) {
			store.addContact({ firstName: 'Ada', phone, source: 'MANUAL' });
		},
	}),
};

async function inOnePoll({ sandbox, example }: Use, event: Event, rows: Row[]): Promise<Left> {
	const workflow = polledOften(example);
	expect(await sandbox.publish(workflow)).toMatchObject({ status: 'published' });
	try {
		const before = (await sandbox.triggered(workflow)).length;
		for (const { phone } of rows) event.happens(sandbox.simulator.store, known(phone));
		const runs = await waitFor(`${rows.length} events`, 60, async () => {
			const since = (await sandbox.triggered(workflow)).slice(before);
			const given = since.flatMap((run) => run.outputs[event.trigger]?.[0] ?? []);
			return given.length >= rows.length ? since : undefined;
		});
		return runs.flatMap(told);
	} finally {
		await sandbox.unpublish(workflow);
	}
}

/** What people read of a run that n8n shows in red. */
const told = ({ error }: Run): Left => (error === undefined ? [] : [error.message]);
