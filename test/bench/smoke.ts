import { titles } from './contenders';
import type { WorkKind } from './plan';
import { titleOf } from './plan';
import type { Section } from './targets';

/** Refusals are for this node to survive; the others lose messages, which is what is shown. */
const losesMessages: readonly WorkKind[] = ['storm', 'bucket'];

/** What is broken: results that are not whole, not in order, or that came with an error. */
export function broken(sections: readonly Section[]): string[] {
	return sections.flatMap(({ work, rows }) =>
		rows
			.filter(({ contender }) => contender === 'voiceSms' || !losesMessages.includes(work.kind))
			.filter(({ result }) => !(result.complete && result.inOrder) || result.error !== undefined)
			.map(({ contender, result }) => {
				const { complete, inOrder, error } = result;
				const facts = JSON.stringify({ complete, inOrder, ...result.delivered, error });
				return `${titleOf(work)}, ${titles[contender]}: ${facts}`;
			}),
	);
}
