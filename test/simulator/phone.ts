import { join } from 'node:path';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import type { Simulator } from './index';
import type { Call, Message } from './resources';
import { companyNumbers, toE164 } from './store';

/** A button of the phone, which posts the body to `/__simulator/<path>` and shows that customer. */
export interface Try {
	button: string;
	does: string;
	phone: string;
	path: 'sms' | 'calls' | 'answer';
	body: object;
}

const mostShown = 50;
const mostListed = 20;
const policy =
	"default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Refuses requests of other web pages: those with another origin, and those with a name that was made
 * to lead to this machine (DNS rebinding). Programs such as curl send no Origin.
 */
export function onlyOwnPages({ headers, socket }: Request, res: Response, next: NextFunction) {
	const { host = '', origin = `http://${host}` } = headers;
	const isHere = ['127.0.0.1', 'localhost'].some((name) => host === `${name}:${socket.localPort}`);
	if (isHere && origin === `http://${host}`) next();
	else res.status(403).json({ message: 'Another web page may not use the simulated service.' });
}

/** A customer's phone, under `/phone`. It reads `/phone/state` and writes by `/__simulator`. */
export function phone(simulator: Simulator): Router {
	const { store, tries, ledger } = simulator;
	const router = express.Router();
	router.use((_req, res, next) => {
		res.set({ 'Content-Security-Policy': policy, 'X-Content-Type-Options': 'nosniff' });
		res.set('Cache-Control', 'no-store');
		next();
	});
	router.get('/state', ({ query }, res) => {
		const sent = ledger.findLast(({ kind }) => kind === 'sms.send');
		const last = store.messages.get(sent?.id ?? '');
		const customers = store.conversations.all().map((one) => toE164(one.customerPhone));
		const numbers = [...new Set([...tries.map((one) => one.phone), ...customers])];
		const number = toE164(String(query.number)) || numbers[0];
		const entries = [
			...[...store.messages.values()].map(ofMessage),
			...[...store.calls.values()].map(ofCall),
		].filter((one) => toE164(one.customer) === number);
		entries.sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''));
		res.json({
			...{ number, companyNumbers, tries },
			numbers: numbers.slice(0, mostListed),
			entries: entries.slice(-mostShown),
			newest: { id: last?.id ?? '', phone: toE164(last?.toPhone ?? '') },
		});
	});
	router.use(express.static(join(__dirname, 'phone')));
	return router;
}

/** What the phone shows of a message. */
function ofMessage({ id, direction, fromPhone, toPhone, body, status, sentAt }: Message) {
	const mine = direction === 'INBOUND';
	const [customer, company] = mine ? [fromPhone, toPhone] : [toPhone, fromPhone];
	return { id, at: sentAt, mine, customer, company, text: body, state: status.toLowerCase() };
}

/** What the phone shows of a call; `call` says whether it is over. */
function ofCall({ id, direction, fromNumber, toNumber, status, durationMs = 0, createdAt }: Call) {
	const mine = direction === 'INBOUND';
	const [customer, company] = mine ? [fromNumber, toNumber] : [toNumber, fromNumber];
	const state = {
		REGISTERED: 'it rings',
		ONGOING: 'talking',
		ENDED: durationMs > 0 ? `ended, ${Math.ceil(durationMs / 1000)} s` : 'missed: nobody spoke',
		ERROR: 'failed',
	}[status];
	const call = status === 'ENDED' || status === 'ERROR' ? 'over' : 'live';
	const text = mine ? '📞 Your call' : '📞 Call from the company';
	return { id, at: createdAt, mine, customer, company, text, state, call };
}
