/** Plays cases of `toldCases.ts`: an execution with n8n's tries, and "Retry" after an edit. */
import type { IDataObject, IExecuteFunctions, INodeType } from 'n8n-workflow';

import type { Simulator } from '../../simulator';
import { companyNumbers } from '../../simulator';
import { rowOf, type DeduplicationTable } from '../n8n/deduplication';
import { fates } from './doubleRunCases';
import { locator, nodeWith, runNode, type NodeResult } from '../n8n/engine';
import { collections } from '../n8n/options';
import type { Told } from './told';
import type { Setup, ToldCase } from './toldCases';
import { until } from '../time/turns';
import type { VirtualTime } from '../time/virtualTime';
import { fake } from '../n8n/fake';

/** Milliseconds that an answer may take, in cases with one that takes longer. */
const timeout = 80;

/** A message or call at the service. */
export interface Accepted {
	id: string;
	row: number;
	/** The text as it went out; of a call its metadata's. */
	text: string;
	from: string;
	/** The Send Once Key with which it went out. */
	key?: string;
}

/** What a run of the node told, with what the service had then. */
export interface ToldRun extends Told {
	setup: Setup;
	/** Setups of this run and of those before it. */
	setups: Setup[];
	isCanceled: boolean;
	accepted: Accepted[];
	/** Rows of which a request came to the service, accepted or not. */
	asked: Set<number>;
	/** Keys that the store knows as sent, with their receivers. */
	noted: Set<string>;
	/** The rows of all keys that the store has, whatever they say: no key of these goes out again. */
	held: Set<string>;
	/** Tries of n8n so far. */
	tries: number;
}

/** Fields of the node before, with a value that no service gives. */
export const columnsBefore = ['status', 'reason', 'outcome', 'onceKey', 'segments', 'id'].concat(
	...[['messageId', 'deliveredAt', 'timedOut', 'recordingUrl', 'endNote']],
);
export const valueBefore = 'of the node before';
/** Fields of the input that no operation writes. */
export const own = ['phone', 'text', 'name', 'nick', 'key', 'isChecked'];

export const phoneOf = (to: number) => `+1415555014${to}`;

export function keyOf(one: ToldCase, { keys }: Setup, row: number): string | undefined {
	if (keys === 'none') return undefined;
	return keys === 'unique' ? `row ${row}` : `shared ${one.rows[row].key}`;
}

function nickOf(name: string): string {
	return name === '' ? 'Bob' : '';
}

/** A case that is played. */
interface Play {
	one: ToldCase;
	simulator: Simulator;
	table: DeduplicationTable;
	accepted: Accepted[];
	setup: Setup;
	tries: number;
	cancel(): void;
}

/** Plays cases against a simulator that tells it what was carried out. */
export class ToldRuns {
	/** Cases so far: the text of a message begins with it. */
	private played = 0;
	private play?: Play;

	constructor(private readonly time: VirtualTime) {}

	/** To be called when the simulator has carried something out, before its answer leaves. */
	carriedOut(operationId: string) {
		if (this.play === undefined || !['sendSms', 'startCall'].includes(operationId)) return;
		const { simulator, accepted, one, setup, cancel } = this.play;
		const { id, body } = simulator.ledger[simulator.ledger.length - 1];
		const text = textIn(body);
		const [played, row] = text.split(' ').map(Number);
		if (played !== this.played) throw new Error('It came when its case was over');
		const { from, fromNumber = from } = body as { from: string; fromNumber?: string };
		accepted.push({ id, row, text, from: fromNumber, key: keyOf(one, setup, row) });
		if (accepted.length === one.canceledAfter) cancel();
	}

	/** What each run of a case told, in their order. */
	async of(simulator: Simulator, table: DeduplicationTable, one: ToldCase): Promise<ToldRun[]> {
		simulator.reset();
		table.reset();
		this.played++;
		const play: Play = {
			one,
			simulator,
			table,
			accepted: [],
			tries: 0,
			setup: one.before,
			cancel: () => {},
		};
		this.play = play;
		this.begin(play);
		const first = await this.run(play, 0, {}, [one.before]);
		const told = [first.told];
		// n8n offers "Retry" for an execution that failed.
		if (first.told.error !== undefined && !first.told.isCanceled) {
			play.setup = { ...one.before, ...one.edits };
			const context = first.run.data.executionData?.contextData ?? {};
			const kept = JSON.parse(JSON.stringify(context)) as IDataObject;
			told.push((await this.run(play, 1, kept, [one.before, play.setup])).told);
		}
		this.play = undefined;
		return told;
	}

