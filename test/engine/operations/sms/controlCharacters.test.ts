import { runAt } from '../../../harness/n8n/engine';
import { good } from '../../../harness/n8n/parameters';
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
