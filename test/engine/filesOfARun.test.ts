import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, posix, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { locator, runNode } from '../harness/n8n/engine';
import { Poller } from '../harness/n8n/poller';
import { companyNumbers } from '../simulator';
import { withSimulator } from '../harness/service/service';

const root = join(__dirname, '../..');
const shipped = join(root, 'dist/nodes/VoiceSms');
const sources = join(root, 'nodes/VoiceSms');
const contributing = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');

const simulator = withSimulator();

/** The shipped files of which a function runs during the work, as CONTRIBUTING names them. */
async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
	const session = new Session();
	session.connect();
	const newest = new Map<string, string>();
	session.on('Debugger.scriptParsed', ({ params: { url, scriptId } }) => {
		if (Number(scriptId) > Number(newest.get(url) ?? 0)) newest.set(url, scriptId);
	});
	// Names all scripts that are loaded.
	await session.post('Debugger.enable');
	await session.post('Debugger.disable');
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	await session.post('Profiler.takePreciseCoverage');
	await work();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	return (
		result
			// What a test file before this one left behind may still run, in older copies of the files.
			.filter(({ url, scriptId }) => newest.get(url) === scriptId)
			.filter(({ functions }) =>
				functions.some(({ ranges: [{ count, startOffset }] }) => count > 0 && startOffset > 0),
			)
			.map(({ url }) => (url.startsWith('file:') ? fileURLToPath(url) : url))
			.filter((file) => file.startsWith(shipped))
			.map((file) => relative(shipped, file).replace(/\.js$/, ''))
	);
}
/** Files that the page names under a heading, in its order. */
function named(heading: string): string[] {
	const [, section = ''] = contributing.split(`\n## ${heading}\n`);
	return [...section.split('\n## ')[0].matchAll(/^- `([^`]+)`: .+\.$/gm)].map(([, file]) => file);
}

/** `util/` knows nothing of the way. */
const isOnTheWay = (file: string) => !file.startsWith('util/');

const ways: Array<[string, () => Promise<unknown>, () => Promise<unknown>]> = [
	[
		'What happens to an SMS',
		// The first run of a file makes the description, too.
		async () => {
			const [own] = companyNumbers;
			const message = { from: locator(own), to: '+15550919190', body: 'Hello' };
			await runNode({
				credential: simulator,
				parameters: { resource: 'sms', operation: 'send', ...message },
			});
		},
		async () => {
			const [own] = companyNumbers;
			// No other test has read this number: a number that was read before is known.
			const message = { from: locator(own), to: '+15550919191', body: 'Hello' };
			const parameters = { resource: 'sms', operation: 'send', ...message };
			const { error } = await runNode({ credential: simulator, parameters });
			expect(error).toBeUndefined();
		},
	],
	[
		'What happens in a poll',
		async () => {
			poller = new Poller(simulator, { event: 'smsReceived' });
			poller.usualClock = undefined;
			await poller.poll();
		},
		async () => await poller.poll(),
	],
];
let poller: Poller;
/** They list operations and events, and do nothing. */
const tables = ['operations/index', 'trigger/events/index'];

describe.each(ways)('%s', (heading, before, work) => {
	it('names the files that run, and no other', async () => {
		await before();
		const ran = (await filesOf(work)).filter(isOnTheWay);
		expect(named(heading).sort()).toEqual(ran.sort());
	});

	it('names each file after one that imports it', () => {
		const files = named(heading);
		const importsOf = (file: string): string[] =>
			[...readFileSync(join(sources, `${file}.ts`), 'utf8').matchAll(/from '(\.[^']*)'/g)]
				.map(([, from]) => posix.join(posix.dirname(file), from))
				.flatMap((name) => [name, `${name}/index`])
				.flatMap((name) => (tables.includes(name) ? importsOf(name) : [name]));
		const early = files.filter((file, place) => {
			return place > 0 && !files.slice(0, place).some((above) => importsOf(above).includes(file));
		});
		expect(early).toEqual([]);
	});
});
