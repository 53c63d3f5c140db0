import { join } from 'node:path';

import { operationsWithOptions } from '../../../nodes/VoiceSms/layers';
import type { ToolOffered } from '../../harness/service/scriptedModel';
import { agent3 } from './agentNode';
import { compareWithFile } from './committed';
import { everythingOf, runtimes } from './everything';
import { examples } from './examples';
import { previewAgent } from './preview';
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
		const expected = (await everythingOf(agent3)).offered;
		// Agents (Preview) keeps a description of its own.
		const asKept = expected.map((one) => {
			const { description } = offered.find(({ name }) => name === one.name) ?? one;
			return { ...one, description };
		});
		expect(asText(offered)).toBe(asText(runtime === previewAgent ? asKept : expected));
	});

	it('is named by the action, and described by the text of its operation', async () => {
		const { offered } = await everythingOf(agent3);
		const told = offered.map(({ name, description }) => [name, description]);
		const expected = operationsWithOptions.map(({ action, toolText: forModel }) => {
			return [`${action} in Phone`.replace(/ /g, '_'), forModel];
		});
		expect(told.sort()).toStrictEqual(expected.sort());
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
