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
		const names = new Map(store.contacts.all().map(({ phone, fullName }) => [phone, fullName]));
		const everything = [...store.messages.all().map(ofMessage), ...store.calls.all().map(ofCall)]
			.map((entry) => ({ ...entry, name: names.get(entry.customer) ?? '' }))
			.sort((one, other) => order(one.at, other.at));
		const last = new Map(everything.map((entry) => [entry.customer, entry]));
		const silent = tries.filter(({ phone }) => !last.has(phone)).map(({ phone }) => phone);
		const customers = [
			...[...new Set(silent)].map((customer) => ({ customer, name: names.get(customer) ?? '' })),
			...[...last.values()].sort((one, other) => order(other.at, one.at)),
		].slice(0, mostListed);
		const number = toE164(String(query.number)) || (tries[0]?.phone ?? customers[0]?.customer);
		const sent = ledger.findLast(({ kind }) => kind === 'sms.send');
		res.json({
			number,
			name: names.get(number ?? '') ?? '',
			customers,
			companyNumbers,
			entries: everything.filter(({ customer }) => customer === number).slice(-mostShown),
			ofAll: everything.slice(-mostListed).reverse(),
			newest: { id: sent?.id ?? '', phone: store.messages.get(sent?.id ?? '')?.toPhone },
			tries,
		});
	});
	router.use(express.static(join(__dirname, 'phone')));
	return router;
}

/** ISO times sort as text; a record without a time comes first. */
function order(one: string | null, other: string | null): number {
	return (one ?? '') < (other ?? '') ? -1 : Number(one !== other);
}

/** What the phone shows of a message. */
function ofMessage({ id, direction, fromPhone, toPhone, body, status, sentAt }: Message) {
	const mine = direction === 'INBOUND';
	const [customer, company] = mine ? [fromPhone, toPhone] : [toPhone, fromPhone];
	return { id, at: sentAt, mine, customer, company, text: body, status };
}

/** What the phone shows of a call. */
function ofCall({ id, direction, fromNumber, toNumber, status, durationMs = 0, createdAt }: Call) {
	const mine = direction === 'INBOUND';
	const [customer, company] = mine ? [fromNumber, toNumber] : [toNumber, fromNumber];
	const state = {
		REGISTERED: 'it rings',
		ONGOING: 'talking',
		ENDED: durationMs > 0 ? `ended after ${lengthOf(durationMs)}` : 'missed, nobody spoke',
		ERROR: 'failed',
	}[status];
	const rings = !mine && status === 'REGISTERED';
	const live = status === 'REGISTERED' || status === 'ONGOING';
	return { id, at: createdAt, mine, customer, company, text: state, isCall: true, rings, live };
}

/** Such as 0:07 or 12:30. */
function lengthOf(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
