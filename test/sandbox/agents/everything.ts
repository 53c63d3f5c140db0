import type { ToolOffered } from '../../harness/service/scriptedModel';
import { agent2, agent3 } from './agentNode';
import { examples } from './examples';
import { mcpServer } from './mcp';
import { withPerson } from './person';
import { previewAgent } from './preview';
import type { Runtime } from './runtime';
import { call, sandbox, tools } from './session';

/** Every way in which n8n lets a model use the node. */
export const runtimes = [agent3, agent2, mcpServer, previewAgent];

/** What a model gets of every operation, used well and used wrongly. */
export interface Everything {
	offered: ToolOffered[];
	/** Answers by operation. */
	good: Map<string, string>;
	wrong: Map<string, string>;
}

const asked = new Map<Runtime, Promise<Everything>>();

/** Has a model use every operation well, and then every operation wrongly; done once for each runtime. */
export async function everythingOf(runtime: Runtime): Promise<Everything> {
	const known = asked.get(runtime) ?? useAll(runtime);
	asked.set(runtime, known);
	return await known;
}

async function useAll(runtime: Runtime): Promise<Everything> {
	const { simulator } = sandbox;
	const use = async (how: 'given' | 'wrong') => {
		simulator.reset();
		const turns = tools.map((one) => {
			const { given, wrong } = examples[one.operation];
			if (how === 'wrong' && wrong.fault) simulator.fail(...wrong.fault);
			return [call(one, how === 'given' ? given : wrong.given)];
		});
		const playing = runtime.play(tools, turns);
		const isAnswered = how === 'given' && runtime === agent3;
		const { done } = isAnswered
			? await withPerson(playing, { decision: 'approve' })
			: { done: await playing };
		const { offered, answers } = done;
		return { offered, answers: new Map(tools.map((one, at) => [one.operation, answers[at][0]])) };
	};
	const { offered, answers: good } = await use('given');
	const { answers: wrong } = await use('wrong');
	simulator.reset();
	return { offered, good, wrong };
}
