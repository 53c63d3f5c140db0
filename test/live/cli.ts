import { parseArgs } from 'node:util';

import { withoutKey } from '../../nodes/VoiceSms/api/http/envelope';
import { parseBaseUrl } from '../../nodes/VoiceSms/api/paths';
import { CannotRun, check } from './check';
import type { ClientOptions } from './client';
import { type Numbers, warning } from './guesses/writes';
import { asJson, asText } from './report';

const usage = `VOICE_SMS_BASE_URL=https://…/api/v1 VOICE_SMS_API_KEY=… npm run check:live -- [options]

Asks the service which of the node's guesses hold. It reads only, about 40 to 80 requests.

  --json         the report as JSON
  --write        also send ONE SMS, make a contact and update it; needs --from and --to
  --from NUMBER  one of the company's numbers, such as +15550100001
  --to NUMBER    a phone that may get the SMS
  --help         this

Exit code 0: nothing needs to be done. 1: something does. 2: the check could not run.`;

/** Where a run takes what it needs from, and where it says something. */
export interface Surroundings {
	environment: Record<string, string | undefined>;
	clock: ClientOptions['clock'];
	/** The report. */
	print(text: string): void;
	/** What is not the report: a warning, or why there is none. */
	warn(text: string): void;
	requestMs?: number;
	wholeMs?: number;
}

/**
 * The live check as a command. Never throws for what the service does, and never says the key.
 *
 * @returns the exit code
 */
export async function run(given: string[], surroundings: Surroundings): Promise<number> {
	const { environment, clock, requestMs, wholeMs } = surroundings;
	const apiKey = (environment.VOICE_SMS_API_KEY ?? '').trim();
	const print = (text: string) => surroundings.print(withoutKey(text, apiKey));
	const warn = (text: string) => surroundings.warn(withoutKey(text, apiKey));
	try {
		const { help, json, numbers } = readArguments(given);
		if (help) {
			print(usage);
			return 0;
		}
		const baseUrl = readBaseUrl(environment.VOICE_SMS_BASE_URL);
		checkKey(apiKey);
		if (numbers !== undefined) warn(warning(numbers));
		const report = await check({ baseUrl, apiKey, clock, requestMs, wholeMs }, numbers);
		print((json ? asJson : asText)(report, baseUrl));
		return report.findings.some(({ needsAction }) => needsAction) ? 1 : 0;
	} catch (error) {
		if (!(error instanceof CannotRun)) throw error;
		warn(`The live check could not run. ${error.message}`);
		return 2;
	}
}

/** E.164, as the interface has it. */
const phoneNumber = /^\+[1-9]\d{6,14}$/;

function readArguments(given: string[]): { help: boolean; json: boolean; numbers?: Numbers } {
	const { help, json, write, from, to } = parsed(given);
	if (!write && (from !== undefined || to !== undefined)) {
		throw new CannotRun('--from and --to are for --write: without it nothing is sent.');
	}
	if (!write) return { help, json };
	if (from === undefined || to === undefined) {
		throw new CannotRun(
			'--write sends one SMS: say from which number and to which, by --from and --to. Nothing was sent.',
		);
	}
	for (const [name, number] of Object.entries({ from, to })) {
		if (!phoneNumber.test(number)) {
			throw new CannotRun(`--${name} takes a number such as +15550100042. Nothing was sent.`);
		}
	}
	return { help, json, numbers: { from, to } };
}

function parsed(given: string[]) {
	try {
		const { values } = parseArgs({
			args: given,
			options: {
				json: { type: 'boolean', default: false },
				write: { type: 'boolean', default: false },
				from: { type: 'string' },
				to: { type: 'string' },
				help: { type: 'boolean', default: false },
			},
		});
		return values;
	} catch (error) {
		throw new CannotRun(`${(error as Error).message}\n\n${usage}`);
	}
}

function readBaseUrl(text: string | undefined): string {
	if ((text ?? '').trim() === '') {
		throw new CannotRun(`VOICE_SMS_BASE_URL is not set.\n\n${usage}`);
	}
	try {
		return parseBaseUrl(text).url;
	} catch (error) {
		throw new CannotRun(`VOICE_SMS_BASE_URL: ${(error as Error).message}.`);
	}
}

function checkKey(apiKey: string): void {
	if (apiKey === '') throw new CannotRun(`VOICE_SMS_API_KEY is not set.\n\n${usage}`);
	if (!/^[\x21-\x7e]+$/.test(apiKey)) {
		throw new CannotRun('VOICE_SMS_API_KEY holds a space or another sign that no key has.');
	}
}
