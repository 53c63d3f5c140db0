import type { INode } from 'n8n-workflow';

import type { Api } from '../../nodes/VoiceSms/api/connect';
import type { Failure } from '../../nodes/VoiceSms/api/failure';
import { asNodeError } from '../../nodes/VoiceSms/api/nodeError';
import type { Round } from '../../nodes/VoiceSms/trigger/event';
import { ChosenFilters } from '../../nodes/VoiceSms/trigger/filters';

const node = { name: 'Voice and SMS Trigger', type: 'voiceSmsTrigger', typeVersion: 1 } as INode;

/** A poll with time enough, no filter, and a service that answers as the test says. */
export function roundOf({ api = {}, ...given }: RoundGiven = {}): Round & { log: string[] } {
	const log: string[] = [];
	const whole = api as Api;
	return {
		log,
		api: whole,
		node,
		fields: undefined as never,
		filters: new ChosenFilters([], {}),
		simple: false,
		store: undefined as never,
		bound: 4,
		mayStart: () => true,
		closing: new Promise(() => {}),
		leftMs: () => 60_000,
		now: () => Date.parse('2026-06-01T12:00:00Z'),
		warn: (message) => void log.push(message),
		ownList: (list, timeField) => ({ api: whole, list, timeField, node, bound: 4 }),
		otherList: (list, timeField) => ({ api: whole, list, timeField, node, bound: 4 }),
		...given,
	};
}

interface RoundGiven extends Partial<Omit<Round, 'api'>> {
	api?: Partial<Api>;
}

/** The error of a request that came to nothing, of an HTTP status or of what else happened. */
export function errorOf(failure: Failure | number, thing = 'calls'): Error {
	const whole: Failure =
		typeof failure === 'number' ? { cause: 'status', status: failure } : failure;
	return asNodeError(node, whole, { thing }, false);
}