	private begin({ one, simulator, table }: Play) {
		one.contacts.forEach((contact, to) => {
			const tags = contact === 'tagged' ? ['no-sms'] : [];
			if (contact !== 'none') simulator.store.addContact({ phone: phoneOf(to), tags });
		});
		for (const fate of one.lookUps) {
			simulator.fail({ method: 'GET', path: /contacts/ }, fates[fate]);
		}
		for (const fate of one.looks) {
			simulator.fail({ method: 'GET', path: /messages$|calls\// }, fates[fate]);
		}
		const setups = [one.before, { ...one.before, ...one.edits }];
		const names = one.notNoted.flatMap((row) => {
			if (row >= one.rows.length) return [];
			const to = phoneOf(one.rows[row].to);
			return setups.flatMap((setup) => rowOf(to, keyOf(one, setup, row) ?? ''));
		});
		table.fault = async (statement, when, row) => {
			if (statement !== 'update' || when !== 'before' || !names.includes(row)) return;
			await Promise.reject(new Error('database is locked'));
		};
	}

	private async run(play: Play, place: 0 | 1, contextData: IDataObject, setups: Setup[]) {
		const { one, simulator, table, setup, accepted } = play;
		one.rows.forEach(({ fates: all }, row) => {
			const text = this.textOf(one, setup, row);
			const body = one.isCall ? { metadata: { text } } : { body: text };
			for (const fate of all[place]) simulator.fail({ body }, fates[fate]);
		});
		let underWay = 0;
		let thrown: Error | undefined;
		let isCanceled = false;
		const node = nodeWith({ clock: this.time });
		const type = fake<INodeType>({
			description: node.description,
			methods: node.methods,
			async execute(this: IExecuteFunctions) {
				play.tries++;
				underWay++;
				thrown = undefined;
				return await node
					.execute!.call(this)
					.catch(async (error: Error) => {
						thrown = error;
						return await Promise.reject(error);
					})
					.finally(() => underWay--);
			},
		});
		const work = runNode({
			parameters: parametersOf(one, setup),
			items: one.rows.map((_, row) => this.itemOf(play, row)),
			credential: {
				baseUrl: simulator.baseUrl,
				get apiKey() {
					if (one.unloaded.includes(play.tries)) throw new Error('The database did not answer');
					return simulator.apiKey;
				},
			},
			settings: {
				onError: setup.onError,
				...(one.tries > 1 && { retryOnFail: true, maxTries: one.tries, waitBetweenTries: 1 }),
			},
			type,
			contextData,
			started: (execution) => {
				play.cancel = () => {
					isCanceled = true;
					execution.cancel();
				};
			},
		});
		// n8n does not wait for what a canceled node still says.
		const result: NodeResult = await this.time.run(
			work.then(async (ended) => {
				await until(() => underWay === 0);
				return ended;
			}),
		);
		const told: ToldRun = {
			...(isCanceled && thrown !== undefined
				? { items: [], errorItems: [], hints: [], error: thrown as Told['error'] }
				: result),
			setup,
			setups,
			isCanceled,
			accepted: [...accepted],
			tries: play.tries,
			asked: new Set(
				simulator.requests.flatMap(({ method, body }) =>
					method === 'POST' ? [Number(textIn(body).split(' ')[1])] : [],
				),
			),
			noted: new Set([...table.keys].flatMap(([name, state]) => (state === 2 ? [name] : []))),
			held: new Set(table.keys.keys()),
		};
		return { told, run: result.run };
	}

	private itemOf(play: Play, index: number): IDataObject {
		const { one } = play;
		const { to, key, name, isNational, isChecked } = one.rows[index];
		const written = isNational ? `(415) 555-014${to}` : phoneOf(to);
		const before = one.hasColumns
			? Object.fromEntries(columnsBefore.map((column) => [column, valueBefore]))
			: {};
		return {
			...before,
			// As an expression that reads something else in a later try.
			get phone() {
				return index === one.wrong.row && play.tries >= one.wrong.from ? 'nobody' : written;
			},
			text: `${this.played} ${index}`,
			name,
			nick: nickOf(name),
			isChecked,
			key: { unique: `row ${index}`, shared: `shared ${key}` },
		};
	}

	private textOf({ isCall, rows }: ToldCase, { addition, blank }: Setup, row: number): string {
		const text = `${this.played} ${row}`;
		return isCall
			? text
			: `${text} ${blank === 'name' ? rows[row].name : nickOf(rows[row].name)}.${addition}`;
	}
}

function textIn(body: unknown): string {
	const { body: text, metadata } = (body ?? {}) as { body?: string; metadata?: { text: string } };
	return text ?? metadata?.text ?? '';
}

function parametersOf(one: ToldCase, setup: Setup): IDataObject {
	const all = [...one.lookUps, ...one.looks, ...one.rows.flatMap((row) => row.fates.flat())];
	const { keys, dryRun, sendInterval, requestsAtOnce, maxTries, addition } = setup;
	const wait = { waitInterval: 1, waitLimit: 1 };
	const options = collections({
		...(keys !== 'none' && { onceKey: `={{ $json.key.${keys} }}` }),
		...(setup.skips && { skipTag: 'no-sms' }),
		...(dryRun === 'all' && { dryRun: true }),
		...(dryRun === 'some' && { dryRun: '={{ $json.isChecked }}' }),
		...(setup.keepsInput && { includeInputFields: true }),
		...(setup.hasCountry && { defaultCountry: 'US' }),
		...(setup.waits &&
			(one.isCall ? { waitForEnd: true, ...wait } : { waitForDelivery: { values: wait } })),
		...(!one.isCall && setup.refusesBlanks && { refuseEmptyBlanks: true }),
		...(!one.isCall && setup.isShort && { maxSegments: 1 }),
		...(sendInterval !== undefined && { sendInterval }),
		...(requestsAtOnce !== undefined && { requestsAtOnce }),
		...(maxTries !== undefined && { maxTries }),
		...(all.includes('accepted, no answer in time') && { timeout }),
	});
	const to = setup.isRenamed ? '={{ $json.number }}' : '={{ $json.phone }}';
	const from = locator(companyNumbers[setup.sender]);
	if (one.isCall) {
		return {
			resource: 'call',
			operation: 'create',
			fromNumber: from,
			toNumber: to,
			additionalFields: { metadata: '={{ { text: $json.text } }}' },
			...options,
		};
	}
	const body = `={{ $json.text }} {{ $json.${setup.blank} }}.${addition}`;
	return { resource: 'sms', operation: 'send', from, to, body, ...options };
}
