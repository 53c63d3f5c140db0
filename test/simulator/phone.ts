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
export function phone({ store, tries, ledger }: Simulator): Router {
	const router = express.Router();
	router.use((_req, res, next) => {
		res.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
		next();
	});
	router.get('/state', ({ query }, res) => {
		const customers = store.conversations.all().map((one) => one.customerPhone);
		const numbers = [...new Set([...tries.map((one) => one.phone), ...customers])];
		const number = toE164(String(query.number)) || numbers[0];
		const entries = [...store.messages.all().map(ofMessage), ...store.calls.all().map(ofCall)]
			.filter(({ customer }) => customer === number)
			.sort((a, b) => Date.parse(a.at ?? '') - Date.parse(b.at ?? ''));
		const sent = ledger.findLast(({ kind }) => kind === 'sms.send');
		const newest = { id: sent?.id ?? '', phone: store.messages.get(sent?.id ?? '')?.toPhone };
		const [few, shown] = [numbers.slice(0, mostListed), entries.slice(-mostShown)];
		res.json({ number, numbers: few, companyNumbers, entries: shown, newest, tries });
	});
	router.use(express.static(join(__dirname, 'phone')));
	return router;
}

/** What the phone shows of a message. */
function ofMessage({ id, direction, fromPhone, toPhone, body, sentAt }: Message) {
	const mine = direction === 'INBOUND';
	const [customer, company] = mine ? [fromPhone, toPhone] : [toPhone, fromPhone];
	return { id, at: sentAt, mine, customer, company, text: body };
}

/** What the phone shows of a call. */
function ofCall({ id, direction, fromNumber, toNumber, status, durationMs = 0, createdAt }: Call) {
	const mine = direction === 'INBOUND';
	const [customer, company] = mine ? [fromNumber, toNumber] : [toNumber, fromNumber];
	const state = {
		REGISTERED: 'it rings',
		ONGOING: 'talking',
		ENDED:
			durationMs > 0 ? `ended after ${Math.ceil(durationMs / 1000)} s` : 'missed, nobody spoke',
		ERROR: 'failed',
	}[status];
	const text = `${mine ? 'Your call' : 'Call from the company'}: ${state}`;
	const rings = !mine && status === 'REGISTERED';
	const live = status === 'REGISTERED' || status === 'ONGOING';
	return { id, at: createdAt, mine, customer, company, text, rings, live };
}
