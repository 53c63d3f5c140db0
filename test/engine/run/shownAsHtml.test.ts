/** n8n's editor shows errors and the lines above the output as HTML (n8n-editor-ui). */
import { runAt } from '../../harness/n8n/engine';
import { said } from '../../harness/n8n/messages';
import { good } from '../../harness/n8n/parameters';
import { Poller } from '../../harness/n8n/poller';
import { few, withSimulator } from '../../harness/service/service';

const simulator = withSimulator({ seed: few });

const foreign =
	'Use <a href="https://evil.example">this</a>, </div><!-- <ADA@example.com> <?x 3 < 5 and 5 > 3';
const shown =
	'Use ‹a href="https://evil.example">this‹/a>, ‹/div>‹!-- ‹ADA@example.com> ‹?x 3 < 5 and 5 > 3';
const failing = () => simulator.fail({}, { kind: 'status', status: 500, message: foreign });

it('the words of the service hide nothing that follows them', async () => {
	failing();
	const { error } = await runAt(simulator, { ...good.send, options: {} });
	expect(error?.description).toContain(`${said.serviceSays} ${shown}`);
	expect(error?.description).toContain(said.lookItUp);
});

it('a text in a field', async () => {
	const email = `Ada <ada@example.com>`;
	const { error } = await runAt(simulator, { ...good.createContact, email });
	expect(error?.message).toContain('Ada ‹ada@example.com>');
});

it('a line above the output', async () => {
	const body = '=Hello {{ $json["<b>"] }}';
	const { hints } = await runAt(simulator, { ...good.send, body }, { items: [{ '<b>': '' }] });
	expect(hints.join()).toContain('$json["‹b>"]');
});

it('the trigger', async () => {
	const poller = new Poller(simulator, { event: 'contactCreated' });
	simulator.fail({}, { kind: 'status', status: 403, message: foreign });
	const description = expect.stringContaining(shown) as string;
	await expect(poller.poll({ mode: 'trigger' })).rejects.toMatchObject({ description });
});
