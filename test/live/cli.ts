import { parseArgs } from 'node:util';
import { UserError } from 'n8n-workflow';

import { testWords } from '../../credentials/testWords';
import { withoutKey } from '../../nodes/VoiceSms/api/http/envelope';
import { cleanKey, parseBaseUrl } from '../../nodes/VoiceSms/api/paths';
import { isObject } from '../../nodes/VoiceSms/util/isObject';
import { Client, type ClientOptions, Unseen } from './client';
import { contact, guesses, type Numbers } from './guesses';
import { type Finding, needsAction, report } from './report';

const usage = `VOICE_SMS_BASE_URL=https://…/api/v1 VOICE_SMS_API_KEY=… npm run check:live -- [options]

Asks the service which of the node's guesses hold. It only reads, in 30 to 100 requests.

  --write        also send ONE SMS, create a contact and update it; needs --from and --to
  --from NUMBER  one of your company's numbers, such as +15550100001
  --to NUMBER    a phone that may get the SMS

Exit code 0: nothing to do. 1: something to do. 2: the check could not run.`;

export interface Surroundings extends Pick<ClientOptions, 'clock' | 'requestMs'> {
	environment: Record<string, string | undefined>;
	print(text: string): void;
}

/**
 * The live check as a command. It never shows the key.
 *
 * @returns the exit code
 */
export async function run(given: string[], surroundings: Surroundings): Promise<number> {
	const { environment, print, ...more } = surroundings;
	let client: Client | undefined;
	try {
		const numbers = readArguments(given);
		const baseUrl = parseBaseUrl(environment.VOICE_SMS_BASE_URL).url;
		const apiKey = cleanKey(environment.VOICE_SMS_API_KEY);
		if (apiKey === '') throw new UserError('The API Key is empty');
		client = new Client({ ...more, apiKey, baseUrl });
		await refuseStranger(client);
		if (numbers !== undefined) print(warning(numbers));
		const findings = await findingsOf(client, numbers);
		const seconds = (client.passedMs / 1000).toFixed(1);
		print(`${report(findings)}\n${client.requests} requests in ${seconds} s.`);
		return findings.some(needsAction) ? 1 : 0;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		const why = withoutKey(error.message, client?.options.apiKey ?? '');
		print(`The live check could not run. ${why}${client === undefined ? `.\n\n${usage}` : ''}`);
		return 2;
	}
}

function readArguments(given: string[]): Numbers | undefined {
	try {
		const { write, from, to } = parseArgs({
			args: given,
			options: {
				write: { type: 'boolean', default: false },
				from: { type: 'string' },
				to: { type: 'string' },
			},
		}).values;
		if (!write && from === undefined && to === undefined) return undefined;
		if (write && from !== undefined && to !== undefined) return { from, to };
		throw new Error('--write, --from and --to belong together. Nothing was sent');
	} catch (error) {
		throw new UserError((error as Error).message);
	}
}

const warning = ({ from, to }: Numbers) =>
	`Writing: one SMS from ${from} to ${to}, and a contact "${contact.firstName} ${contact.lastName}" (${contact.email}), which is then updated. The interface cannot delete contacts: delete it at the service afterwards.`;

/** Ends the check if the first answer does not come from the service, or refuses the key. */
async function refuseStranger(client: Client): Promise<void> {
	const { status, body } = await client.ask('listContacts');
	const words = testWords[status];
	if (words !== undefined) throw new UserError(words);
	if (isObject(body) && typeof body.success === 'boolean') return;
	throw new UserError(
		`The answer from this address is not from the service (HTTP ${status}): ${isObject(body) ? 'it has no "success"' : 'it is not JSON'}. Check that the Base URL ends in /api/v1.`,
	);
}

/** Asks the service for all guesses. Writes nothing without numbers. */
export async function findingsOf(client: Client, numbers?: Numbers): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const { guess, ask, writes } of guesses) {
		const asked =
			writes && numbers === undefined
				? Promise.reject(new Unseen('only --write shows it'))
				: ask(client, numbers ?? { from: '', to: '' });
		const { verdict, seen, todo } = await asked.catch((error: unknown) => {
			if (!(error instanceof Unseen)) throw error;
			return { verdict: 'could not be seen' as const, seen: error.message, todo: '' };
		});
		// Here and not in the table, which may break the key into two lines.
		const hidden = withoutKey(seen, client.options.apiKey);
		findings.push({ guess, verdict, seen: hidden, todo });
	}
	return findings;
}
