import { UserError } from 'n8n-workflow';

import { testRules } from '../../credentials/testWords';
import { withoutKey } from '../../nodes/VoiceSms/api/http/envelope';
import { cleanKey, parseBaseUrl } from '../../nodes/VoiceSms/api/paths';
import { isObject } from '../../nodes/VoiceSms/util/values';
import { Client, type ClientOptions, Unseen } from './client';
import { guesses } from './guesses';
import { type Finding, type Judgement, needsAction, report } from './report';

const usage = `VOICE_SMS_BASE_URL=https://…/api/v1 VOICE_SMS_API_KEY=… npm run check:live

Asks the service which of the node's guesses hold. It only reads, in 25 to 100 requests.

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
		if (given.length > 0) throw new UserError('It has no options');
		const baseUrl = parseBaseUrl(environment.VOICE_SMS_BASE_URL).url;
		const apiKey = cleanKey(environment.VOICE_SMS_API_KEY);
		if (apiKey === '') throw new UserError('The API Key is empty');
		client = new Client({ ...more, apiKey, baseUrl });
		await refuseStranger(client);
		const findings = await findingsOf(client);
		const seconds = (more.clock.passed() / 1000).toFixed(1);
		print(`${report(findings)}\n${client.requests} requests to ${baseUrl} in ${seconds} s.`);
		return findings.some(needsAction) ? 1 : 0;
	} catch (error) {
		if (!(error instanceof UserError)) throw error;
		const why = withoutKey(error.message, client?.options.apiKey ?? '');
		print(`The live check could not run. ${why}${client === undefined ? `.\n\n${usage}` : ''}`);
		return 2;
	}
}

/** Ends the check if the first answer does not come from the service, or refuses the key. */
async function refuseStranger(client: Client): Promise<void> {
	const { status, body } = await client.ask('/api/contacts');
	const refusal = testRules?.find(({ properties }) => properties.value === status);
	if (refusal !== undefined) throw new UserError(refusal.properties.message);
	if (isObject(body) && typeof body.success === 'boolean') return;
	throw new UserError(
		`The answer from this address is not from the service (HTTP ${status}): ${isObject(body) ? 'it has no "success"' : 'it is not JSON'}. Check that the Base URL ends in /api/v1.`,
	);
}

/** Asks the service for all guesses. */
export async function findingsOf(client: Client): Promise<Finding[]> {
	const findings: Finding[] = [];
	for (const { guess, ask } of guesses) {
		const { seen, ...more } = await ask(client).catch((error: unknown): Judgement => {
			if (!(error instanceof Unseen)) throw error;
			return { verdict: 'could not be seen', seen: error.message, todo: '' };
		});
		findings.push({ guess, seen: withoutKey(seen, client.options.apiKey), ...more });
	}
	return findings;
}
