import type { INode } from 'n8n-workflow';

import type { RequestContext } from '../../../../nodes/VoiceSms/api/access';
import { Api } from '../../../../nodes/VoiceSms/api/api';
import { Connection } from '../../../../nodes/VoiceSms/api/connection';
import { classify } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { readAccess } from '../../../../nodes/VoiceSms/api/access';
import { testClock } from '../../../harness/time/clock';
import { logger } from '../../../harness/n8n/log';
import { fake } from '../../../harness/n8n/fake';
import { said } from '../../../harness/n8n/messages';

/** What the error of a 404 with that body says: missing, of the one record alone, temporary. */
async function saidBy404(body: unknown) {
	const context = fake<RequestContext>({
		logger,
		getNode: () => ({ name: 'n', type: 'voiceSms', typeVersion: 1 }) as INode,
		getCredentials: async () =>
			await Promise.resolve({ baseUrl: 'https://host.example', apiKey: 'key_1' }),
		helpers: {
			httpRequestWithAuthentication: async () =>
				await Promise.resolve({ statusCode: 404, headers: {}, body }),
		},
	});
	const connection = new Connection(context, await readAccess(context), testClock());
	const api = new Api(connection, { nameInErrors: 'contact 1' });
	const error = (await api.get('/api/contacts/1', 'client').catch((caught) => caught)) as Error;
	expect(error).toMatchObject({
		message: `${said.notFound}: contact 1`,
		description: expect.stringContaining("'Base URL' ends in /api/v1") as string,
	});
	const { isMissing, isAboutOneRecord, isTemporary } = classify(error);
	return [isMissing, isAboutOneRecord, isTemporary];
}

test.each([
	{ message: 'Not Found' },
	{ detail: 'Not Found' },
	{ error: 'no route' },
	{ success: 'false', message: 'Contact not found' },
	'<h1>Not Found</h1>',
	'',
])('HTTP 404 %j is not the service saying that it has no such contact', async (body) => {
	expect(await saidBy404(body)).toStrictEqual([false, true, true]);
});

test("HTTP 404 in the service's own shape is", async () => {
	const body = { success: false, message: 'Contact not found' };
	expect(await saidBy404(body)).toStrictEqual([true, true, false]);
});
