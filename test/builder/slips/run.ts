import type { IDataObject } from 'n8n-workflow';

import { manualStart } from '../code';
import type { Run } from '../mcp';
import { builder, nodeId, sandbox } from '../session';

/** A parameter that an AI writes wrongly, and n8n finds valid. */
export interface Slip {
	/** What it wrote, and what it meant. */
	name: string;
	parameters(phone: string): IDataObject;
	/** What happens. */
	happens: string;
	/** How many items the node gets; 1 unless given. */
	items?: 2;
	/** n8n refuses the whole workflow for it when it runs, so it has one of its own. */
	alone?: true;
	/** What n8n warns of, if it does notice. */
	noticed?: 'MISSING_EXPRESSION_PREFIX';
	/** The tags that the contact with the phone number has. */
	tags?: string[];
}

/** A slip that has run. */
export interface Outcome {
	/** The number that no other slip has. */
	phone: string;
	run: Run;
	/** Why the node failed, or ''. n8n then puts out the items that it was given. */
	error: string;
	/** The items that the node put out. */
	items: IDataObject[];
}

const nodeName = (index: number) => `Slip ${index}`;

/** Runs slips in as few workflows as possible, each in a node of its own. */
export async function runSlips(slips: readonly Slip[]): Promise<Map<Slip, Outcome>> {
	const together = slips.filter(({ alone }) => alone !== true);
	const found = await runTogether(together, 0);
	let begun = together.length;
	for (const slip of slips.filter(({ alone }) => alone)) {
		for (const [one, outcome] of await runTogether([slip], begun++)) found.set(one, outcome);
	}
	return found;
}

/** @param begun how many have run before */
async function runTogether(slips: Slip[], begun: number): Promise<Map<Slip, Outcome>> {
	const phones = slips.map((_slip, index) => `+1555${3_000_000 + begun + index}`);
	slips.forEach(({ tags }, index) => {
		if (tags) sandbox.simulator.store.addContact({ phone: phones[index], tags });
	});
	const nodes = slips.map(({ parameters }, index) => {
		const config = {
			name: nodeName(index),
			onError: 'continueRegularOutput',
			parameters: parameters(phones[index]),
		};
		return `const slip${index} = node({ type: '${nodeId}', version: 1, config: ${JSON.stringify(config)} });`;
	});
	const branches = slips.map(({ items }, index) => {
		return items === undefined
			? `.add(start).to(slip${index})`
			: `.add(start).to(list).to(two).to(slip${index})`;
	});
	const noticed = slips.flatMap((slip) => slip.noticed ?? []);
	const code = `
		${manualStart}
		const list = node({ type: 'n8n-nodes-base.set', version: 3.4, config: { name: 'List', parameters: { mode: 'raw', jsonOutput: '{ "row": [1, 2] }' } } });
		const two = node({ type: 'n8n-nodes-base.splitOut', version: 1, config: { name: 'Two rows', parameters: { fieldToSplitOut: 'row' } } });
		${nodes.join('\n')}
		export default workflow('slips', 'Slips')${branches.join('')};
	`;
	const id = await builder.create(code, noticed);
	const run = await builder.over(id, await builder.start(id));
	return new Map(
		slips.map((slip, index) => {
			const items = run.items(nodeName(index));
			const error = run.errorOf(nodeName(index));
			return [slip, { phone: phones[index], run, error, items }];
		}),
	);
}

/** Why the node, or n8n, refused; undefined if neither did. */
export function refusal({ phone, run, error, items }: Outcome): string | undefined {
	if (run.error !== '') return `n8n: ${run.error.split('\n- ').slice(1).join(' ')}`;
	const [first] = items as Array<{ error?: { message: string } }>;
	const said = error || first?.error?.message;
	return said && `refused: ${said.replace(/ \[item \d+\]$/, '').replace(phone, 'number')}`;
}
