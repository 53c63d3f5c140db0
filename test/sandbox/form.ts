import { Agent } from 'node:http';
import axios from 'axios';

import { waitFor } from '../../sandbox/progress';

/** The page that a form of n8n ends with. */
export interface LastPage {
	text: string;
	/** The file that it gives back; '' for none. */
	file: string;
}

/**
 * Chooses a file in a form of a published workflow, as a browser does, and waits for the last page.
 *
 * @param address of the form
 */
export async function uploadTo(address: string, csv: string | Buffer): Promise<LastPage> {
	// n8n closes a connection that is idle for 5 s, which may be just when it is used again.
	const httpAgent = new Agent({ keepAlive: false });
	const browser = axios.create({ proxy: false, responseType: 'text', httpAgent });
	await browser.get(address);
	const fields = new FormData();
	fields.append('field-0', new Blob([csv], { type: 'text/csv' }), 'contacts.csv');
	const { data } = await browser.post<string>(address, fields);
	const { formWaitingUrl } = JSON.parse(data) as { formWaitingUrl: string };
	const status = new URL(formWaitingUrl);
	status.pathname += '/n8n-execution-status';
	await waitFor('the form to have its last page', 120, async () => {
		const answer = await browser.get<string>(status.href);
		return answer.data === 'form-waiting' ? true : undefined;
	});
	const page = await browser.get<string>(formWaitingUrl);
	return { text: page.data, file: fileIn(page.data) };
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
