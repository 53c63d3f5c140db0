import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';

/** When and where something was measured. */
export interface Facts {
	/** "2026-11-30" */
	day: string;
	/** Versions of n8n and of the Node that ran it. */
	n8n: string;
	node: string;
	processors: number;
}

export const today = () => new Date().toISOString().slice(0, 10);

/** How a part of a page with figures begins. */
export const measuredOn = ({ day, n8n, node, processors }: Facts): string =>
	`Measured on ${day} with n8n ${n8n} on Node ${node}, ${processors} processors`;

/**
 * The figures of the last full run, which stand in `docs/` for `npm run docs`.
 *
 * @param name of the file
 * @param partOf the part of a page that shows figures
 */
export function figuresOf<T>(name: string, partOf: (figures: T) => string) {
	const file = `docs/${name}.json`;
	const path = join(root, file);
	const read = () => JSON.parse(readFileSync(path, 'utf8')) as T;
	return {
		read,
		part: () => partOf(read()),
		/** Prints what a run found, and writes it if it was a full run. */
		keep(found: T, isFull: boolean) {
			console.log(`\n${partOf(found)}\n`);
			if (!isFull) return;
			writeFileSync(path, `${JSON.stringify(found, undefined, '\t')}\n`);
			console.log(`Written: ${file}. npm run docs takes it into the pages.`);
		},
	};
}

/** The figure in the middle, of the two in the middle the lower one. */
export function medianOf(figures: readonly number[]): number {
	const sorted = [...figures].sort((a, b) => a - b);
	return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** Like 12,345. */
export const whole = (figure = 0): string => Math.round(figure).toLocaleString('en-US');
