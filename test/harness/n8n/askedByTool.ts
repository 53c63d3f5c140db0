import type { IDataObject } from 'n8n-workflow';

import { companyNumbers, type Simulator } from '../../simulator';
import { fromModel } from './agents';
import { question } from './parameters';

/** Parameters of a question that a model asks, answered by SMS within so many minutes. */
export const askedByTool = (to: string, minutes: number, more: IDataObject = {}): IDataObject => ({
	...{ ...question, to, message: fromModel('Message'), responseType: 'smsReply' },
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
