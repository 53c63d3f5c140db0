import fc from 'fast-check';
import type { IExecuteFunctions, INode } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import { unsureKey } from '../../nodes/VoiceSms/api/nodeError';
import type { NotSent } from '../../nodes/VoiceSms/run/sendOnce';
import { SendOnce } from '../../nodes/VoiceSms/run/sendOnce';

const minute = 60_000;
const inDoubtAfterMs = 15 * minute;
const node = { id: 'node-1', name: 'Voice and SMS' } as INode;
const key = 'order-1042';

/** What one delivery of the message meets. */
interface Delivery {
	/** Of its worker's clock, in ms. */
	clock: number;
	/** `lostDone` and `lost`: no answer came, and it was carried out or not. */
	service: 'accepted' | 'refused' | 'lostDone' | 'lost';
	/** Its worker is killed before its n-th step; undefined: never. */
	killedAt?: number;
	/** These statements of it fail. */
	faults: Array<{ at: number; when: 'before' | 'after' }>;
	/** Its run ends between taking the key and sending. */
	ended: boolean;
}

type Described = Error & { description?: string };
type Told = NotSent | 'sent' | 'notBegun' | 'inDoubt' | 'refused' | 'lost' | 'failed';

/** A table `processed_data` and workers that ask it one statement at a time, in the order of `turns`. */
function world(turns: Iterator<number>) {
	const rows = new Map<string, string[]>();
	const waiting: Array<() => void> = [];
	let time = Date.parse('2026-06-01T12:00:00Z');
	/** How often the message went out. */
	let carriedOut = 0;

	/** One delivery: what was told, undefined where nobody lived to hear it. */
	function deliver({ clock, service, killedAt, faults, ended }: Delivery) {
		const outcome: { told?: Told; error?: Described } = {};
		let steps = 0;
		let statements = 0;
		const step = async () => {
			const dies = steps++ === killedAt;
			await new Promise<void>((resolve) => {
				if (!dies) waiting.push(resolve);
			});
		};
		const statement = async <T>(work: () => T): Promise<T> => {
			const at = statements++;
			const fault = faults.find((one) => one.at === at);
			await step();
			if (fault?.when === 'before') throw new Error('database is locked');
			const answer = work();
			await step();
			if (fault !== undefined) throw new Error('database is locked');
			return answer;
		};
		const own = { id: node.id };
		const context = {
			node: own,
			getNode: () => node,
			getWorkflow: () => ({ id: 'workflow-1' }),
			getContext: () => own,
			logger: { warn() {} },
			helpers: {
				// As n8n does it: the name of the row at once, then a SELECT, then an INSERT or an UPDATE of all.
				checkProcessedAndRecord: async (keys: string[]) => {
					const { id } = own;
					const found = await statement(() => rows.get(id));
					if (found === undefined) {
						await statement(() => {
							if (rows.has(id)) throw new Error('UNIQUE constraint failed');
							rows.set(id, keys);
						});
						return { new: keys, processed: [] };
					}
					const fresh = keys.filter((one) => !found.includes(one));
					await statement(() => rows.has(id) && rows.set(id, [...found, ...fresh]));
					return { new: fresh, processed: keys.filter((one) => found.includes(one)) };
				},
				getProcessedDataCount: async () => {
					const { id } = own;
					return (await statement(() => rows.get(id)))?.length ?? 0;
				},
				clearAllProcessedItems: async () => {
					const { id } = own;
					await statement(() => rows.delete(id));
				},
			},
		} as unknown as IExecuteFunctions;
		const send = async () => {
			await step();
			if (service === 'accepted' || service === 'lostDone') carriedOut++;
			await step();
			if (service === 'accepted') return { status: 'queued' };
			const error = new NodeApiError(node, { message: service });
			if (service !== 'refused') error.context[unsureKey] = true;
			throw error;
		};
		const once = new SendOnce(context, () => time + clock);
		const sending = { thing: 'SMS', itemIndex: 0, shownAt: 'there', inDoubtAfterMs };
		const work = async () => {
			try {
				const sent = await once.send(key, { ...sending, mayBegin: () => !ended, send });
				outcome.told = typeof sent === 'string' ? sent : 'sent';
			} catch (error) {
				outcome.error = error as Described;
				outcome.told = toldBy(error as Error);
			} finally {
				await once.noted();
			}
		};
		void work();
		return outcome;
	}

	return {
		deliver,
		pass: (ms: number) => void (time += ms),
		/** Lets all go on until nobody has anything to do any more. */
		async goOn() {
			for (;;) {
				await new Promise((resolve) => setImmediate(resolve));
				if (waiting.length === 0) return;
				const [next] = waiting.splice((turns.next().value ?? 0) % waiting.length, 1);
				next();
			}
		},
		get carriedOut() {
			return carriedOut;
		},
	};
}

