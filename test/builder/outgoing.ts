import { sandbox } from './session';

export interface Sms {
	to: string;
	from: string;
	body: string;
}

/** The SMS that really went out, by receiver, and in order for each: SMS to several people go out side by side. */
export function sms(): Sms[] {
	const sent = sandbox.simulator.ledger.filter(({ kind }) => kind === 'sms.send');
	return sent.map(({ body }) => body as Sms).sort((one, other) => one.to.localeCompare(other.to));
}

/** What else was written, in order. */
export function written(): Array<[kind: string, body: unknown]> {
	const others = sandbox.simulator.ledger.filter(({ kind }) => kind !== 'sms.send');
	return others.map(({ kind, body }) => [kind, body]);
}
