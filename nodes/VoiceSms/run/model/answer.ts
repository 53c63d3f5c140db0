import type { IDataObject } from 'n8n-workflow';

import { type Result, Listed, maxForModel, WithFile } from '../../operations/result';
import { cut, fitted } from '../../util/fitted';
import { settingIn } from '../../layers/index';
import type { Item } from '../../layers/layer';
import type { Outcome } from '../../layers/outcome';
import { sendOnce } from '../../layers/sendOnce';
import { type ToolCall, noRecord, tellModel } from './error';

/**
 * Most characters of JSON for the records of an answer. Agents (Preview) adds some 30 to each record, and
 * an answer may have at most 16,000.
 */
const maxAnswerLength = 13_000;
/** Most characters of one record in a list, so that a long record does not push out the others. */
const maxRecordLength = 2600;
const maxMessageLength = 600;

/**
 * The items with their outcomes in the words for a model. A tool runs with one item: the notes go with the last
 * item.
 *
 * @param notes of the run, sentences
 */
export function itemsForModel(items: Item[], call: ToolCall, notes: string[]): Item[] {
	const told = (item: Item): Outcome => {
		const { outcome, input, index } = item;
		const one = { ...call, input, onceKey: settingIn(item, sendOnce) };
		if (outcome.is === 'waiting') return outcome;
		if (outcome.is === 'acceptedThenFailed') {
			tellModel(outcome, one);
			return { ...outcome, result: fitted(outcome.result, maxAnswerLength) };
		}
		if ('error' in outcome) return { ...outcome, error: tellModel(outcome, one) };
		if ('rowForModel' in outcome) return { ...outcome, result: outcome.rowForModel };
		const ownNotes = index === items.length - 1 ? notes : [];
		return { ...outcome, result: answerForModel(outcome.result, one, ownNotes) };
	};
	return items.map((item) => ({ ...item, outcome: told(item) }));
}

/** A result for a model: as much of it as the model can read, and the notes as a last item. */
function answerForModel(result: Result, call: ToolCall, notes: string[]): Result {
	if (result instanceof WithFile) {
		return new WithFile(fitted(result.json, maxAnswerLength), result.binary);
	}
	if (result instanceof Listed) return listForModel(result, call, notes);
	const records = Array.isArray(result) ? result : [result];
	const whole = records.map((record) => {
		return fitted(withoutOwnText(record, call), Math.floor(maxAnswerLength / records.length));
	});
	return notes.length === 0 ? whole : [...whole, { message: messageOf(notes) }];
}

/** A model does not get its own text back. */
function withoutOwnText(record: IDataObject, { operation }: ToolCall): IDataObject {
	if (operation.sends === undefined) return record;
	return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'body'));
}

function listForModel(listed: Listed, call: ToolCall, notes: string[]): IDataObject[] {
	const { records, about } = listed;
	if (records.length === 0) {
		return [{ found: 0, message: messageOf([...noneFound(listed, call), ...notes]) }];
	}
	const shown: IDataObject[] = [];
	let characters = 0;
	for (const record of records) {
		const one = fitted(record, maxRecordLength);
		// One more for the comma or the bracket.
		characters += JSON.stringify(one).length + 1;
		if (characters > maxAnswerLength) break;
		shown.push(one);
	}
	const isWhole = about.more === undefined && shown.length === records.length;
	if (isWhole && notes.length === 0) return shown;
	const total = about.more === undefined ? records.length : about.more.total;
	return [
		...shown,
		{
			shown: shown.length,
			...(total === undefined ? {} : { total }),
			message: messageOf([...(isWhole ? [] : notAll(shown.length, total, listed, call)), ...notes]),
		},
	];
}

function noneFound({ about }: Listed, call: ToolCall): string[] {
	const { operation } = call;
	if (operation.list === undefined) return [noRecord(call)];
	const what = whatOf(call);
	return about.sought === ''
		? [`There are no ${what}.`]
		: [`No ${what} were found for ${cut(about.sought, 200)}.`, operation.list.ifNone];
}

function notAll(
	shown: number,
	total: number | undefined,
	{ records, about }: Listed,
	call: ToolCall,
): string[] {
	const what = whatOf(call);
	const are = shown === 1 ? 'This is' : 'These are';
	// "1 calls" would be wrong.
	const these = shown === 1 ? `1 of the ${what}` : `${shown} ${what}`;
	const isLimited = shown === records.length && about.wanted < maxForModel;
	return [
		total === undefined
			? `${are} ${these}, and there may be more.`
			: `${are} ${shown} of ${total} ${what}.`,
		...(call.operation.list === undefined ? [] : [call.operation.list.more]),
		...(isLimited ? ['A higher Limit shows more, at most 50.'] : []),
	];
}

function whatOf({ operation, input }: ToolCall): string {
	return cut(operation.nameInErrors(input), 80);
}

function messageOf(sentences: string[]): string {
	return cut(sentences.join(' '), maxMessageLength);
}
