import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { AxiosInstance } from 'axios';
import { findWorkflow, type SavedWorkflow } from './editorApi';
import {
	publishSaved,
	readExamples,
	saveWorkflow,
	unpublishSaved,
	type Example,
} from './workflows';

/** What n8n had after an example was imported, by the example's file. */
type Imported = Record<string, string>;

/**
 * Puts the examples into n8n, and gives them as n8n has them then: an example that somebody edited stays
 * as it is.
 *
 * @param record the file that remembers what was imported
 */
export async function importExamples(
	rest: AxiosInstance,
	credentialId: string,
	record: string,
): Promise<Example[]> {
	const imported = existsSync(record) ? (JSON.parse(readFileSync(record, 'utf8')) as Imported) : {};
	const examples: Example[] = [];
	for (const example of readExamples()) {
		const saved = await findWorkflow(rest, example);
		if (saved !== undefined && contentOf(saved) !== imported[example.file]) {
			const { name, nodes, connections, settings } = saved;
			examples.push({ ...example, name, nodes, connections, settings });
			continue;
		}
		imported[example.file] = contentOf(await saveWorkflow(rest, example, credentialId));
		examples.push(example);
	}
	writeFileSync(record, JSON.stringify(imported));
	return examples;
}

/**
 * Publishes what is published anew: what n8n remembers is of the service of before, so everybody in the new
 * one would count as a stranger who has just written.
 *
 * @param between is called when nothing is published
 */
export async function publishAnew(rest: AxiosInstance, between: () => void): Promise<void> {
	const { data: all } =
		await rest.get<Array<SavedWorkflow & { active?: boolean; activeVersionId?: string }>>(
			'/workflows',
		);
	const published = all.filter(({ active, activeVersionId }) => active === true || activeVersionId);
	for (const workflow of published) await unpublishSaved(rest, workflow);
	between();
	for (const workflow of published) await publishSaved(rest, workflow);
}

// The settings hold the time zone, which several examples ask for.
const contentOf = ({ name, nodes, connections, settings }: SavedWorkflow) =>
	JSON.stringify([name, nodes, connections, settings]);
