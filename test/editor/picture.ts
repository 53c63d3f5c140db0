import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Locator } from 'playwright-core';

import { root } from '../../sandbox/paths';
import { lookedLike, page } from './browser';

/** `npm run pictures` takes those of the papers anew; other runs leave them alone. */
const folders = [
	join(lookedLike, 'pictures'),
	...(process.env.npm_lifecycle_event === 'pictures' ? [join(root, 'docs', 'pictures')] : []),
];

/** What comes and goes, or lies over the canvas. */
const hidden = [
	'.el-notification',
	'.vue-flow__panel',
	'[data-test-id="floating-nodes"]',
	'[data-test-id="panel-drag-button"]',
	'[data-test-id="command-bar-button"]',
	'[data-test-id="add-sticky-button"]',
	'[data-test-id="execute-workflow-button"]',
	'[data-test-id="instance-ai-canvas-action-button"]',
	'[data-test-id="node-creator-plus-button"]',
	'[data-test-id="toggle-focus-panel-button"]',
];

/** Of the columns of an open node, around what is in them. */
const columnPadding = 16;
/** Pixels of an open node that most of the fields take. */
const fieldsHeight = 660;

/** A part of the page, in pixels from its top left corner. */
export interface Part {
	x: number;
	y: number;
	width: number;
	height: number;
}

/**
 * Takes a picture for the papers in both of n8n's themes: `<name>-light.png` and `<name>-dark.png`.
 * n8n follows the theme of the browser as long as the user has chosen none.
 */
export async function picture(name: string, part: Part): Promise<void> {
	await page.mouse.move(0, 0);
	for (const theme of ['dark', 'light'] as const) {
		await page.emulateMedia({ colorScheme: theme });
		await iconsLoaded();
		const bytes = await page.screenshot({
			clip: part,
			animations: 'disabled',
			style: `${hidden.join()} { visibility: hidden !important; }`,
		});
		for (const folder of folders) {
			const file = join(folder, `${name}-${theme}.png`);
			mkdirSync(dirname(file), { recursive: true });
			writeFileSync(file, bytes);
		}
	}
}

/** Some icons differ by theme: they are there with the next frame, and then they are loaded. */
async function iconsLoaded(): Promise<void> {
	await page.locator('body').evaluate(async ({ ownerDocument }) => {
		const { defaultView: view, images } = ownerDocument;
		await new Promise((done) => view.requestAnimationFrame(() => view.requestAnimationFrame(done)));
		await Promise.all([...images].map((one) => one.decode()));
	});
}

/** An element, without its outermost pixels, where rounded corners let the ground show. */
export async function boxOf(element: Locator): Promise<Part> {
	await element.waitFor();
	const box = await element.boundingBox();
	if (box === null) throw new Error('What is to be in the picture is not on the page.');
	const { x, y, width, height } = box;
	return { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
}

/**
 * The upper part of the open node, where its fields are, from one of its columns
 * to another, by their test IDs.
 */
export async function openNodePart(from: string, to: string): Promise<Part> {
	const [whole, first, last] = await Promise.all(
		['ndv', from, to].map(async (id) => await boxOf(page.getByTestId(id))),
	);
	const x = Math.max(whole.x, first.x - columnPadding);
	const right = Math.min(whole.x + whole.width, last.x + last.width + columnPadding);
	return { x, y: whole.y, width: right - x, height: Math.min(whole.height, fieldsHeight) };
}

/** The part of the canvas with all nodes, their names and the lines between them. */
export async function wholeWorkflow(): Promise<Part> {
	return await page.getByTestId('canvas').evaluate((canvas) => {
		const margin = 16;
		const frame = canvas.getBoundingClientRect();
		const all = [...canvas.querySelectorAll('.vue-flow__node, .vue-flow__node *')]
			// It is there all the time and shows when the mouse comes.
			.filter((element) => !element.closest('[data-test-id="canvas-node-toolbar"]'))
			.map((element) => element.getBoundingClientRect())
			.filter(({ width, height }) => width > 0 && height > 0);
		const x = Math.max(frame.left, Math.min(...all.map(({ left }) => left)) - margin);
		const y = Math.max(frame.top, Math.min(...all.map(({ top }) => top)) - margin);
		const right = Math.min(frame.right, Math.max(...all.map((one) => one.right)) + margin);
		const bottom = Math.min(frame.bottom, Math.max(...all.map((one) => one.bottom)) + margin);
		return { x, y, width: right - x, height: bottom - y };
	});
}
