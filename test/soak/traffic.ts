import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../sandbox/progress';
import { companyNumbers, type Simulator } from '../simulator';
import { workflows } from './workflows';

/** People who write and are written to: as many conversations as there ever are. */
const people = Array.from(
	{ length: 40 },
	(_, index) => `+1555600${String(index).padStart(4, '0')}`,
);
/** As many records as a trigger remembers, and some: what it keeps is full from the start. */
export const remembered = 2_600;
const answerSeconds = 120;
/** Of each kind; a call that is waited for, or a question, takes seconds. */
const mostUnderWay = 3;

type Source = keyof typeof everySeconds;
/** Simulated seconds between two of a kind. */
export const everySeconds = {
	'SMS received': 6,
	'calls received': 30,
	'contacts changed': 10,
	'sends with a key': 4,
	'sends delivered again': 16,
	'lists of contacts': 60,
	'lists of calls': 60,
	'calls waited for': 30,
	'questions answered': 60,
};
export const sources = Object.keys(everySeconds) as Source[];

/** Makes things happen at the simulator and calls n8n, and keeps what must come of it. */
export class Traffic {
	readonly counts = Object.fromEntries(sources.map((source) => [source, 0])) as Record<
		Source,
		number
	>;
	readonly wanted: string[] = [];
	readonly failures: string[] = [];
	/** Sent with, the oldest first. */
	readonly keys: string[] = [];
	private readonly contacts: string[];
	private readonly http = axios.create({
		proxy: false,
		timeout: answerSeconds * 1000,
		validateStatus: () => true,
		maxContentLength: Infinity,
		httpAgent: new Agent({ keepAlive: false }),
	});

	constructor(
		private readonly simulator: Simulator,
		private readonly n8nUrl: string,
	) {
		this.contacts = [...simulator.store.contacts.all()].map(({ id }) => id);
	}

	/**
	 * Lets everything come, each kind evenly over `ms` of the simulator's clock, and waits for answers.
	 * Where n8n does not keep up it takes longer: a few of each kind are under way at most.
	 *
	 * @param progress told what part has come, 0 to 1
	 */
	async flow(ms: number, progress: (part: number) => void = () => undefined) {
		const begin = this.simulator.clock.now();
		const planned = sources.map((source) => Math.floor(ms / everyMs(source)));
		const all = planned.reduce((sum, count) => sum + count, 0);
		let come = 0;
		const each = sources.map(async (source, index) => {
			const underWay = new Set<Promise<void>>();
			for (let number = 1; number <= planned[index]; number++) {
				await this.until(begin + number * everyMs(source));
				if (underWay.size >= mostUnderWay) await Promise.race(underWay);
				const one = this.one(source).finally(() => underWay.delete(one));
				underWay.add(one);
				progress(++come / all);
			}
			await Promise.all(underWay);
		});
		await Promise.all(each);
	}

	/** Waits until the service has done what it should, for a bounded while; gives what it has not. */
	async settle(): Promise<string[]> {
		let missing: string[] = [];
		await waitFor('everything to be done', answerSeconds, async () => {
			const done = new Set(this.done());
			missing = this.wanted.filter((text) => !done.has(text));
			return missing.length === 0 ? true : undefined;
		}).catch(() => undefined);
		return missing;
	}

	/** What the service has done, each in the words of `wanted`. */
	done(): string[] {
		return this.simulator.ledger.map(({ kind, id, body }) => {
			const { body: text, lastName, metadata } = body as IDataObject;
			if (kind === 'sms.send') return firstLine(text);
			if (kind === 'contact.update') return String(lastName);
			if (kind === 'call.create') return String((metadata as IDataObject | undefined)?.text);
			return `${kind} ${id}`;
		});
	}

	private async until(time: number) {
		while (this.simulator.clock.now() < time) await sleep(20);
	}

	private async one(source: Source) {
		const number = ++this.counts[source];
		try {
			await this.happen[source](number);
		} catch (error) {
			this.failures.push(`${source}, ${number}: ${(error as Error).message}`);
		}
	}

