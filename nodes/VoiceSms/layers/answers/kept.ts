import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import {
	type Answer,
	type Operation,
	type Result,
	Listed,
	WithFile,
} from '../../operations/operation';
import type { Facts, Item } from '../layer';
import { notRepeated } from './repeatedCalls';

/** `seenByModel`: the run with this answer has ended well, so the model has the answer. */
export type KeptAnswer = Answer & { seenByModel?: true } & KeptOfItem;

/** Of n8n's tries: what the next one may be unable to read. */
interface KeptOfItem {
	nameInErrors?: string;
	shown?: IDataObject;
	facts?: Facts;
	/** The result of the operation's `finish`, for a try that cannot go on. */
	finished?: IDataObject;
}

export interface Kept {
	/** Of n8n's tries: the operation and the round of a loop, so that no other run takes these answers. */
	run?: string;
	answers: Record<string, KeptAnswer>;
	/** The last answer in each lane; `byOtherLane` if that is not the item's first lane. */
	lastOf: Record<string, { key: string; byOtherLane?: true }>;
}

/** What the next try is told of the item, besides its answer. */
export function keptOf(
	{ input, shown, facts }: Item,
	answer: Answer,
	{ nameInErrors }: Operation,
): KeptOfItem {
	const learned = Object.values(facts).some((fact) => fact !== undefined) ? { facts } : {};
	if ('accepted' in answer) return learned;
	return { ...learned, shown, nameInErrors: nameInErrors(input) };
}

/** Keeps the result of the operation's `finish`. A file is not kept: n8n would save it with the execution. */
export function keepFinished(answer: KeptAnswer | undefined, result: Result) {
	if (answer === undefined || result instanceof WithFile || result instanceof Listed) return;
	if (!Array.isArray(result)) answer.finished = result;
}

/** The record of an item that an earlier try has done, or may have. */
export function earlierOf(
	answer: KeptAnswer,
	index: number,
	context: IExecuteFunctions,
	{ columns = {}, unfinished }: Operation,
): Partial<Item> {
	const { nameInErrors = 'this item', facts = {}, shown = {}, finished } = answer;
	if ('mayHaveBeenDone' in answer) {
		const error = notRepeated(context, nameInErrors, answer, index);
		const earlier = { is: 'failed', error } as const;
		return { shown, facts, earlier, outcome: earlier };
	}
	const { accepted, isBegun } = answer;
	// The version before kept no `isBegun`; nobody has the answer to a question yet.
	const earlier =
		isBegun || unfinished !== undefined
			? ({ is: 'begun', result: accepted, finished } as const)
			: ({ is: 'done', result: accepted } as const);
	const names = Object.keys(columns).filter((name) => name in accepted);
	const shownOfIt = Object.fromEntries(names.map((name) => [name, accepted[name]]));
	return { shown: shownOfIt, facts, earlier, outcome: earlier };
}

/**
 * The answer in a form that n8n can save with the execution. If it is nested too deeply for JSON, that is
 * the identifiers, and whether something was created: enough for later steps.
 */
export function asJson(answer: Answer): Answer {
	if ('mayHaveBeenDone' in answer) return answer;
	try {
		JSON.stringify(answer);
		return answer;
	} catch {
		const known = Object.entries(answer.accepted).filter(([key, value]) => {
			return /^id$|Id$|^created$/.test(key) && typeof value !== 'object';
		});
		return { ...answer, accepted: Object.fromEntries(known) as IDataObject };
	}
}
