import type { IDataObject } from 'n8n-workflow';

import { companyNumbers, type Simulator } from '../../simulator';
import { empty, withSimulator } from '../service/service';
import { serviceTime } from '../time/serviceTime';
import { runNode } from './engine';
import { question } from './parameters';

/** Parameters of a question that is answered by SMS within so many minutes. */
export const askedBySms = (to: string, minutes: number, more: IDataObject = {}): IDataObject => ({
	...question,
	to,
	message: '={{ $json.ask }}',
	responseType: 'smsReply',
	replyOptions: { values: { yesWords: 'yes, ok', noWords: 'no' } },
	options: { limitWaitTime: { values: { resumeAmount: minutes, resumeUnit: 'minutes' } } },
	...more,
});

/** The person writes. */
export function write(simulator: Simulator, from: string, body: string) {
	simulator.store.receiveSms({ from, to: companyNumbers[0], body });
}

/** Who is asked. */
export const person = '+15550100077';

/** For the tests of a file: questions to a person, answered within two minutes, at a service on virtual time. */
export function questions() {
	const { time, clock, watch } = serviceTime();
	const simulator = withSimulator({ seed: empty, clock }, watch);
	return {
		time,
		simulator,
		/** So many seconds from now, the person writes. */
		reply(seconds: number, body: string, from = person) {
			void time.sleep(seconds * 1000).then(() => write(simulator, from, body));
		},
		/** A question of a workflow; the test lets the time pass. */
		async ofWorkflow(message: string, more: IDataObject = {}, item: IDataObject = {}) {
			const parameters = { ...askedBySms(person, 2, more), message };
			const items = [item];
			const result = await runNode({ parameters, items, credential: simulator, clock: time });
			return { json: result.items[0]?.json, error: result.error, hints: result.hints };
		},
	};
}