	private readonly happen: Record<Source, (number: number) => Promise<void>> = {
		'SMS received': async (number) => {
			const body = `message ${number}`;
			this.simulator.store.receiveSms({ from: personOf(number), to: companyNumbers[0], body });
			this.wanted.push(`Answer to ${body}`);
		},
		'calls received': async (number) => {
			const { id } = this.simulator.store.addCall({
				...{ direction: 'INBOUND', fromNumber: personOf(number), toNumber: companyNumbers[0] },
			});
			this.wanted.push(`${id} ended with its recording`);
		},
		'contacts changed': async (number) => {
			const text = `change ${number}`;
			// Two changes of one contact between two polls are one event.
			const id = this.contacts[number % this.contacts.length];
			this.wanted.push(text, `Seen: ${text}`);
			const contact = await this.ask<IDataObject>('change', { id, text });
			expect('the id of the contact', contact.id, id);
		},
		'sends with a key': async (number) => {
			const text = `once ${number}`;
			this.wanted.push(text);
			const sent = await this.ask<IDataObject>('keyed', { to: personOf(number), text });
			expect('the status', sent.status, 'queued');
			this.keys.push(text);
		},
		'sends delivered again': async (number) => {
			const text = this.keys.at(-(1 + ((number * 7) % 50))) ?? this.keys[0];
			if (text === undefined) throw new Error('no key was sent with yet');
			const skipped = await this.ask<IDataObject>('keyed', { to: personOf(number), text });
			expect(`the outcome for the key "${text}"`, skipped.outcome, 'skipped');
		},
		'lists of contacts': async () => {
			const { contacts } = this.simulator.store;
			await this.list('contacts', () => contacts.size);
		},
		'lists of calls': async () => await this.list('calls', () => this.simulator.store.calls.size),
		'calls waited for': async (number) => {
			const text = `call ${number}`;
			this.wanted.push(text);
			const call = await this.ask<IDataObject>('call', { to: personOf(number), text });
			expect('the status', call.status, 'ENDED');
			expect('"recordingAttached"', call.recordingAttached, 'true');
			const made = this.simulator.ledger.find(({ kind, body }) => {
				return (
					kind === 'call.create' && ((body as IDataObject).metadata as IDataObject).text === text
				);
			});
			this.wanted.push(`${made?.id} ended with its recording`);
		},
		'questions answered': async (number) => {
			const [text, answer] = [`Question ${number}?`, number % 2 === 0 ? 'Yes' : 'No'];
			this.wanted.push(text, `${text} ${answer}`);
			await this.ask('ask', { to: personOf(number), text });
			const link = await waitFor(`the SMS "${text}"`, answerSeconds, async () => {
				const sent = this.simulator.ledger.map(({ body }) => String((body as IDataObject).body));
				return sent
					.find((body) => body.startsWith(`${text}\n`))
					?.split('\n')
					.at(-1);
			});
			const decision = answer === 'Yes' ? 'approve' : 'decline';
			await waitFor(`the answer to "${text}" to be taken`, answerSeconds, async () => {
				// n8n takes none before it has kept the execution.
				const { data } = await this.http.post<string>(link, new URLSearchParams({ decision }));
				return String(data).includes('Your answer was recorded') ? true : undefined;
			});
		},
	};

	private async list(which: 'contacts' | 'calls', size: () => number) {
		const before = size();
		const records = await this.ask<IDataObject[]>(which, {});
		const ids = new Set(records.map(({ id }) => id));
		const isWhole = ids.size === records.length && ids.size >= before && ids.size <= size();
		if (!isWhole) {
			throw new Error(
				`${records.length} records, ${ids.size} different, of ${before} to ${size()}`,
			);
		}
	}

	/** Calls a workflow, and gives what it answers. */
	private async ask<T>(which: keyof typeof workflows, body: IDataObject): Promise<T> {
		const { id, name } = workflows[which];
		const { status, data } = await this.http.post<T>(`${this.n8nUrl}/webhook/${id}`, body);
		if (status === 200) return data;
		throw new Error(`"${name}" answered HTTP ${status}: ${JSON.stringify(data).slice(0, 300)}`);
	}
}

/** Gives the service as many records of now as a trigger remembers. */
export function fill({ store, clock }: Simulator) {
	const now = clock.now();
	for (let number = 0; number < remembered; number++) {
		const at = now - (remembered - number) * 1000;
		const text = { from: personOf(number), to: companyNumbers[0], body: `earlier ${number}` };
		store.receiveSms({ ...text, sentAt: at });
		const createdAt = new Date(at).toISOString();
		store.addCall({ status: 'ENDED', direction: 'INBOUND', durationMs: 0, createdAt });
	}
}

const everyMs = (source: Source) => everySeconds[source] * 1000;
const personOf = (number: number) => people[number % people.length];
const firstLine = (text: unknown) => String(text).split('\n')[0];

function expect(what: string, given: unknown, wanted: unknown) {
	if (given !== wanted) {
		throw new Error(`${what} is ${JSON.stringify(given)} instead of ${JSON.stringify(wanted)}`);
	}
}
