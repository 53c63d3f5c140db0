import type { IDataObject } from 'n8n-workflow';

import { companyNumbers, type Simulator } from '../../simulator';
import { empty, withSimulator } from '../service/service';
import { serviceTime } from '../time/serviceTime';
import { fromModel, underAgentV2, underAgentV3, type ToolSetup } from './agents';
import { runNode } from './engine';
import { question } from './parameters';

/** Parameters of a question that a model asks, answered by SMS within so many minutes. */
export const askedByTool = (to: string, minutes: number, more: IDataObject = {}): IDataObject => ({
	...question,
	to,
	message: fromModel('Message'),
	responseType: 'smsReply',
	replyOptions: { values: { yesWords: 'yes, ok', noWords: 'no' } },
	options: { limitWaitTime: { values: { resumeAmount: minutes, resumeUnit: 'minutes' } } },
	...more,
});

/** The code in the last SMS that began with this text; undefined as long as there is none. */
export function codeOf(simulator: Simulator, text: string): string | undefined {
	const asked = simulator.ledger.map(({ body }) => String((body as IDataObject).body));
	return asked.findLast((body) => body.startsWith(text))?.match(/\d+$/)?.[0];
}

/** The person writes; where the text is a function of the code of a question, once that is known. */
export function write(simulator: Simulator, from: string, body: string) {
	simulator.store.receiveSms({ from, to: companyNumbers[0], body });
}

/** Who is asked. */
export const person = '+15550100077';

/** For the tests of a file: questions to a person, answered within two minutes, at a service on virtual time. */
export function questions() {
	const { time, clock, watch } = serviceTime();
	const simulator = withSimulator({ seed: empty, clock }, watch);
	const setup = (more: IDataObject = {}): ToolSetup => ({
		parameters: askedByTool(person, 2, more),
		credential: simulator,
		clock: time,
	});
	return {
		time,
		simulator,
		setup,
		/** So many seconds from now, the person writes; `47` in the text stands for the code of that question. */
		reply(seconds: number, body: string, asked?: string, from = person) {
			void time.sleep(seconds * 1000).then(() => {
				const code = asked === undefined ? '' : codeOf(simulator, asked);
				write(simulator, from, body.replace('47', code ?? ''));
			});
		},
		/** One question of a tool after the other, in one execution. */
		async inTurn(asked: string[], more: IDataObject = {}) {
			const turns = asked.map((Message) => [{ Message }]);
			const { answers } = await time.run(underAgentV3(setup(more), turns));
			return answers.map(([[answer]]) => answer);
		},
		/** All at once, in one execution. */
		async sideBySide(asked: string[]) {
			const answers: IDataObject[] = [];
			const asking = underAgentV2(setup(), async (tool) => {
				const all = await Promise.all(asked.map(async (Message) => await tool.invoke({ Message })));
				answers.push(...all.map((one) => (JSON.parse(one) as IDataObject[])[0]));
			});
			await time.run(asking);
			return answers;
		},
		/** In an execution of its own, as an MCP client asks; the test lets the time pass. */
		async alone(message: string, to = person) {
			const parameters = { ...askedByTool(to, 2), message };
			return (await runNode({ ...setup(), parameters, asTool: true })).items[0].json;
		},
		/** A question of a workflow, without a tool and its code; the test lets the time pass. */
		async ofWorkflow(message: string, more: IDataObject = {}, item: IDataObject = {}) {
			const parameters = { ...askedByTool(person, 2, more), message };
			const { items, error } = await runNode({ ...setup(), parameters, items: [item] });
			return { json: items[0]?.json, error };
		},
	};
}
