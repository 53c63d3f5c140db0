import { Agent } from 'node:http';
import axios from 'axios';

import { waitFor } from '../../sandbox/progress';

/** The page that a form of n8n ends with. */
export interface LastPage {
	text: string;
	/** The file that it gives back; '' for none. */
	file: string;
}

/** The page at an address of n8n, as a browser gets it. */
export async function pageAt(address: string): Promise<string> {
	return (await browser().get<string>(address)).data;
}

/**
 * Opens a form, fills in its fields in their order, and sends it.
 *
 * @param fields choices of radio buttons are lists, as n8n's page sends them
 * @returns what n8n answers: text, or JSON with the text or the address of the next page
 */
export async function sendForm(
	address: string,
	fields: Array<string | [choice: string]>,
): Promise<string> {
	await pageAt(address);
	const form = new FormData();
	for (const [index, value] of fields.entries()) {
		form.append(`field-${index}`, typeof value === 'string' ? value : JSON.stringify(value));
	}
	return (await browser().post<string>(address, form)).data;
}

/**
 * The address of the page that comes next, once it is there.
 *
 * @param answer of n8n to the page before
 */
export async function nextPage(answer: string): Promise<string> {
	const address = waitingAt(answer);
	await pageIsThere(address);
	return address;
}

/** The same before it is there. */
export function waitingAt(answer: string): string {
	return (JSON.parse(answer) as { formWaitingUrl: string }).formWaitingUrl;
}

/** Waits until the execution behind this address shows a page: before, n8n does not answer. */
export async function pageIsThere(address: string) {
	await isAt(address, 'form-waiting');
}

/** Waits until n8n's own script of the page would read this of the execution behind the address. */
export async function isAt(address: string, status: 'form-waiting' | 'error') {
	const asked = new URL(address);
	asked.pathname += '/n8n-execution-status';
	await waitFor(`"${status}" of the form`, 120, async () => {
		return (await pageAt(asked.href)) === status ? true : undefined;
	});
}

/**
 * Chooses a file in a form of a published workflow, as a browser does, and waits for the last page.
 *
 * @param address of the form
 * @param others what is chosen in the fields below the file
 */
export async function uploadTo(
	address: string,
	csv: string | Buffer,
	...others: string[]
): Promise<LastPage> {
	const page = await pageAt(await nextPage(await sendFile(address, csv, ...others)));
	return { text: page, file: fileIn(page) };
}

/** The same without waiting. @returns what n8n answers: JSON with the address of the next page */
export async function sendFile(
	address: string,
	csv: string | Buffer,
	...others: string[]
): Promise<string> {
	await pageAt(address);
	const fields = new FormData();
	fields.append('field-0', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
	others.forEach((value, index) => fields.append(`field-${index + 1}`, value));
	return (await browser().post<string>(address, fields)).data;
}

function browser() {
	// n8n closes a connection that is idle for 5 s, which may be just when it is used again.
	const httpAgent = new Agent({ keepAlive: false });
	return axios.create({ proxy: false, responseType: 'text', httpAgent, timeout: 60_000 });
}

/** The file that the page's script gives the browser to save. */
function fileIn(page: string): string {
	const [, encoded = '%5B%5D'] = /const binaries = "([^"]*)"/.exec(page) ?? [];
	const [file] = JSON.parse(decodeURIComponent(encoded)) as Array<{ data: unknown }>;
	if (file === undefined) return '';
	return typeof file.data === 'string'
		? file.data
		: Buffer.from((file.data as { data: number[] }).data).toString();
}
