/**
 * Two questions to one person, with late, doubled and crossed answers: no yes for another question. Of three, an answer
 * to the third may look like one to the first, so that a late yes to the first may count for the second: a limit.
 */
import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { askedBySms, write } from '../../../harness/n8n/askedBySms';
import { runNode } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers } from '../../../simulator';

const { time, clock, watch } = serviceTime();
const simulator = withSimulator({ seed: empty, clock }, watch);

/** Set SEED and RUNS for other and more cases. */
const seed = Number(process.env.SEED ?? 48);
const numRuns = Number(process.env.RUNS ?? 12);

const seconds = fc.integer({ min: 0, max: 400 });
const anyCase = fc.record({
	/** When each question is asked, in seconds. */
	questions: fc.array(seconds, { minLength: 2, maxLength: 2 }),
	minutes: fc.integer({ min: 1, max: 4 }),
	waitInterval: fc.constantFrom(10, 40),
	/** One for each question: what the person says to it, how long after it, and how often, 0.7 s apart. */
	answers: fc.array(
		fc.record({
			word: fc.constantFrom('yes', 'Yes!', 'ok 👍', 'no', 'NO', 'who is this?'),
			after: seconds,
			times: fc.integer({ min: 1, max: 2 }),
		}),
		{ minLength: 2, maxLength: 2 },
	),
	/** When an SMS of ours that asks nothing goes out, in seconds. */
	plainAt: fc.array(seconds, { maxLength: 1 }),
});
type Case = typeof anyCase extends fc.Arbitrary<infer T> ? T : never;
let people = 0;

/** What the person meant for each question, and the answers that the workflow got. */
async function play({ questions, minutes, waitInterval, answers, plainAt }: Case) {
	const person = `+1555020${String(people++).padStart(4, '0')}`;
	const parameters = askedBySms(person, minutes);
	Object.assign(parameters.options as IDataObject, { waitInterval });
	for (const at of plainAt) {
		void time.sleep(at * 1000).then(() => {
			const [from] = companyNumbers;
			simulator.store.sendSms({ from, to: person, body: 'Your table is booked.' });
		});
	}
	const meant = questions.map((_, index) => answers[index].word);
	const all = questions.map(async (at, index) => {
		await time.sleep(at * 1000);
		const { word, after, times } = answers[index];
		for (let copy = 0; copy < times; copy++) {
			void time.sleep(1000 + after * 1000 + copy * 700).then(() => write(simulator, person, word));
		}
		const own = { ...parameters, message: `${person}: may I do ${index}?` };
		return (await runNode({ parameters: own, credential: simulator, clock: time })).items[0].json;
	});
	return { meant, got: await Promise.all(all) };
}

test('a yes counts for the question that the person meant, or for none', async () => {
	let clear = 0;
	await fc.assert(
		fc.asyncProperty(anyCase, async (one) => {
			const { meant, got } = await time.run(play(one));
			for (const [index, answer] of got.entries()) {
				if ((answer.data as IDataObject | undefined)?.approved !== true) continue;
				clear++;
				expect(meant[index]).toMatch(/^(?:yes|ok)/i);
			}
		}),
		{ seed, numRuns, endOnFailure: true },
	);
	expect(clear).toBeGreaterThan(0);
}, 3_600_000);
