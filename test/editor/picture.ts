import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Locator, Page } from 'playwright-core';

import { root } from '../../sandbox/paths';
import { lookedLike, page } from './browser';

/** `npm run pictures` takes those of the papers anew; other runs leave them alone. */
const folders = [
	join(lookedLike, 'pictures'),
	...(process.env.npm_lifecycle_event === 'pictures' ? [join(root, 'docs', 'pictures')] : []),
];

/** What comes and goes, or lies over the canvas. */
const hidden = [
	// Dots, which make a picture larger.
	'.vue-flow__background',
	'.el-notification',
	'.el-popper',
	'[data-reka-popper-content-wrapper]',
	'.vue-flow__panel',
	'[data-test-id="floating-nodes"]',
	'[data-test-id="panel-drag-button"]',
	'[data-test-id="command-bar-button"]',
	'[data-test-id="add-sticky-button"]',
	'[data-test-id^="execute-workflow-button"]',
	'[aria-label="Select trigger node"]',
	'[data-test-id="workflow-chat-button"]',
	'[data-test-id="instance-ai-canvas-action-button"]',
	'[data-test-id="node-creator-plus-button"]',
	'[data-test-id="toggle-focus-panel-button"]',
];

/** Pixels of an open node that most of the fields take. */
const fieldsHeight = 700;
/** Pixels around what is shown. */
const margin = 16;

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
 *
 * @param on the page, n8n's editor unless given
 */
export async function picture(name: string, part: Part, on = page): Promise<void> {
	await on.mouse.move(0, 0);
	for (const theme of ['dark', 'light'] as const) {
		await on.emulateMedia({ colorScheme: theme });
		await iconsLoaded(on);
		const bytes = await on.screenshot({
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
async function iconsLoaded(on: Page): Promise<void> {
	await on.locator('body').evaluate(async ({ ownerDocument }) => {
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
 * The upper part of the open node, where its fields are: the columns from one to another, each by
 * its test ID.
 */
export async function columns(from: string, to: string): Promise<Part> {
	const [whole, tabs, first, last] = await Promise.all(
		['ndv', 'tab-params', from, to].map(async (id) => await boxOf(page.getByTestId(id))),
	);
	// The header has the node's name on the left; without it, it says nothing.
	const y = first.x > whole.x + margin ? tabs.y - margin : whole.y;
	const right = last.x + last.width;
	return { x: first.x, y, width: right - first.x, height: whole.y + fieldsHeight - y };
}

/** The part of the canvas with all nodes, their names and the lines between them, also those that lead back. */
export async function wholeWorkflow(): Promise<Part> {
	return await page.getByTestId('canvas').evaluate((canvas, margin) => {
		const frame = canvas.getBoundingClientRect();
		const shown = '.vue-flow__node, .vue-flow__node *, .vue-flow__edge-path';
		const all = [...canvas.querySelectorAll(shown)]
			// Buttons around a node are there all the time and show when the mouse comes.
			.filter((one) => !one.closest('button, [data-test-id="canvas-node-toolbar"]'))
			// What holds other elements is larger than what is to be seen of it.
			.filter((one) => one.matches('.vue-flow__node') || one.childElementCount === 0)
			.map((element) => element.getBoundingClientRect())
			.filter(({ width, height }) => width > 0 && height > 0);
		const x = Math.max(frame.left, Math.min(...all.map(({ left }) => left)) - margin);
		const y = Math.max(frame.top, Math.min(...all.map(({ top }) => top)) - margin);
		const right = Math.min(frame.right, Math.max(...all.map((one) => one.right)) + margin);
		const bottom = Math.min(frame.bottom, Math.max(...all.map((one) => one.bottom)) + margin);
		return { x, y, width: right - x, height: bottom - y };
	}, margin);
}
