import type { IDataObject } from 'n8n-workflow';

import { companyNumbers } from '../../simulator';
import { agent2, agent3 } from './agentNode';
import { mcpServer } from './mcp';
import { previewAgent } from './preview';
import type { Runtime } from './runtime';
import { call, sandbox, tool } from './session';

const text = { from: companyNumbers[0], to: '+15550100042', body: 'Your table is booked.' };

/** What arrived at the service, and what the model was told of each call. */
async function sent(runtime: Runtime, turns: IDataObject[][], options: IDataObject = {}) {
	const send = tool('sms.send', { options });
	const { answers } = await runtime.play(
		[send],
		turns.map((turn) => turn.map((given) => call(send, given))),
	);
	return {
		arrived: sandbox.simulator.ledger.map(({ body }) => (body as IDataObject).body),
		told: answers.flat().map((answer) => runtime.read(answer)),
	};
}

const queued = { records: [expect.objectContaining({ status: 'queued' }) as unknown] };
const repeated = {
	records: [expect.objectContaining({ status: 'queued', repeated: true }) as unknown],
};

describe('a message that a model sends', () => {
	beforeEach(() => sandbox.simulator.reset());

	describe.each([agent3, agent2])('in $name', (runtime) => {
		it('twice in one execution goes out once', async () => {
			const { arrived, told } = await sent(runtime, [[text], [text]]);
			expect(arrived).toStrictEqual([text.body]);
			expect(told).toEqual([queued, repeated]);
		});

		it('twice in one turn goes out once', async () => {
			const { arrived, told } = await sent(runtime, [[text, text]]);
			expect(arrived).toStrictEqual([text.body]);
			expect(told).toEqual(expect.arrayContaining([queued, repeated]));
		});

		it('with other words goes out as well', async () => {
			const later = { ...text, body: 'See you tonight.' };
			const { arrived } = await sent(runtime, [[text], [later]]);
			expect(arrived).toStrictEqual([text.body, later.body]);
		});

		it('twice goes out twice with Allow Repeats', async () => {
			const { arrived } = await sent(runtime, [[text], [text]], { allowRepeats: true });
			expect(arrived).toStrictEqual([text.body, text.body]);
		});

		it('goes out anew in another execution', async () => {
			await sent(runtime, [[text]]);
			const { arrived, told } = await sent(runtime, [[text]]);
			expect(arrived).toStrictEqual([text.body, text.body]);
			expect(told).toEqual([queued]);
		});

		it.each([{}, { allowRepeats: true }])(
			'and of which no answer came is not sent again (%j)',
			async (options) => {
				sandbox.simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
				const { arrived, told } = await sent(runtime, [[text], [text]], options);
				expect(arrived).toStrictEqual([text.body]);
				expect(told).not.toContainEqual(queued);
			},
		);
	});

	it('of which no answer came is explained to it', async () => {
		sandbox.simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
		const { told } = await sent(agent3, [[text], [text]]);
		for (const one of told) {
			expect(one).toEqual({
				error: expect.stringMatching(/unclear whether|may already have been done/) as string,
			});
		}
	});

	// Nothing of an earlier call is known there.
	describe.each([mcpServer, previewAgent])('in $name', (runtime) => {
		it.each([
			['one after the other', [[text], [text]]],
			['side by side', [[text, text]]],
		])('twice, %s, goes out twice', async (_how, turns) => {
			const { arrived, told } = await sent(runtime, turns);
			expect(arrived).toStrictEqual([text.body, text.body]);
			expect(told).toEqual([queued, queued]);
		});

		it('and of which no answer came is sent again', async () => {
			sandbox.simulator.fail({ method: 'POST' }, { kind: 'reset', processed: true });
			const { arrived } = await sent(runtime, [[text], [text]]);
			expect(arrived).toStrictEqual([text.body, text.body]);
		});
	});

	it.each([agent3, agent2, mcpServer])(
		'with a Send Once Key goes out once, also over two executions, in $name',
		async (runtime) => {
			await sent(runtime, [[text]], { onceKey: 'A-1001' });
			const { arrived, told } = await sent(runtime, [[text]], { onceKey: 'A-1001' });
			expect(arrived).toStrictEqual([text.body]);
			expect(told).toEqual([
				{ records: [expect.objectContaining({ outcome: 'skipped' }) as unknown] },
			]);
		},
	);

	it('with a Send Once Key is refused in Agents (Preview), in a clear sentence', async () => {
		const { arrived, told } = await sent(previewAgent, [[text]], { onceKey: 'A-1001' });
		expect(arrived).toStrictEqual([]);
		expect(told).toEqual([{ error: expect.stringMatching(/Send Once Key/) as string }]);
		expect(JSON.stringify(told)).not.toMatch(/undefined|assert/i);
	});
});
