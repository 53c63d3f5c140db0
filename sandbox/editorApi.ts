import { isAxiosError, type AxiosInstance } from 'axios';
import type { IWorkflowBase } from 'n8n-workflow';
import { waitFor } from './progress';

const publishSeconds = 60;
/** The longest list of executions that n8n gives. */
const mostListed = 100;

/** A workflow by the id that its file has, and its name. */
type Named = Pick<IWorkflowBase, 'id' | 'name'>;

/** A workflow as n8n has it. */
export interface SavedWorkflow
	extends Named,
		Pick<IWorkflowBase, 'nodes' | 'connections' | 'settings'> {
	isArchived: boolean;
}

export interface ExecutionSummary {
	id: string;
	mode: string;
	status: string;
}

interface ExecutionsPage {
	results: ExecutionSummary[];
	/** Names the next page; null on the last one. n8n before 2.41 goes by the last id. */
	nextCursor?: string | null;
}

export interface Publication {
	status: 'published' | 'partial' | 'failed';
	/** Why a trigger did not start, as the editor shows it. */
	problem?: string;
}

/** What the editor's API has one way in n8n 2 and another in n8n 1. Each `id` is n8n's own. */
interface EditorApi {
	/** The workflow of a file as n8n has it, if it does. */
	find(rest: AxiosInstance, file: Named): Promise<SavedWorkflow | undefined>;
	/** n8n's id of a workflow that it has. */
	idOf(rest: AxiosInstance, file: Named): Promise<string>;
	/** What a new workflow has besides its content. */
	beginning(file: Named): object;
	/** What a run is told of a saved workflow. */
	running(rest: AxiosInstance, id: string): Promise<object>;
	publish(rest: AxiosInstance, id: string, versionId: string): Promise<Publication>;
	unpublish(rest: AxiosInstance, id: string): Promise<void>;
}

const n8n2: EditorApi = {
	async find(rest, { id }) {
		try {
			return (await rest.get<SavedWorkflow>(`/workflows/${id}`)).data;
		} catch (error) {
			const { cause } = error as Error;
			if (isAxiosError(cause) && cause.response?.status === 404) return undefined;
			throw error;
		}
	},
	// Asked for many times a second while executions are waited for.
	idOf: async (_rest, { id }) => id,
	beginning: ({ id }) => ({ id }),
	running: async () => ({}),
	async publish(rest, id, versionId) {
		await rest.post(`/workflows/${id}/activate`, { versionId });
		return await waitFor(`workflow ${id} to be published`, publishSeconds, async () => {
			const publication = await publicationOf(rest, id);
			// Before 2.41 it is done when n8n has answered.
			if (publication === undefined) return { status: 'published', problem: undefined };
			const { status, triggers } = publication;
			if (status === 'in_progress' || status === 'not_published') return undefined;
			const problem = triggers.find(({ errorMessage }) => errorMessage)?.errorMessage ?? undefined;
			return { status, problem };
		});
	},
	async unpublish(rest, id) {
		await rest.post(`/workflows/${id}/deactivate`, {});
		await waitFor(`workflow ${id} to be unpublished`, publishSeconds, async () => {
			const { status = 'not_published' } = (await publicationOf(rest, id)) ?? {};
			return status === 'not_published' ? true : undefined;
		});
	},
};

const n8n1: EditorApi = {
	// The id of a new workflow is n8n's.
	async find(rest, { name }) {
		const { data: all } = await rest.get<Named[]>('/workflows');
		const found = all.find((saved) => saved.name === name);
		return found && (await rest.get<SavedWorkflow>(`/workflows/${found.id}`)).data;
	},
	async idOf(rest, file) {
		const found = await n8n1.find(rest, file);
		if (found === undefined) throw new Error(`n8n has no workflow "${file.name}".`);
		return found.id;
	},
	beginning: () => ({ active: false }),
	async running(rest, id) {
		const { data: workflowData } = await rest.get<object>(`/workflows/${id}`);
		return { workflowData };
	},
	async publish(rest, id, versionId) {
		try {
			await rest.patch(`/workflows/${id}`, { active: true, versionId });
			return { status: 'published', problem: undefined };
		} catch (error) {
			return { status: 'failed', problem: (error as Error).message };
		}
	},
	async unpublish(rest, id) {
		await rest.patch(`/workflows/${id}`, { active: false });
	},
};

const known = new WeakMap<AxiosInstance, EditorApi>();

/** The way in which the n8n behind `rest` wants it. */
export async function editorApi(rest: AxiosInstance): Promise<EditorApi> {
	const before = known.get(rest);
	if (before) return before;
	const version = await versionOf(rest);
	const api = Number(version.split('.')[0]) < 2 ? n8n1 : n8n2;
	known.set(rest, api);
	return api;
}

/** The version of the n8n behind `rest`, such as `2.41.1`. */
export async function versionOf(rest: AxiosInstance): Promise<string> {
	const { data } = await rest.get<{ versionCli: string }>('/settings');
	return data.versionCli;
}

/** The workflow of a file as n8n has it, if it does. */
export async function findWorkflow(
	rest: AxiosInstance,
	file: Named,
): Promise<SavedWorkflow | undefined> {
	return await (await editorApi(rest)).find(rest, file);
}

/** n8n's id of the workflow of a file, which it has. */
export async function savedId(rest: AxiosInstance, file: Named): Promise<string> {
	return await (await editorApi(rest)).idOf(rest, file);
}

/** All executions of a workflow that n8n keeps, newest first. */
export async function executionsOf(
	rest: AxiosInstance,
	workflowId: string,
): Promise<ExecutionSummary[]> {
	const all: ExecutionSummary[] = [];
	let next: object | undefined = {};
	while (next) {
		const { data } = await rest.get<ExecutionsPage>('/executions', {
			params: { filter: JSON.stringify({ workflowId }), limit: mostListed, ...next },
		});
		all.push(...data.results);
		next = nextPage(data);
	}
	return all;
}

function nextPage({ results, nextCursor }: ExecutionsPage): object | undefined {
	if (nextCursor !== undefined) return nextCursor === null ? undefined : { cursor: nextCursor };
	return results.length < mostListed ? undefined : { lastId: results.at(-1)?.id };
}

/** How far n8n is with publishing; undefined where it does not say (n8n 2.30, workflows.controller). */
async function publicationOf(rest: AxiosInstance, id: string) {
	try {
		const { data } = await rest.get<{
			status: Publication['status'] | 'in_progress' | 'not_published';
			triggers: Array<{ errorMessage: string | null }>;
		}>(`/workflows/${id}/publication-status`);
		return data;
	} catch (error) {
		if ((error as Error).message.endsWith('publication status is not available')) return undefined;
		throw error;
	}
}
