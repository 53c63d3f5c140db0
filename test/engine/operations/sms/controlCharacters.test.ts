import { runAt } from '../../../harness/n8n/engine';
import { said } from '../../../harness/n8n/messages';
import { good, question } from '../../../harness/n8n/parameters';
import { empty, withSimulator } from '../../../harness/service/service';

/** Controls that Word, Excel and PowerPoint leave in a text would go out, and make it Unicode. */
const simulator = withSimulator({ seed: empty });

it.each([
	['a line break of Word', 'One\vTwo', 'One\nTwo'],
	['a next line', 'One\x85Two', 'One\nTwo'],
	['a null', 'One\0Two', 'OneTwo'],
	['the end of a cell', 'One\x03Two', 'OneTwo'],
	['a delete', 'One\x7fTwo', 'OneTwo'],
	['usual breaks', 'One\r\nTwo\nThree', 'One\r\nTwo\nThree'],
])('%s', async (_name, text, sent) => {
	const { items, error } = await runAt(
		simulator,
		{ ...good.send, body: '={{ $json.text }}' },
		{ items: [{ text: `${text}${'.'.repeat(100)}` }] },
	);
	expect(error).toBeUndefined();
	expect(items[0].json).toMatchObject({ encoding: 'GSM-7', segments: 1 });
	expect(simulator.ledger[0].body).toMatchObject({ body: `${sent}${'.'.repeat(100)}` });
});

it.each([
	['a null', '\0'],
	['several controls', '\x03\x07\x7f'],
	['a line break of Word', '\v'],
	['a next line', '\x85'],
	['next lines among controls', '\0\x85 \x85\x1b'],
	['a page break', '\f'],
])('a text that is only %s is an empty Message', async (_name, text) => {
	for (const parameters of [
		{ ...good.send, body: '={{ $json.text }}' },
		{ ...good.send, body: text },
		{ ...question, message: '={{ $json.text }}', options: { dryRun: true } },
	]) {
		const { error, items } = await runAt(simulator, parameters, { items: [{ text }] });
		const reason = error?.message ?? String(items[0].json.reason);
		expect(reason).toContain(`'Message' ${said.empty}`);
		expect(simulator.requests).toStrictEqual([]);
	}
});
