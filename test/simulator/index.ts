import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type NextFunction, type Request, type Response } from 'express';
import { answer, answerInstead, Refusal, type Hold } from './answer';
import { machinePace, manualClock, type SimulatorClock } from './clock';
import { control } from './control';
import { Faults, type Fault, type FaultMatch, type RandomFaults } from './faults';
import { Bucket, Slots, type RateLimit, type SlotLimit } from './limits';
import type { ListOrder } from './list';
import { onlyOwnPages, phone, type Try } from './phone';
import { recording } from './recordings';
import { operations, type LedgerEntry, type Outcome } from './routes';
import { defaultSizes, seed, type SeedSizes } from './seed';
import { Store } from './store';
import { openApiPath, validator, type Serve, type UnstatedNames } from './validator';

export { fastClock, manualClock, realClock, type Pace, type SimulatorClock } from './clock';
export type { Fault, FaultMatch, RandomFaults } from './faults';
export type { RateLimit, SlotLimit } from './limits';
export type { ListOrder } from './list';
export type { Try } from './phone';
export type * from './resources';
export { operations, type LedgerEntry, type Outcome } from './routes';
export type { SeedSizes } from './seed';
export { companyNumbers, Store } from './store';
export { openApiPath } from './validator';

export interface SimulatorOptions {
	/** Of the API; 0, the default, takes a free one. */
	port?: number;
	/** Default: stands still at 2026-06-01T12:00:00.000Z. */
	clock?: SimulatorClock;
	/** Added to every answer. */
	latencyMs?: number;
	/** Default true: an undocumented query parameter or body field is answered 400, naming it. */
	strict?: boolean;
	/** Default 2500 contacts, 300 conversations, 3000 messages, 1200 calls. */
	seed?: Partial<SeedSizes>;
	/** Default newest-first. */
	order?: ListOrder;
	/** The largest `limit` of the conversation list, default 50. */
	conversationPageLimit?: number;
	/** Most records that a page of any list holds, whatever is asked for; default: no such bound. */
	pageLimit?: number;
	/** Default false: PUT clears the fields it is not given. */
	putKeepsOmitted?: boolean;
	/** Names of parameters that the interface does not show; default: those of openapi.yaml. */
	names?: Partial<UnstatedNames>;
	/** Statuses given in the place of others, such as `{ 404: 400 }`; 200 comes with success false. */
	statuses?: Readonly<Record<number, number>>;
	/** Changes what an operation of openapi.yaml answers with, `message` and `data`. */
	reshape?: (outcome: Outcome, operationId: string) => Outcome;
	/** Default false. True: an answer that openapi.yaml does not allow becomes a 500. */
	checkAnswers?: boolean;
}

export interface LoggedRequest {
	/** 1 for the first since start or reset. */
	number: number;
	/** Arrival, ms since 1970 by the machine's clock (not the simulator's). */
	at: number;
	method: string;
	/** As on the wire, percent-encoding included, without the query. */
	path: string;
	query: Record<string, string | string[]>;
	headers: Request['headers'];
	/** The JSON sent, undefined when there was none. */
	body: unknown;
	/** 0 until answered, and for good when the answer never came. */
	status: number;
	/** Milliseconds from arrival until the answer began; 0 until then. */
	tookMs: number;
	/** The kind of the fault that struck. */
	fault?: Fault['kind'];
}

const [apiKey, restrictedKey, sendOnlyKey] = ['all', 'restricted', 'sendonly'].map(
	(holder) => `vsk_${holder}_0123456789abcdef`,
);
/** What a key may do; '' stands for what the interface names no permission for. */
const permissionsOf: Record<string, string[]> = {
	[apiKey]: ['sms:send', 'calls:delete', 'analytics:read', ''],
	[restrictedKey]: [''],
	[sendOnlyKey]: ['sms:send'],
};

