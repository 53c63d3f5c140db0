import axios from 'axios';

import type { Clock } from '../../nodes/VoiceSms/api/clock';
import { parseRetryAfter } from '../../nodes/VoiceSms/api/http/envelope';
import { unreachable } from '../../credentials/testWords';
import type { Answer, Reply } from './reply';

export interface ClientOptions {
	/** As the credential takes it, without a slash at the end. */
	baseUrl: string;
	apiKey: string;
	clock: Pick<Clock, 'now' | 'passed' | 'sleep'>;
	/** Milliseconds that a request may take; default 15 s. */
	requestMs?: number;
	/** Milliseconds that all of them may take; default 5 minutes. */
	wholeMs?: number;
}

export interface Sending {
	query?: Record<string, string | number>;
	body?: object;
	/** In the place of the right one. */
	apiKey?: string;
}

/** Milliseconds between two requests: nobody is to notice them. */
const pauseMs = 100;
/** Times that a request is made which is answered 429. */
const tries = 4;
/** Longest wait after a 429, in milliseconds, and the one for each try where the service names none. */
const longestWaitMs = 60_000;
const usualWaitMs = 5_000;
const largestAnswer = 20 * 2 ** 20;

/** Statuses that say something about the moment alone. */
const passing = [429, 502, 503, 504];

const limitHeader = /^(x-)?(retry-after|rate-?limit)/;

/** Makes the requests one by one, follows no redirect, and keeps what they tell about limits. */
export class Client {
	requests = 0;
	/** Of each header about limits, the values seen. */
	readonly limitHeaders = new Map<string, string[]>();
	/** Retry-After of each answer with 429, undefined where there was none. */
	readonly refusals: Array<string | undefined> = [];
	/** Content types seen, without parameters such as the charset. */
	readonly contentTypes = new Set<string>();
	/** By the service's clock at the last answer, ms since 1970; by our own where it did not say. */
	serviceTime: number;
	private readonly beganAt: number;

	constructor(private readonly options: ClientOptions) {
		this.serviceTime = options.clock.now();
		this.beganAt = options.clock.passed();
	}

	/** Milliseconds since the beginning. */
	get passed(): number {
		return this.options.clock.passed() - this.beganAt;
	}

	/**
	 * A request that was refused with 429 is made again, which is safe for writes too; one for reading
	 * also where a gateway had no answer, once. Never throws: what went wrong is the reply.
	 */
	async send(method: string, path: string, sending: Sending = {}): Promise<Reply> {
		const { clock } = this.options;
		for (let attempt = 1; ; attempt++) {
			if (this.requests > 0) await clock.sleep(pauseMs);
			if (this.leftMs <= 0) return { kind: 'none', why: 'the time of the whole check was up' };
			const reply = await this.once(method, path, sending);
			if (reply.kind === 'none' || !passing.includes(reply.status)) return reply;
			const { status, headers } = reply;
			const retryAfter = headers['retry-after'];
			if (status === 429) this.refusals.push(retryAfter);
			const asked = parseRetryAfter(retryAfter, clock.now()) ?? usualWaitMs * attempt;
			const waitMs = Math.max(pauseMs, asked);
			const mayRepeat = status === 429 || (method === 'get' && attempt === 1);
			const hasTime = attempt < tries && waitMs <= Math.min(longestWaitMs, this.leftMs);
			if (!mayRepeat || !hasTime) {
				const what = status === 429 ? 'asks for fewer requests' : 'could not answer';
				return { kind: 'none', why: `The service ${what} (HTTP ${status}). Try again later.` };
			}
			await clock.sleep(waitMs);
		}
	}

	private get leftMs(): number {
		return (this.options.wholeMs ?? 300_000) - this.passed;
	}

	private async once(method: string, path: string, sending: Sending): Promise<Reply> {
		const { baseUrl, requestMs = 15_000 } = this.options;
		const { query = {}, body, apiKey = this.options.apiKey } = sending;
		const search = new URLSearchParams();
		for (const [name, value] of Object.entries(query)) search.set(name, String(value));
		const signal = AbortSignal.timeout(Math.ceil(Math.min(requestMs, this.leftMs)));
		this.requests++;
		try {
			const { status, headers, data } = await axios.request<string>({
				method,
				url: `${baseUrl}${path}${search.size === 0 ? '' : `?${search.toString()}`}`,
				headers: { 'x-api-key': apiKey, accept: 'application/json' },
				data: body,
				maxRedirects: 0,
				maxContentLength: largestAnswer,
				validateStatus: () => true,
				responseType: 'text',
				// As it came: axios would take what is no JSON for a text without a word.
				transformResponse: (text: string) => text,
				signal,
			});
			const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
			return this.keep({
				kind: 'answer',
				status,
				headers: Object.fromEntries(texts) as Record<string, string>,
				body: parsed(data),
			});
		} catch (error) {
			if (signal.aborted) return { kind: 'none', why: `No answer came within ${requestMs} ms.` };
			return { kind: 'none', why: whyOf(error, baseUrl) };
		}
	}

	private keep(answer: Answer): Answer {
		const { headers } = answer;
		for (const [name, value] of Object.entries(headers)) {
			if (!limitHeader.test(name)) continue;
			this.limitHeaders.set(name, [...(this.limitHeaders.get(name) ?? []), value]);
		}
		this.contentTypes.add((headers['content-type'] ?? 'none').split(';')[0].trim().toLowerCase());
		const date = Date.parse(headers.date ?? '');
		this.serviceTime = Number.isNaN(date) ? this.options.clock.now() : date;
		return answer;
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function whyOf(error: unknown, baseUrl: string): string {
	if (String(error).includes('maxContentLength')) return 'The answer is larger than 20 MB.';
	const { message } = unreachable(error, baseUrl) as Error;
	return message;
}
