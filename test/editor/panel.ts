import type { Locator } from 'playwright-core';

import { page } from './browser';

/** The input of a parameter in the open node, or of a field in a credential, by its saved name. */
export const parameter = (name: string): Locator => page.getByTestId(`parameter-input-${name}`);

/** A parameter of the open node with its name and what belongs to it. */
export const panelItem = (name: string): Locator =>
	page
		.getByTestId('parameter-item')
		.filter({ has: page.getByTestId(`${name}-parameter-input-options-container`) });

/** The right side of the open node: what came out. */
export const output = (): Locator => page.getByTestId('output-panel');

/** Runs the open node, and those before it. */
export async function executeStep(): Promise<void> {
	await page.getByTestId('node-execute-button').click();
}

/** What the open node gave, as a table: first the names of the fields. */
export async function outputTable(): Promise<string[][]> {
	await output().getByRole('radio', { name: 'Table' }).click();
	await output().locator('tbody tr').first().waitFor();
	const rows = await output().locator('tr').all();
	return await Promise.all(
		rows.map(async (row) => {
			const cells = await row.locator('th, td').allInnerTexts();
			return cells.map((text) => text.trim());
		}),
	);
}
