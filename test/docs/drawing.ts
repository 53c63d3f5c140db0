import { graphlib, layout } from '@dagrejs/dagre';

import { arrowsOf, nodeFiles, readImports, type Imports } from './imports';
import { themes } from './themes';

/** From the root of the repository. */
export const drawing = 'docs/imports.svg';

/** What each folder is for. */
const purposes: Record<string, string> = {
	[nodeFiles]: 'fields and texts for n8n, no logic',
	run: 'what happens to all items',
	layers: 'what happens to an item, option by option',
	trigger: 'what happens in a poll',
	listSearch: 'the pickers of the editor',
	operations: 'one file for each operation',
	answer: 'the page behind a link',
	fields: 'read and check what the user entered',
	api: 'requests, retries, lists, errors',
	util: 'small functions',
	credentials: 'the credential and its test',
	bundled: 'a library for phone numbers',
};

/** In pixels. */
const size = { padding: 14, line: 20, letter: 7.2, margin: 12, gap: 34, between: 28 };

/** The folders of the code as boxes, each above those that it imports from, as SVG text. */
export function drawImports(imports: Imports = readImports()): string {
	const graph = new graphlib.Graph();
	const { margin, gap, between } = size;
	graph.setGraph({ ranksep: gap, nodesep: between, marginx: margin, marginy: margin });
	for (const folder of imports.rooms.keys()) graph.setNode(folder, boxOf(linesOf(folder, imports)));
	for (const [from, to] of arrowsOf(imports)) graph.setEdge(from, to, {});
	layout(graph);
	const { width = 0, height = 0 } = graph.graph();
	const boxes = graph.nodes().map((folder) => {
		const { x, y, width: wide, height: high } = graph.node(folder);
		return box({ x: x - wide / 2, y: y - high / 2, wide, high }, linesOf(folder, imports));
	});
	const arrows = graph.edges().map((edge) => arrow(graph.edge(edge).points));
	const [wide, high] = [width, height].map(Math.ceil);
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" font-family="sans-serif" role="img" aria-label="Folders of the code and their imports">`,
		themes,
		'<marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" fill="var(--ink)"/></marker>',
		...arrows,
		...boxes,
		'</svg>\n',
	].join('\n');
}

/** Name, purpose and the folders within. */
function linesOf(folder: string, { rooms }: Imports): string[] {
	const within = rooms.get(folder) ?? [];
	const purpose = purposes[folder];
	if (purpose === undefined) throw new Error(`${folder} has no purpose in the drawing`);
	return [folder, purpose, ...(within.length === 0 ? [] : [within.join(' · ')])];
}

function boxOf(lines: string[]) {
	const { padding, line, letter } = size;
	return {
		width: Math.max(...lines.map(({ length }) => length)) * letter + 2 * padding,
		height: lines.length * line + padding,
	};
}

interface Area {
	x: number;
	y: number;
	wide: number;
	high: number;
}

function box({ x, y, wide, high }: Area, lines: string[]): string {
	const looks = [
		'font-size="15" font-weight="bold"',
		'font-size="13"',
		'font-size="13" opacity="0.7"',
	];
	return [
		`<rect x="${round(x)}" y="${round(y)}" width="${round(wide)}" height="${round(high)}" rx="6" fill="var(--paper)" stroke="var(--line)" stroke-width="2"/>`,
		...lines.map((text, index) => {
			const below = y + size.padding / 2 + (index + 0.72) * size.line;
			return `<text x="${round(x + wide / 2)}" y="${round(below)}" text-anchor="middle" fill="var(--ink)" ${looks[index]}>${text}</text>`;
		}),
	].join('\n');
}

function arrow(points: Array<{ x: number; y: number }>): string {
	const path = points.map(({ x, y }) => `${round(x)} ${round(y)}`).join('L');
	return `<path d="M${path}" fill="none" stroke="var(--ink)" stroke-width="1.2" marker-end="url(#head)"/>`;
}

const round = (pixels: number) => Math.round(pixels);
