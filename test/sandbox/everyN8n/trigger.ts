import { jestExpect as expect } from '@jest/expect';

import { waitFor } from '../../../sandbox/progress';
import { items } from '../../../sandbox/workflows';
import { inARow, smsNode } from '../../queue/workflows';
import { often, triggerType } from '../often';
import type { Check } from './checks';
import { whilePublished } from './workflows';

/** That nothing comes out twice. */
export const ofTrigger: Check[] = [
	{
		name: 'Trigger: each event comes out once, also over a restart of n8n',
		async run({ sandbox }) {
			const { simulator } = sandbox;
			const polling = smsNode('Trigger', { event: 'contactCreated', pollTimes: often });
			const workflow = inARow('versionsNewContacts', [{ ...polling, type: triggerType }]);
			const given = async () => {
				const runs = await sandbox.triggered(workflow);
				expect(runs.filter(({ status }) => status !== 'success')).toEqual([]);
				return runs.flatMap((run) => items(run, 'Trigger')).map(({ json }) => String(json.id));
			};
			const until = async (what: string, isSo: () => Promise<boolean> | boolean) => {
				await waitFor(what, 60, async () => ((await isSo()) ? true : undefined));
			};
			// Each begins with the first page.
			const polls = () => simulator.requests.filter(({ query }) => query.page === '1').length;
			const more = async (count: number) => {
				const wanted = polls() + count;
				await until('n8n to poll', () => polls() >= wanted);
			};
			const wanted: string[] = [];
			const add = () => void wanted.push(simulator.store.addContact().id);
			const happen = async () => {
				for (let i = 0; i < 3; i++) add();
				const areOut = async () => (await given()).length >= wanted.length;
				await until('the new contacts to come out', areOut);
			};
			await whilePublished(sandbox, workflow, async () => {
				await more(1);
				await happen();
				await sandbox.restartN8n(add);
				await happen();
				// What comes out twice could still be to come.
				await more(2);
				expect((await given()).sort()).toEqual(wanted.sort());
			});
		},
	},
];
