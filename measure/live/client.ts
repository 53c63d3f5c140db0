import axios from 'axios';
import { type IDataObject, UserError } from 'n8n-workflow';

import type { Clock } from '../../nodes/VoiceSms/api/clock';
import { parseRetryAfter, quote, serviceMessage } from '../../nodes/VoiceSms/api/http/envelope';
import { isObject } from '../../nodes/VoiceSms/util/values';

/** The service does not show whether a guess is right. The message says why. */
export class Unseen extends UserError {}

export interface ClientOptions {
	/** As the credential takes it, without a slash at the end. */
	baseUrl: string;
	apiKey: string;
	clock: Pick<Clock, 'now' | 'passed' | 'sleep'>;
	/** Milliseconds for a request; default 15 s. */
	requestMs?: number;
}

export interface Asked {
	/** For the `{name}` in the path. */
	id?: unknown;
	query?: Record<string, string | number>;
	/** Sent instead of the right key. */
	apiKey?: string;
}

export interface Answer {
	/** With the `{name}` of an ID, as in openapi.yaml. */
	path: string;
	status: number;
	/** By names in small letters. */
	headers: Record<string, string | undefined>;
	/** The parsed JSON; the text if it is not JSON. */
	body: unknown;
}

/** The `data` of a good answer, which has a 2xx status and `success: true`; undefined for a refusal. */
export function dataOf({ status, body }: Answer): IDataObject | undefined {
	if (status < 200 || status > 299 || !isObject(body) || body.success !== true) return undefined;
	return isObject(body.data) ? body.data : undefined;
}

/** An answer in a few words, without records: `HTTP 404, "No such call"`. */
export function inShort(answer: Answer): string {
	const { status, body } = answer;
	if (dataOf(answer) !== undefined) return `HTTP ${status}, success`;
	const text = isObject(body) ? (serviceMessage(body) ?? JSON.stringify(body)) : String(body);
	return `HTTP ${status}, "${quote(text)}"`;
}

/** Milliseconds between two requests, so that the check disturbs nobody. */
const pauseMs = 100;
/** Milliseconds from the start of the program to the end of the check. */
const wholeMs = 300_000;
const tries = 4;
/** Milliseconds until a request is repeated: at most, and for each try if the service names none. */
const longestWaitMs = 60_000;
const usualWaitMs = 5_000;

/** Reads only: one request after the other, and the same request once. Follows no redirects. */
export class Client {
	requests = 0;
	/** Without those of a gateway, such as 429. */
	readonly answers: Answer[] = [];
	private readonly asked = new Map<string, Promise<Answer>>();

	constructor(readonly options: ClientOptions) {}

	/**
	 * Repeats a request after 429, and after 502 to 504.
	 *
	 * @param path with `{name}` for an ID, as in openapi.yaml
	 * @throws Unseen if there is no answer
	 */
	async ask(path: string, asked: Asked = {}): Promise<Answer> {
		const name = JSON.stringify([path, asked]);
		const answer = this.asked.get(name) ?? this.patiently(path, asked);
		this.asked.set(name, answer);
		return await answer;
	}

	private async patiently(path: string, asked: Asked): Promise<Answer> {
		const { clock } = this.options;
		for (let attempt = 1; ; attempt++) {
			const leftMs = wholeMs - clock.passed();
			if (leftMs <= 0) throw new Unseen('the five minutes of the check were over');
			if (this.requests > 0) await clock.sleep(pauseMs);
			const answer = await this.once(path, asked, leftMs);
			const { status, headers } = answer;
			if (![429, 502, 503, 504].includes(status)) {
				this.answers.push(answer);
				return answer;
			}
			const asks = parseRetryAfter(headers['retry-after'], clock.now());
			const waitMs = Math.max(pauseMs, asks ?? usualWaitMs * attempt);
			if (attempt === tries || waitMs > Math.min(longestWaitMs, leftMs)) {
				const what = status === 429 ? 'asks for fewer requests' : 'could not answer';
				throw new Unseen(`The service ${what}: ${inShort(answer)}. Try again later.`);
			}
			await clock.sleep(waitMs);
		}
	}

	private async once(path: string, asked: Asked, leftMs: number): Promise<Answer> {
		const { baseUrl, requestMs = 15_000 } = this.options;
		const { id, query, apiKey = this.options.apiKey } = asked;
		const url = `${baseUrl}${path.replace(/\{\w+\}/, encodeURIComponent(String(id)))}`;
		const signal = AbortSignal.timeout(Math.ceil(Math.min(requestMs, leftMs)));
		this.requests++;
		try {
			const { status, headers, data } = await axios.get<string>(url, {
				params: query,
				signal,
				headers: { 'x-api-key': apiKey, accept: 'application/json' },
				maxRedirects: 0,
				maxContentLength: 20 * 2 ** 20,
				validateStatus: () => true,
				// Without it, axios would parse the JSON and hide an answer that is not JSON.
				responseType: 'text',
				transformResponse: (text: string) => text,
			});
			return { path, status, headers, body: parsed(data) } as Answer;
		} catch (error) {
			if (signal.aborted) throw new Unseen(`No answer came within ${requestMs} ms`);
			throw new Unseen((error as Error).message);
		}
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
