import { isDeepStrictEqual } from 'node:util';
import { random } from './random';

/** What may go wrong with an answer. "Carried out" means that the ledger has it. */
export type Fault =
	/** `processed`: the request is carried out first and then answered with the failure. */
	| {
			kind: 'status';
			status: number;
			message?: string;
			headers?: Record<string, string>;
			processed?: boolean;
	  }
	/** 200 with success false; not carried out. */
	| { kind: 'successFalse'; message?: string }
	/** 200, carried out, the envelope without that key. */
	| { kind: 'missingSuccess' }
	| { kind: 'missingData' }
	/** 200, carried out, with more fields in `data`. */
	| { kind: 'moreData'; value: object }
	/** The normal answer, later. */
	| { kind: 'delay'; ms: number }
	/** The head of the normal answer at once, its body bit by bit: `bytes` (1) every `everyMs`. */
	| { kind: 'trickle'; everyMs: number; bytes?: number }
	/** No answer until the simulator closes; not carried out. */
	| { kind: 'hang' }
	/** The socket is reset (RST), before or after carrying out. */
	| { kind: 'reset'; processed?: boolean }
	/** Carried out; a proper answer of half a JSON text. */
	| { kind: 'halfBody' }
	/** Carried out; Content-Length announces more than is sent before the socket goes. */
	| { kind: 'cutBody' }
	/** 200 with these headers and this text; without a text, with the file that was asked for. */
	| { kind: 'file'; headers: Record<string, string>; text?: string }
	/** A gateway's page (502 unless told otherwise); not carried out. */
	| { kind: 'html'; status?: number }
	/** 429, `retryAfter` verbatim (seconds or a date); not carried out. */
	| { kind: 'rateLimited'; retryAfter?: string }
	/** 302 unless told otherwise; not carried out. */
	| { kind: 'redirect'; to: string; status?: number }
	/** Another page, echo and items, than the one asked for. */
	| { kind: 'wrongPage' }
	/** First `by` records come to the front of the list asked for (contacts, conversations, calls). */
	| { kind: 'shift'; by: number }
	/** The pagination object replaced. */
	| { kind: 'pagination'; value: unknown }
	/** Some of the pagination object's numbers replaced. */
	| { kind: 'counts'; value: { total?: number; limit?: number; totalPages?: number } };

/**
 * Which requests a fault is for; what is left out matches all.
 * - `path`: a RegExp on the raw path, or a text that is the whole path, with or without `/api/v1`
 *   before it, in which `*` stands for anything and `{name}` for one segment.
 * - `body`, `query`: each key given must be there with an equal value.
 * - `every`: of the requests that match and that no earlier fault took, only each n-th.
 * Requests for recordings are matched only by faults whose `path` matches `/recordings/...`.
 */
export interface FaultMatch {
	method?: string;
	path?: string | RegExp;
	query?: Record<string, unknown>;
	body?: Record<string, unknown>;
	every?: number;
}

export interface FaultTarget {
	method: string;
	path: string;
	query: Record<string, unknown>;
	body: unknown;
}

export interface RandomFaults {
	seed: number;
	/** Share of requests that fail, 0 to 1. */
	rate: number;
	faults: Fault[];
}

interface Rule {
	matches(target: FaultTarget): boolean;
	namesPath: boolean;
	every: number;
	seen: number;
	left: number;
	fault: Fault;
}

function pathPattern(path: string): RegExp {
	const pattern = path
		.replace(/[.+?^$()|[\]\\]/g, '\\$&')
		.replace(/\*/g, '.*')
		.replace(/\{[^}]*\}/g, '[^/]+');
	return new RegExp(`^(?:/api/v1)?${pattern}$`);
}

function contains(whole: unknown, part: Record<string, unknown> = {}): boolean {
	const fields = new Map(Object.entries(whole ?? {}));
	return Object.entries(part).every(([key, value]) => isDeepStrictEqual(fields.get(key), value));
}

/** The faults to come. They are tried in the order they were added; the first that fires is it. */
export class Faults {
	private rules: Rule[] = [];
	private randomly: () => Fault | undefined = () => undefined;

	/** The next `times` requests that match get the fault. */
	add(match: FaultMatch, fault: Fault, times = 1): void {
		const { method, path, query, body, every = 1 } = match;
		const pattern = typeof path === 'string' ? pathPattern(path) : path;
		this.rules.push({
			matches: (target) =>
				(!method || method.toUpperCase() === target.method) &&
				// `search` and not `test`: a global RegExp would remember where it stopped.
				(!pattern || target.path.search(pattern) >= 0) &&
				contains(target.query, query) &&
				contains(target.body, body),
			namesPath: pattern !== undefined,
			every,
			seen: 0,
			left: times,
			fault,
		});
	}

	/** From now on each request that no other fault takes fails by chance, the same way each run. */
	addRandom({ seed, rate, faults }: RandomFaults): void {
		const draw = random(seed);
		this.randomly = () => (draw() < rate ? faults[Math.floor(draw() * faults.length)] : undefined);
	}

	clear(): void {
		this.rules = [];
		this.randomly = () => undefined;
	}

	/** The fault for this request of the API, if any; it counts as used. */
	take(target: FaultTarget): Fault | undefined {
		return this.takeFrom(this.rules, target) ?? this.randomly();
	}

	/** The same for a request for a recording. */
	takeForRecording(target: FaultTarget): Fault | undefined {
		return this.takeFrom(
			this.rules.filter((rule) => rule.namesPath),
			target,
		);
	}

	private takeFrom(rules: Rule[], target: FaultTarget): Fault | undefined {
		const rule = rules.find(
			(candidate) =>
				candidate.left > 0 && candidate.matches(target) && ++candidate.seen % candidate.every === 0,
		);
		if (rule) rule.left--;
		return rule?.fault;
	}
}
