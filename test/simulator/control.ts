import express, { type Router } from 'express';
import type { LedgerEntry, Simulator } from './index';
import type { RateLimit, SlotLimit } from './limits';

/** The body of a bulk-capable route: one thing or an array of them. */
const each = <T>(body: T | T[]): T[] => (Array.isArray(body) ? body : [body]);

/**
 * The routes under `/__simulator` with which another process steers and reads the simulator. They
 * need no key, are never logged and meet no faults. POST /contacts, /calls, /sms and
 * /calls/{id}/end answer with what they made, as an array; POST /answer with the page that the person sees.
 */
export function control(simulator: Simulator): Router {
	const { store, clock } = simulator;
	const router = express.Router();
	// Whatever the content type: `curl -d` names another.
	router.use(express.json({ limit: '100mb', type: () => true }));
	const post = (path: string, act: (body: never) => unknown) =>
		router.post(path, ({ body }, res) => void res.json(act(body as never) ?? {}));

	router.get('/ledger', (_req, res) => void res.json(simulator.ledger));
	router.get('/stats', (_req, res) => void res.json(statsOf(simulator)));

	post('/faults', (all: FaultGiven | FaultGiven[]) => {
		for (const { match = {}, fault, times } of each(all)) {
			// JSON has no Infinity.
			simulator.fail(match, fault, times === 'Infinity' ? Infinity : times);
		}
	});
	post('/clock', ({ advance }: { advance: number }) => {
		clock.advance(advance);
		return { now: clock.now() };
	});
	post('/latency', ({ ms }: { ms: number }) => void (simulator.latencyMs = ms));
	// An empty body lifts the limit.
	post('/slots', (limit: Partial<SlotLimit>) =>
		simulator.limitSlots(limit.slots === undefined ? undefined : (limit as SlotLimit)),
	);
	post('/rate', (limit: Partial<RateLimit>) =>
		simulator.limitRate(limit.burst === undefined ? undefined : (limit as RateLimit)),
	);
	post('/reset', () => simulator.reset());

	post('/contacts', (all: object) => each(all).map((contact) => store.addContact(contact)));
	post('/calls', (all: object) => each(all).map((call) => store.addCall(call)));
	post('/sms', (all: Sms | Sms[]) => each(all).map((sms) => store.receiveSms(sms)));
	router.post('/calls/:id/end', ({ params, body }, res) => {
		const { status = 'ENDED' } = (body ?? {}) as { status?: 'ENDED' | 'ERROR' };
		res.json(params.id.split(',').map((id) => store.endCall(id, status)));
	});
	// The person who got the last SMS with a link opens the page and presses a button.
	router.post('/answer', async (req, res) => {
		const link = simulator.ledger.map(linkIn).findLast((found) => found !== undefined);
		if (link === undefined) {
			res.status(404).json({ message: 'No SMS with a link was sent.' });
			return;
		}
		const body = new URLSearchParams(req.body as Record<string, string>);
		const page = await fetch(link, { method: 'POST', body });
		res.status(page.status).json({ link, page: wordsOf(await page.text()) });
	});
	return router;
}

type FaultArguments = Parameters<Simulator['fail']>;
interface FaultGiven {
	match?: FaultArguments[0];
	fault: FaultArguments[1];
	times?: number | 'Infinity';
}
type Sms = Parameters<Simulator['store']['receiveSms']>[0];

function statsOf({ requests, ledger, mostInFlight, refused, store }: Simulator) {
	const times = requests.flatMap(({ tookMs }) => (tookMs > 0 ? [tookMs] : []));
	return {
		requests: requests.length,
		ledger: ledger.length,
		mostInFlight,
		refused,
		/** When the first request came and the last answer began, ms since 1970. */
		firstAt: requests[0]?.at,
		lastAt: requests.reduce((last, { at, tookMs }) => Math.max(last, at + tookMs), 0),
		meanMs: times.reduce((sum, one) => sum + one, 0) / Math.max(1, times.length),
		contacts: store.contacts.size,
	};
}

const linkIn = ({ kind, body }: LedgerEntry): string | undefined =>
	kind === 'sms.send' ? /https?:\S+/.exec((body as { body: string }).body)?.[0] : undefined;

/** What a person reads on a page. */
const wordsOf = (html: string): string =>
	html
		.replace(/<(head|style)[^]*?<\/\1>|<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