function toldBy({ message }: Error): Told {
	if (message.startsWith('Not sent, as it may have been sent before')) return 'inDoubt';
	if (message.startsWith('Not sent')) return 'failed';
	return message === 'refused' ? 'refused' : 'lost';
}

const plain: Delivery = { clock: 0, service: 'accepted', faults: [], ended: false };

/** A delivery with nothing that goes wrong but what is named. */
const deliveries = (of: {
	[K in keyof Delivery]?: fc.Arbitrary<Delivery[K]>;
}): fc.Arbitrary<Delivery> =>
	fc.record({
		clock: fc.integer({ min: -5_000, max: 5_000 }),
		service: fc.constant('accepted' as const),
		faults: fc.constant([]),
		ended: fc.constant(false),
		...of,
	}) as fc.Arbitrary<Delivery>;

const turnsOf = fc.infiniteStream(fc.nat(1000));
const services = fc.constantFrom<Delivery['service']>('accepted', 'refused', 'lostDone', 'lost');
const runs = { numRuns: 400 };

/** Deliveries at the same time; then one within the while, and two after it. */
async function play(turns: Iterator<number>, some: Delivery[]) {
	const all = world(turns);
	const first = some.map((one) => all.deliver(one));
	await all.goOn();
	all.pass(minute);
	const within = all.deliver(plain);
	await all.goOn();
	const carriedOut = all.carriedOut;
	all.pass(inDoubtAfterMs + 2 * minute);
	// Two of one moment: what one of them asks changes nothing for the other.
	const after = [all.deliver({ ...plain, clock: 2_000 }), all.deliver({ ...plain, clock: -2_000 })];
	await all.goOn();
	return { all, first, within, after: after.map(({ told }) => told), carriedOut };
}

it('whatever fails, is lost, is killed or comes at the same time, nothing is sent twice', async () => {
	const any = deliveries({
		service: services,
		killedAt: fc.option(fc.nat(40), { nil: undefined }),
		faults: fc.array(
			fc.record({ at: fc.nat(24), when: fc.constantFrom('before' as const, 'after' as const) }),
			{ maxLength: 3 },
		),
		ended: fc.boolean(),
	});
	await fc.assert(
		fc.asyncProperty(
			turnsOf,
			fc.array(any, { minLength: 1, maxLength: 4 }),
			async (turns, some) => {
				const { all, after } = await play(turns, some);
				expect(all.carriedOut).toBeLessThanOrEqual(1);
				// Sent, or told to look: never skipped as if it were under way, nor left out.
				for (const told of after) expect(['sent', 'seenBefore', 'inDoubt']).toContain(told);
				if (all.carriedOut === 0) expect(after).toStrictEqual(['inDoubt', 'inDoubt']);
			},
		),
		runs,
	);
});

it('without a fault, and no answer lost, a key is sent once and never in doubt', async () => {
	const any = deliveries({ service: fc.constantFrom('accepted', 'refused'), ended: fc.boolean() });
	await fc.assert(
		fc.asyncProperty(
			turnsOf,
			fc.array(any, { minLength: 2, maxLength: 4 }),
			async (turns, some) => {
				const { all, first, within, after } = await play(turns, some);
				expect(all.carriedOut).toBe(1);
				const told = [...first.map((one) => one.told), within.told, ...after];
				expect(told.filter((one) => one === 'sent')).toHaveLength(1);
				expect(told).not.toContain('inDoubt');
				// Two others took the key and gave it back in the same moment: an error of its item, not silence.
				for (const { told: one, error } of first) {
					if (one === 'failed') expect(String(error?.description)).toContain('UNIQUE');
				}
				expect(after).toStrictEqual(['seenBefore', 'seenBefore']);
			},
		),
		runs,
	);
});

it('an execution killed at any point leaves a key that is free, sent, or told after the while', async () => {
	for (let killedAt = 0; killedAt < 30; killedAt++) {
		const ownTurns = (function* () {})() as Iterator<number>;
		const { all, first, within, after } = await play(ownTurns, [{ ...plain, killedAt }]);
		if (first[0].told === undefined && within.told !== 'sent') {
			expect(within.told).toMatch(/^(unfinished|seenBefore)$/);
			expect(after).toStrictEqual(
				within.told === 'unfinished' ? ['inDoubt', 'inDoubt'] : ['seenBefore', 'seenBefore'],
			);
		} else {
			expect(all.carriedOut).toBe(1);
			expect(after).not.toContain('sent');
		}
	}
});