/** The service, as a test steers and reads it. It can be reached once it has started. */
export class Simulator {
	/** `http://127.0.0.1:PORT` */
	url = '';
	/** What a credential takes: `url` and `/api/v1`. */
	baseUrl = '';
	/** Another origin, where the recordings are. */
	recordingsUrl = '';
	/** Has every permission. */
	readonly apiKey = apiKey;
	/** Lacks sms:send, calls:delete and analytics:read. */
	readonly restrictedKey = restrictedKey;
	/** Has sms:send and may do nothing else. */
	readonly sendOnlyKey = sendOnlyKey;
	readonly requests: LoggedRequest[] = [];
	readonly recordingRequests: LoggedRequest[] = [];
	/** The writes really carried out, in order. */
	readonly ledger: LedgerEntry[] = [];
	/** The most requests of the API under way at once since start or reset. */
	mostInFlight = 0;
	/** Requests refused by the rate limit since start or reset. */
	refused = 0;
	/** Added to every answer, in ms. */
	latencyMs = 0;
	/** Records that the total of every list counts and no page gives. */
	phantoms = 0;
	/** Milliseconds after the end of a call until its recording is there. */
	recordingAfterMs = 0;
	/** Whether the list of contacts lacks those that requests have made. */
	searchLags = false;
	/** Buttons of the phone; none to begin with. A reset keeps them. */
	readonly tries: Try[] = [];
	readonly faults = new Faults();
	readonly underWay = new Set<Response>();
	/** Requests that wait for their answer by a fault, a latency or a slot. */
	readonly held = new Set<Response>();
	slots?: Slots;
	bucket?: Bucket;
	readonly clock: SimulatorClock;
	readonly store: Store;
	private seededUntil = 0;
	private servers: Server[] = [];

	constructor(private readonly options: SimulatorOptions = {}) {
		this.clock = options.clock ?? manualClock();
		this.store = new Store(this.clock, options.order ?? 'newest-first');
	}

	/** Listens on 127.0.0.1, with its data. */
	async start(): Promise<void> {
		const { api, recordings, isNew } = appsOf(this, this.options);
		this.servers = [createServer(api), createServer(recordings)];
		this.url = await listen(this.servers[0], this.options.port ?? 0);
		this.baseUrl = `${this.url}/api/v1`;
		this.recordingsUrl = await listen(this.servers[1], 0);
		this.seededUntil = this.clock.now();
		// A validator reads openapi.yaml at its first request; no test is to wait for that.
		if (isNew) {
			const headers = { 'x-api-key': apiKey };
			const { status, body } = await fetch(`${this.baseUrl}/api/sms`, { headers });
			await body?.cancel();
			if (status !== 200) {
				await this.close();
				throw new Error(`The simulator does not serve ${openApiPath}: ${status}`);
			}
		}
		this.reset();
	}

	/** The next `times` (1) requests that match get the fault. */
	fail(match: FaultMatch, fault: Fault, times?: number): void {
		this.faults.add(match, fault, times);
	}

	/** Requests that no other fault takes fail by chance, the same way in each run. */
	failRandomly(random: RandomFaults): void {
		this.faults.addRandom(random);
	}

	clearFaults(): void {
		this.faults.clear();
	}

	/** From now on so many requests are worked on at a time; undefined: any number, at once. */
	limitSlots(limit: SlotLimit | undefined): void {
		this.slots = limit && new Slots(limit);
	}

	/** From now on more requests than that are refused with 429; undefined: none is. */
	limitRate(limit: RateLimit | undefined): void {
		this.bucket = limit && new Bucket(limit, this.clock.now());
	}

	/**
	 * Seeds afresh; empties logs, ledger and faults; lifts the limits; restores the latency. The clock
	 * stays. What waits for its answer never gets one, and is not carried out.
	 */
	reset(): void {
		this.store.clear();
		seed(this.store, { ...defaultSizes, ...this.options.seed }, this.seededUntil);
		for (const log of [this.requests, this.recordingRequests, this.ledger]) log.length = 0;
		this.faults.clear();
		this.latencyMs = this.options.latencyMs ?? 0;
		this.phantoms = 0;
		this.recordingAfterMs = 0;
		this.searchLags = false;
		for (const res of this.held) res.destroy();
		this.held.clear();
		this.underWay.clear();
		this.mostInFlight = 0;
		this.refused = 0;
		this.limitSlots(undefined);
		this.limitRate(undefined);
	}

