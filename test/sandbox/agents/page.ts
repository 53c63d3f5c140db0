import { join } from 'node:path';
import { nodeNameToToolName } from 'n8n-workflow';

import { root } from '../../../sandbox/paths';
import { markdownTable } from '../../docs/fieldTable';
import { agent3 } from './agentNode';
import { compareWithPart } from './committed';
import { everythingOf, type Everything } from './everything';
import { examples } from './examples';
import { mcpServer } from './mcp';
import { previewAgent } from './preview';
import { tools } from './session';

const measured = [agent3, mcpServer, previewAgent];

/** A size this near to the one on the page is no news: ids and figures grow. */
const tolerance = 0.1;

it('docs/agents.md shows what a model is told of each operation and what it gets', async () => {
	const all: Everything[] = [];
	for (const runtime of measured) all.push(await everythingOf(runtime));
	const [{ offered, wrong }] = all;
	compareWithPart(join(root, 'docs/agents.md'), 'judged', (page) => {
		const written = sizesOn(page);
		return markdownTable(
			[
				'Operation',
				'Name and description',
				'Arguments',
				...measured.map(({ name }) => name),
				'An error',
			],
			tools.map(({ operation, name }) => {
				const told = offered.find((one) => one.name === nodeNameToToolName(name));
				const error = agent3.read(wrong.get(operation) ?? '');
				return [
					`\`${operation}\``,
					`**${told?.name}** ${told?.description}`,
					Object.keys(told?.schema.properties ?? {})
						.map((key) => `\`${key}\``)
						.join(', '),
					...all.map(({ good }, at) => {
						if (examples[operation].asksPerson && measured[at] !== agent3) return '–';
						const size = good.get(operation)?.length ?? 0;
						const known = written.get(operation)?.[at];
						const isNear = known !== undefined && Math.abs(size - known) <= size * tolerance;
						return (isNear ? known : size).toLocaleString('en');
					}),
					'error' in error ? error.error : '',
				];
			}),
		);
	});
});

/** The sizes in the table, by operation. */
function sizesOn(page: string): Map<string, number[]> {
	const rows = page.matchAll(/^\| `([^`]+)` \|.*?((?: [\d,]+ \|)+)/gm);
	return new Map(
		[...rows].map(([, operation, sizes]) => [
			operation,
			sizes
				.split('|')
				.slice(0, -1)
				.map((size) => Number(size.replace(/,/g, ''))),
		]),
	);
}
