import { join } from 'node:path';
import { nodeNameToToolName } from 'n8n-workflow';

import { root } from '../../../sandbox/paths';
import { markdownTable } from '../../docs/fieldTable';
import { agent3 } from './agentNode';
import { compareWithPart } from './committed';
import { everythingOf } from './everything';
import { tools } from './session';

/** A size this near to the one on the page is no news: ids and figures grow. */
const tolerance = 0.1;

it('docs/agents.md shows the arguments of each operation and the size of its answer', async () => {
	const { offered, good } = await everythingOf(agent3);
	compareWithPart(join(root, 'docs/agents.md'), 'judged', (page) => {
		const rows = page.matchAll(/^\| `(.+?)` \|.* ([\d,]+) \|$/gm);
		const written = new Map(
			[...rows].map(([, operation, size]) => [operation, Number(size.replace(/,/g, ''))]),
		);
		return markdownTable(
			['Operation', 'Arguments', 'Characters of the answer'],
			tools.map(({ operation, name }) => {
				const told = offered.find((one) => one.name === nodeNameToToolName(name));
				const named = Object.keys(told?.schema.properties ?? {}).map((key) => `\`${key}\``);
				const size = good.get(operation)?.length ?? 0;
				const known = written.get(operation) ?? 0;
				const isNear = Math.abs(size - known) <= size * tolerance;
				const shown = (isNear ? known : size).toLocaleString('en');
				return [`\`${operation}\``, named.join(', '), shown];
			}),
		);
	});
});
