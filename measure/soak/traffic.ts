import { setTimeout as sleep } from 'node:timers/promises';
import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';
import { waitFor } from '../../sandbox/progress';
import { companyNumbers, type Simulator } from '../../test/simulator';
import { said } from '../../test/harness/n8n/messages';

/** Seconds of the simulator's clock between two of a kind. */
const everySeconds = { received: 6, once: 4, again: 16, change: 10, call: 30, ask: 60 };
type Kind = keyof typeof everySeconds;
/** Texts that may be outstanding before the traffic waits for n8n. */
const mostOutstanding = 100;
const patienceSeconds = 120;

/** Makes things happen at the simulator and starts workflows. Every effect has a text of its own. */
export class Traffic {
	/** Texts that must reach the service, but for the end of each call. */
	private readonly wanted: string[] = [];
	readonly counts = { received: 0, once: 0, again: 0, change: 0, call: 0, ask: 0 };

	constructor(
		private readonly simulator: Simulator,
		private readonly n8nUrl: string,
	) {}

	/**
	 * Sends traffic for some minutes of the simulator's clock, or longer if n8n does not keep up.
	 *
	 * @throws Error when n8n refuses a request, or does nothing for two minutes
	 */
	async flow(minutes: number): Promise<void> {
		const { clock } = this.simulator;
		const begin = clock.now();
		for (let second = 1; second <= minutes * 60; second++) {
			while (clock.now() < begin + second * 1000) await sleep(20);
			await this.until(mostOutstanding);
			for (const [kind, every] of Object.entries(everySeconds)) {
				if (second % every === 0) await this.happen(kind as Kind);
			}
		}
	}

	/** Waits until no more texts than that are outstanding. */
	async until(outstanding: number): Promise<void> {
		await waitFor('n8n to do its work', patienceSeconds, () => {
			const { wanted, done } = this.texts();
			return Promise.resolve(wanted.length - done.length <= outstanding || undefined);
		});
	}

	/** Texts that were to reach the service, and texts that reached it. */
	texts(): { wanted: string[]; done: string[] } {
		const done = this.simulator.ledger.map(({ kind, id, body }) => {
			const { body: text, lastName, metadata } = body as IDataObject;
			if (kind === 'sms.send') return String(text).split('\n')[0];
			if (kind === 'contact.update') return String(lastName);
			if (kind === 'call.create') return String((metadata as IDataObject).text);
			return `${kind} ${id}`;
		});
		const calls = this.simulator.ledger.filter(({ kind }) => kind === 'call.create');
		return {
			wanted: [...this.wanted, ...calls.map(({ id }) => `${id} ended, recording: true`)],
			done,
		};
	}

	private async happen(kind: Kind): Promise<void> {
		const number = ++this.counts[kind];
		const text = `${kind} ${number}`;
		const { store } = this.simulator;
		switch (kind) {
			case 'received': {
				this.wanted.push(`Answer to ${text}`);
				const from = `+1555600${String(number % 40).padStart(4, '0')}`;
				return void store.receiveSms({ from, to: companyNumbers[0], body: text });
			}
			case 'once':
				this.wanted.push(text);
				return await this.start('soakOnce', { text });
			case 'again': {
				// The key of a message of a moment ago, which may still be under way.
				const earlier = Math.max(1, this.counts.once - (number % 10));
				return await this.start('soakOnce', { text: `once ${earlier}` });
			}
			case 'change': {
				this.wanted.push(text, `Seen: ${text}`);
				const contacts = [...store.contacts.all()];
				return await this.start('soakChange', { text, id: contacts[number % contacts.length].id });
			}
			case 'call':
				this.wanted.push(text, `${text} is ENDED, recording: true`);
				return await this.start('soakCall', { text });
			case 'ask':
				this.wanted.push(text, `${text} ${number % 2 === 0 ? 'Yes' : 'No'}`);
				await this.start('soakAsk', { text });
				return await this.answer(text, number % 2 === 0 ? 'approve' : 'decline');
		}
	}

	/** n8n refuses requests for a moment when the probe has stopped it for long. */
	private async start(path: string, body: IDataObject): Promise<void> {
		await waitFor(`n8n to start ${path}`, patienceSeconds, async () => {
			const validateStatus = (status: number) => status === 200 || status === 503;
			const settings = { proxy: false, validateStatus } as const;
			const { status } = await axios.post(`${this.n8nUrl}/webhook/${path}`, body, settings);
			return status === 200 || undefined;
		});
	}

	/** Presses a button on the page of a question. n8n takes it when it has saved the execution. */
	private async answer(question: string, decision: string): Promise<void> {
		await waitFor(`the answer to "${question}" to be recorded`, patienceSeconds, async () => {
			const texts = this.simulator.ledger.map(({ body }) => String((body as IDataObject).body));
			const link = texts
				.find((text) => text.startsWith(`${question}\n`))
				?.split('\n')
				.at(-1);
			if (link === undefined) return undefined;
			const form = new URLSearchParams({ decision });
			const settings = { proxy: false, validateStatus: () => true } as const;
			const { data } = await axios.post<string>(link, form, settings);
			return String(data).includes(said.recorded) || undefined;
		});
	}
}
