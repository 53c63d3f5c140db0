import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../sandbox/paths';
import { drawImports, drawing } from '../docs/drawing';
import { arrowsOf, readImports, type Imports } from '../docs/imports';

/** Imports of folders without folders within. */
function importsOf(used: Record<string, string[]>): Imports {
	const folders = [...new Set([...Object.keys(used), ...Object.values(used).flat()])];
	return {
		rooms: new Map(folders.map((folder) => [folder, []])),
		used: new Map(Object.entries(used).map(([folder, others]) => [folder, new Set(others)])),
	};
}

describe('the drawing of the imports', () => {
	it('is what `npm run docs` writes', () => {
		expect(readFileSync(join(root, drawing), 'utf8')).toBe(drawImports());
	});

	it('leads from each folder to all those that it imports from, and nowhere else', () => {
		const imports = readImports();
		const arrows = arrowsOf(imports);
		const reached = (from: string): string[] =>
			arrows.filter(([start]) => start === from).flatMap(([, to]) => [to, ...reached(to)]);
		for (const [folder, others] of imports.used) {
			expect(reached(folder)).toEqual(expect.arrayContaining([...others]));
		}
		for (const [from, to] of arrows) expect(imports.used.get(from)).toContain(to);
	});

	it('leaves out an arrow where a longer way leads to the same box', () => {
		const imports = importsOf({ run: ['operations', 'api'], operations: ['api'], api: ['util'] });
		expect(arrowsOf(imports)).toEqual([
			['run', 'operations'],
			['operations', 'api'],
			['api', 'util'],
		]);
	});

	it('has each box above those that it imports from', () => {
		const svg = drawImports();
		const heightOf = (folder: string) =>
			Number(new RegExp(`y="(\\d+)"[^>]*font-weight="bold">${folder}<`).exec(svg)?.[1]);
		for (const [from, to] of arrowsOf(readImports())) {
			expect(heightOf(from)).toBeLessThan(heightOf(to));
		}
	});
});