	async close(): Promise<void> {
		const closed = this.servers.map(async (server) => await once(server, 'close'));
		for (const server of this.servers) server.close().closeAllConnections();
		await Promise.all(closed);
	}
}

/** What the simulator keeps in an answer while its request is under way. */
interface Exchange {
	logged: LoggedRequest;
	serve: Serve;
	fault?: Fault;
}
const exchangeOf = (res: Response) => res.locals as Exchange;

/** The service of service-interface.md with its data, two origins and a log. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
	const simulator = new Simulator(options);
	await simulator.start();
	return simulator;
}

/**
 * What the two origins do with a request. Lists, limits and permissions are the documented ones; what the
 * interface leaves open is marked `x-unstated` in openapi.yaml.
 *
 * @returns `isNew`: the validator has not read openapi.yaml yet
 */
function appsOf(simulator: Simulator, options: SimulatorOptions) {
	const { strict = true, names = {}, checkAnswers = false } = options;
	const { clock, store, faults, underWay, held } = simulator;
	const { pace = machinePace } = clock;
	const [api, recordings] = [plainApp(), plainApp()];

	const hold: Hold = async (res, ms) => {
		if (ms <= 0) return true;
		held.add(res);
		await pace.sleep(ms);
		return held.delete(res);
	};

	/** Logs a request on arrival and its status when the answer begins. */
	function observe(log: LoggedRequest[]) {
		return (req: Request, res: Response, next: NextFunction) => {
			const logged: LoggedRequest = {
				number: log.length + 1,
				at: Date.now(),
				method: req.method,
				path: req.originalUrl.replace(/\?.*$/, ''),
				query: { ...req.query } as LoggedRequest['query'],
				headers: req.headers,
				body: undefined,
				status: 0,
				tookMs: 0,
			};
			const began = pace.passed();
			log.push(logged);
			Object.assign(res.locals, { logged, serve } satisfies Exchange);
			res.set('Date', new Date(clock.now()).toUTCString());
			// Before the answer leaves, so that a client which has it finds it logged and not in flight.
			const writeHead = res.writeHead;
			res.writeHead = function (this: Response, ...given: Parameters<typeof writeHead>) {
				logged.status = given[0];
				logged.tookMs = pace.passed() - began;
				underWay.delete(res);
				return writeHead.apply(this, given);
			} as typeof writeHead;
			next();
		};
	}

	function countInFlight(_req: Request, res: Response, next: NextFunction) {
		underWay.add(res);
		simulator.mostInFlight = Math.max(simulator.mostInFlight, underWay.size);
		res.on('close', () => underWay.delete(res));
		next();
	}

	/** Waits, and lets the fault for this request answer in the service's place. */
	function interfere(take: (logged: LoggedRequest) => Fault | undefined) {
		return async (req: Request, res: Response, next: NextFunction) => {
			const exchange = exchangeOf(res);
			// The lenient validator takes unknown fields out of the body; the log keeps what was sent.
			exchange.logged.body = strict ? req.body : structuredClone(req.body);
			if (!(await hold(res, simulator.latencyMs))) return;
			exchange.fault = take(exchange.logged);
			exchange.logged.fault = exchange.fault?.kind;
			if (exchange.fault?.kind === 'hang') {
				held.add(res);
				res.on('close', () => held.delete(res));
			}
			if (answerInstead(res, exchange.fault)) return;
			if (exchange.fault?.kind === 'delay' && !(await hold(res, exchange.fault.ms))) return;
			if (exchange.fault?.kind === 'shift') {
				const { path } = exchange.logged;
				const ofContacts = path.includes('/contacts') ? 'contacts' : 'calls';
				const list = path.includes('/sms') ? 'conversations' : ofContacts;
				store.shift(list, exchange.fault.by);
			}
			next();
		};
	}

	/** Refuses what is over the rate limit, and lets the rest wait for a slot and its time in it. */
	async function limit(_req: Request, res: Response, next: NextFunction) {
		const { bucket, slots } = simulator;
		const wait = bucket?.take(clock.now());
		if (bucket?.limit.announce === true) {
			res.set('X-RateLimit-Limit', String(bucket.limit.burst));
			res.set('X-RateLimit-Remaining', String(bucket.left));
		}
		if (wait !== undefined) {
			simulator.refused++;
			if (bucket?.limit.retryAfter) res.set('Retry-After', String(Math.ceil(wait / 1000)));
			throw new Refusal(429, 'Too many requests');
		}
		const now = pace.passed();
		if (slots === undefined || (await hold(res, slots.doneAt(now) - now))) next();
	}

	const serve: Serve = (operationId, req, res) => {
		const operation = operations[operationId];
		if (!operation) throw new Error(`openapi.yaml names an unknown operation ${operationId}`);
		const { logged, fault } = exchangeOf(res);
		// As sent: the validator puts defaults into `req.query`, even one above a lower maximum.
		const query = { ...logged.query } as Record<string, string | undefined>;
		for (const [usual, other] of Object.entries(names)) query[usual] = query[other];
		const page = Number(query.page ?? 1);
		const outcome = operation(
			{
				number: logged.number,
				params: req.params as Record<string, string>,
				query,
				page: fault?.kind === 'wrongPage' ? (page === 1 ? 2 : page - 1) : page,
				body: req.body,
			},
			simulator,
			options,
		);
		const given = options.reshape?.(outcome, operationId) ?? outcome;
		answer(res, 200, { success: true, ...given }, fault, hold);
	};

	function refuse(error: unknown, _req: Request, res: Response, next: NextFunction) {
		if (res.headersSent) return next(error);
		const { status = 500, message, errors } = error as Partial<RequestError> & Error;
		const named = errors?.map(
			({ path, message: what }) => `${path.slice(1).replaceAll('/', '.')}: ${what}`,
		);
		const envelope = { success: false, message: named?.join('; ') ?? message };
		answer(res, options.statuses?.[status] ?? status, envelope, exchangeOf(res).fault, hold);
	}

	const { isNew, handlers } = validator({ strict, checkAnswers, names, allowed });
	api.use(['/__simulator', '/phone'], onlyOwnPages);
	api.use('/__simulator', control(simulator));
	api.use('/phone', phone(simulator));
	api.use(
		observe(simulator.requests),
		countInFlight,
		express.json({ limit: '10mb' }),
		interfere((logged) => faults.take(logged)),
		limit,
		handlers,
		() => {
			throw new Refusal(404, 'Not found');
		},
		refuse,
	);

	recordings.use(
		observe(simulator.recordingRequests),
		interfere((logged) => faults.takeForRecording(logged)),
	);
	recordings.get('/recordings/:file', (req, res) => {
		const call = store.calls.get(req.params.file.replace(/\.wav$/, ''));
		if (!call?.endTimestamp) throw new Refusal(404, 'No such recording');
		res.type('audio/wav');
		answer(res, 200, recording, exchangeOf(res).fault, hold);
	});
	recordings.use(refuse);
	return { api, recordings, isNew };
}

/** As the validator throws it. */
interface RequestError {
	status: number;
	errors: Array<{ path: string; message: string }>;
}

function plainApp(): express.Express {
	return express().disable('etag').disable('x-powered-by');
}

async function listen(server: Server, port: number): Promise<string> {
	server.listen(port, '127.0.0.1');
	await once(server, 'listening');
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function allowed(req: { headers: Request['headers'] }, permissions: string[]): boolean {
	const own = permissionsOf[String(req.headers['x-api-key'])];
	if (!own) throw new Refusal(401, 'Invalid API key');
	const needed = permissions.length === 0 ? [''] : permissions;
	const missing = needed.find((permission) => !own.includes(permission));
	if (missing === '') throw new Refusal(403, 'The API key may not do this');
	if (missing) throw new Refusal(403, `The API key lacks the permission ${missing}`);
	return true;
}
