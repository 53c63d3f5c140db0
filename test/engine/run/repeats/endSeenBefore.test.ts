/** An end that an earlier try saw, such as a reply, is told by later tries, too. */
import type { IDataObject } from 'n8n-workflow';

import { withSimulatorAndStore } from '../../../harness/n8n/deduplication';
import { runNode } from '../../../harness/n8n/engine';
import { collections } from '../../../harness/n8n/options';
import { empty } from '../../../harness/service/service';
import { serviceTime } from '../../../harness/time/serviceTime';
import { ada, bob, from, refused, saidOf, send } from '../../../harness/random/told';
import { companyNumbers } from '../../../simulator';

const { time, clock, watch } = serviceTime();
const { simulator } = withSimulatorAndStore({ seed: empty, clock }, watch);

const wait = { waitForDelivery: { values: { waitInterval: 1, waitLimit: 1 } } };

describe.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'On Error: %s; Retry On Fail; row 1 is refused, row 2 has its end; in the second try no conversation can be read',
	(onError) => {
		const rows = [
			{ phone: bob, text: 'Hi' },
			{ phone: ada, text: 'Hi' },
		];
		/** Each try loads the credential twice: for the first item and for the last. */
		const tryTwice = async (parameters: IDataObject, fails = true) => {
			simulator.fail({ body: { to: bob } }, refused);
			let reads = 0;
			const credential = {
				baseUrl: simulator.baseUrl,
				get apiKey() {
					const no = { kind: 'status', status: 403 } as const;
					if (++reads === 3 && fails) simulator.fail({ method: 'GET' }, no, Infinity);
					return simulator.apiKey;
				},
			};
			const twice = { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
			const given = { parameters, items: rows, credential, clock: time, settings: twice };
			return saidOf(await time.run(runNode(given)), 2)[1];
		};
		const ask = (options: IDataObject = {}) => ({
			resource: 'sms',
			operation: 'sendAndWait',
			from,
			to: '={{ $json.phone }}',
			message: 'OK?',
			responseType: 'smsReply',
			...collections(options),
			replyOptions: { values: { yesWords: 'yes', noWords: 'no' } },
		});
		const yesAfter = (ms: number) =>
			void time.sleep(ms).then(() => {
				simulator.store.receiveSms({ from: ada, to: companyNumbers[0], body: 'Yes' });
			});
		test('the answer of the first try is told', async () => {
			yesAfter(3000);
			const { word, row } = await tryTwice(ask());
			expect(word).toBe('done');
			expect(row?.data).toMatchObject({ approved: true, text: 'Yes' });
		});
		test('an answer that had not come at the limit of the first try is waited for', async () => {
			yesAfter(90_000);
			const values = { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'minutes' };
			const { word, row } = await tryTwice(ask({ limitWaitTime: { values } }), false);
			expect(word).toBe('done');
			expect(row?.data).toMatchObject({ approved: true, text: 'Yes' });
		});
		test('the delivery that the first try saw is told', async () => {
			const { word, row } = await tryTwice(send(wait));
			expect(word).toBe('done');
			expect(row?.status).toBe('DELIVERED');
		});
	},
);
