import express, { type Router } from 'express';
import type { LedgerEntry, Simulator } from './index';
import type { RateLimit, SlotLimit } from './limits';

/** The body of a bulk-capable route: one thing or an array of them. */
const each = <T>(body: T | T[]): T[] => (Array.isArray(body) ? body : [body]);

const countBy = <T>(items: T[], name: (item: T) => string): Record<string, number> => {
	const counts: Record<string, number> = {};
	for (const item of items) counts[name(item)] = (counts[name(item)] ?? 0) + 1;
	return counts;
};

/** When the last answer began, ms since 1970. */
const lastAnswer = (requests: Simulator['requests']): number =>
	requests.reduce((last, { at, tookMs }) => Math.max(last, at + tookMs), 0);

const mean = (numbers: number[]): number =>
	numbers.length === 0 ? 0 : numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

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

	router.get('/', (_req, res) => {
		const { url, baseUrl, recordingsUrl, apiKey, restrictedKey, sendOnlyKey } = simulator;
		res.json({ url, baseUrl, recordingsUrl, apiKey, restrictedKey, sendOnlyKey });
	});
	router.get('/requests', (req, res) => {
		const from = Number(req.query.from ?? 1);
		res.json(simulator.requests.filter(({ number }) => number >= from));
	});
	router.get('/recording-requests', (_req, res) => void res.json(simulator.recordingRequests));
	router.get('/ledger', (_req, res) => void res.json(simulator.ledger));
	router.get('/stats', (_req, res) => {
		res.json({
			now: new Date(clock.now()).toISOString(),
			requests: simulator.requests.length,
			recordingRequests: simulator.recordingRequests.length,
			byStatus: countBy(simulator.requests, ({ status }) => String(status)),
			ledger: simulator.ledger.length,
			byKind: countBy(simulator.ledger, ({ kind }) => kind),
			mostInFlight: simulator.mostInFlight,
			refused: simulator.refused,
			firstAt: simulator.requests[0]?.at,
			lastAt: lastAnswer(simulator.requests),
			meanMs: mean(simulator.requests.flatMap(({ tookMs }) => (tookMs > 0 ? [tookMs] : []))),
			contacts: store.contacts.size,
			conversations: store.conversations.size,
			messages: store.messages.size,
			calls: store.calls.size,
		});
	});

	router.post('/faults', (req, res) => {
		for (const { match = {}, fault, times } of each(req.body)) {
			// JSON has no Infinity.
			simulator.fail(match, fault, times === 'Infinity' ? Infinity : times);
		}
		res.json({});
	});
	router.post('/faults/random', (req, res) => {
		simulator.failRandomly(req.body);
		res.json({});
	});
	router.delete('/faults', (_req, res) => {
		simulator.clearFaults();
		res.json({});
	});
	router.post('/clock', (req, res) => {
		const { advance, set } = req.body as { advance?: number; set?: number | string };
		if (set !== undefined) clock.set(new Date(set).getTime());
		if (advance !== undefined) clock.advance(advance);
		res.json({ now: clock.now() });
	});
	router.post('/latency', (req, res) => {
		simulator.latencyMs = Number(req.body.ms);
		res.json({ ms: simulator.latencyMs });
	});
	// An empty body lifts the limit.
	router.post('/slots', (req, res) => {
		const { slots, serviceMs } = req.body as Partial<SlotLimit>;
		const given = slots !== undefined && serviceMs !== undefined;
		simulator.limitSlots(given ? { slots, serviceMs } : undefined);
		res.json({});
	});
	router.post('/rate', (req, res) => {
		const { ratePerSecond, burst, retryAfter, announce } = req.body as Partial<RateLimit>;
		const given = ratePerSecond !== undefined && burst !== undefined && retryAfter !== undefined;
		simulator.limitRate(given ? { ratePerSecond, burst, retryAfter, announce } : undefined);
		res.json({});
	});
	router.post('/reset', (_req, res) => {
		simulator.reset();
		res.json({});
	});

	router.post('/contacts', (req, res) => {
		res.json(each(req.body).map((contact) => store.addContact(contact)));
	});
	router.post('/calls', (req, res) => {
		res.json(each(req.body).map((call) => store.addCall(call)));
	});
	router.post('/sms', (req, res) => {
		res.json(each(req.body).map((sms) => store.receiveSms(sms)));
	});
	router.post('/calls/:id/end', (req, res) => {
		res.json(
			each(req.params.id.split(',')).map((id) => store.endCall(id, req.body?.status ?? 'ENDED')),
		);
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

const linkIn = ({ kind, body }: LedgerEntry): string | undefined =>
	kind === 'sms.send' ? /https?:\S+/.exec((body as { body: string }).body)?.[0] : undefined;

/** What a person reads on a page. */
const wordsOf = (html: string): string =>
	html
		.replace(/<(head|style)[^]*?<\/\1>|<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
