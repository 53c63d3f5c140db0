import { join } from 'node:path';

import type { ToolOffered } from '../../harness/scriptedModel';
import { agent3 } from './agentNode';
import { compareWithFile } from './committed';
import { everythingOf, runtimes } from './everything';
import { examples } from './examples';
import { model, sandbox, tools } from './session';

describe('what a model is offered', () => {
	it('is every operation of the node', async () => {
		expect(tools.map(({ operation }) => operation).sort()).toEqual(Object.keys(examples).sort());
		const { offered } = await everythingOf(agent3);
		expect(new Set(offered.map(({ name }) => name)).size).toBe(tools.length);
		expect(model.refused).toStrictEqual([]);
	});

	it('can be read in offered.md as it arrives in AI Agent v3.1', async () => {
		const { offered } = await everythingOf(agent3);
		compareWithFile(join(__dirname, 'offered.md'), asText(offered));
	});

	it.each(runtimes)('is the same in $name', async (runtime) => {
		const { offered } = await everythingOf(runtime);
		expect(asText(offered)).toBe(asText((await everythingOf(agent3)).offered));
	});

	it('names every tool by what it does, in full', async () => {
		const { offered } = await everythingOf(agent3);
		for (const { name, description } of offered) {
			expect(name).toBe(description.replace(/[^a-zA-Z0-9_-]+/g, '_'));
			expect(name.length).toBeLessThanOrEqual(64);
		}
		expect(sandbox.simulator.requests).toStrictEqual([]);
	});
});

/** The tools in the order of their names, each with its arguments. */
function asText(offered: ToolOffered[]): string {
	const sorted = [...offered].sort((a, b) => a.name.localeCompare(b.name));
	return sorted
		.map(({ name, description, schema }) => {
			const { properties, required } = schema as {
				properties: Record<string, object>;
				required: string[];
			};
			const shown = Object.entries(properties).map(
				([key, value]) =>
					`- \`${key}\`: \`${JSON.stringify(value)}\`${required.includes(key) ? '' : ', optional'}`,
			);
			return [`## ${name}`, description, shown.join('\n')].join('\n\n');
		})
		.join('\n\n');
}
