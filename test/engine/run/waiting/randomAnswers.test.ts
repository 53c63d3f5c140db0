/** Two and three questions to one person, with late, doubled and crossed answers: no yes for another question. */
import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { underAgentV2, underAgentV3 } from '../../../harness/n8n/agents';
import { askedByTool, codeOf, write } from '../../../harness/n8n/askedByTool';
import { runNode } from '../../../harness/n8n/engine';
import { empty, withSimulator } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers } from '../../../simulator';

const { time, clock, watch } = serviceTime();
const simulator = withSimulator({ seed: empty, clock }, watch);

/** Set SEED and RUNS for other and more cases. */
const seed = Number(process.env.SEED ?? 48);
const numRuns = Number(process.env.RUNS ?? 12);

interface Answer {
	/** The question that the person means, and what the person says to it. */
	to: number;
	word: string;
	form: 'bare' | 'code after' | 'code before';
	/** Seconds after the first question. */
	at: number;
	/** How often the person sends it, 0.7 s apart. */
	times: number;
}
interface Case {
	where: 'one after the other' | 'side by side' | 'in executions of their own';
	questions: Array<{ asks: boolean; at: number }>;
	minutes: number;
	/** Seconds between two looks. */
	waitInterval: number;
	answers: Answer[];
	/** When an SMS of ours that asks nothing goes out, in seconds. */
	plainAt: number[];
}

const seconds = fc.integer({ min: 0, max: 400 });
const anyCase: fc.Arbitrary<Case> = fc.record({
	where: fc.constantFrom('one after the other', 'side by side', 'in executions of their own'),
	questions: fc.array(fc.record({ asks: fc.boolean(), at: seconds }), {
		minLength: 2,
		maxLength: 3,
	}),
	minutes: fc.integer({ min: 1, max: 4 }),
	waitInterval: fc.constantFrom(10, 40),
	answers: fc.array(
		fc.record({
			to: fc.nat(2),
			word: fc.constantFrom('yes', 'Yes!', 'ok 👍', 'no', 'NO'),
			form: fc.constantFrom('bare', 'code after', 'code before'),
			at: seconds,
			times: fc.integer({ min: 1, max: 2 }),
		}),
		{ minLength: 1, maxLength: 6 },
	),
	plainAt: fc.array(seconds, { maxLength: 1 }),
});

const isYes = (word: string) => !/^no$/i.test(word);
let people = 0;

/** What the person meant for each question, and the answers that the model got. */
async function play({ where, questions, minutes, waitInterval, answers, plainAt }: Case) {
	const person = `+1555020${String(people++).padStart(4, '0')}`;
	const texts = questions.map(({ asks }, index) => {
		return `${person}: ${asks ? `May I do ${index}?` : `Number ${index} is to be deleted`}`;
	});
	const meant = texts.map(() => new Set<boolean>());
	const parameters = askedByTool(person, minutes);
	Object.assign(parameters.options as IDataObject, { waitInterval });
	const setup = { parameters, credential: simulator, clock: time };
	for (const at of plainAt) {
		void time.sleep(at * 1000).then(() => {
			const [from] = companyNumbers;
			simulator.store.sendSms({ from, to: person, body: 'Your table is booked.' });
		});
	}
	for (const { to, word, form, at, times } of answers) {
		for (let copy = 0; copy < times; copy++) {
			void time.sleep(at * 1000 + copy * 700).then(() => {
				const code = texts[to] === undefined ? undefined : codeOf(simulator, texts[to]);
				// Nobody answers what was not asked.
				if (code === undefined) return;
				const said = {
					bare: word,
					'code after': `${word} ${code}`,
					'code before': `${code} ${word}`,
				};
				meant[to].add(isYes(word));
				write(simulator, person, said[form]);
			});
		}
	}
	const got: Array<IDataObject | undefined> = [];
	if (where === 'one after the other') {
		const { answers: given } = await underAgentV3(
			setup,
			texts.map((Message) => [{ Message }]),
		);
		got.push(...given.map(([[answer]]) => answer));
	} else if (where === 'side by side') {
		await underAgentV2(setup, async (tool) => {
			const all = await Promise.all(texts.map(async (Message) => await tool.invoke({ Message })));
			got.push(...all.map((one) => (JSON.parse(one) as IDataObject[])[0]));
		});
	} else {
		const all = questions.map(async ({ at }, index) => {
			await time.sleep(at * 1000);
			const own = { ...parameters, message: texts[index] };
			const run = { parameters: own, credential: simulator, clock: time, asTool: true };
			return (await runNode(run)).items[0].json;
		});
		got.push(...(await Promise.all(all)));
	}
	return { meant, got };
}

const approvedIn = (answer?: IDataObject) =>
	(answer?.data as IDataObject | undefined)?.approved as boolean | null | undefined;

test('an answer counts for the question that the person meant, or for none', async () => {
	const clear = { yes: 0, no: 0 };
	await fc.assert(
		fc.asyncProperty(anyCase, async (one) => {
			const { meant, got } = await time.run(play(one));
			expect(got).toHaveLength(one.questions.length);
			for (const [index, answer] of got.entries()) {
				const approved = approvedIn(answer);
				if (typeof approved !== 'boolean') continue;
				clear[approved ? 'yes' : 'no']++;
				expect([index, [...meant[index]]]).toStrictEqual([
					index,
					expect.arrayContaining([approved]),
				]);
			}
		}),
		{ seed, numRuns, endOnFailure: true },
	);
	expect(clear.yes + clear.no).toBeGreaterThan(numRuns / 10);
}, 3_600_000);
