import axios from 'axios';
import type { IDataObject } from 'n8n-workflow';

import { waitFor } from '../../../sandbox/progress';
import { sandbox } from './session';

/** Whoever is asked by SMS in these tests. */
export const person = '+15550100077';

const http = axios.create({ proxy: false, validateStatus: () => true });

/**
 * Does something during which the person gets one question by SMS, and answers it on the page behind
 * the link.
 *
 * @returns what was done, and the text of the SMS
 */
export async function withPerson<T>(doing: Promise<T>, answer: Record<string, string>) {
	const [done, { asked, before }] = await Promise.all([doing, answering(0, answer)]);
	return { done, asked, before };
}

/**
 * Does something during which the person gets so many questions by SMS, one after the other, and
 * answers each in the same way.
 *
 * @returns what was done, and the texts of the SMS
 */
export async function withPersonAskedOften<T>(
	doing: Promise<T>,
	answer: Record<string, string>,
	times: number,
) {
	const all = async () => {
		for (let index = 0; index < times; index++) await answering(index, answer);
	};
	const [done] = await Promise.all([doing, all()]);
	return { done, asked: questions() };
}

async function answering(index: number, answer: Record<string, string>) {
	const asked = await waitFor('the question', 60, async () => questions()[index]);
	const link = asked.split('\n').at(-1) ?? '';
	await waitFor('the page', 60, async () => {
		const { status } = await http.get(link);
		return status === 200 ? true : undefined;
	});
	const before = sandbox.simulator.ledger.length;
	const { status } = await http.post(link, new URLSearchParams(answer));
	expect(status).toBe(200);
	return { asked, before };
}

/** The texts of the SMS that the person got. */
export function questions(): string[] {
	return sandbox.simulator.ledger
		.filter(({ kind }) => kind === 'sms.send')
		.map(({ body }) => body as IDataObject)
		.filter(({ to }) => to === person)
		.map(({ body }) => String(body));
}
