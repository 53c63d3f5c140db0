import type { IDataObject, INode } from 'n8n-workflow';

import type { Api } from '../../../nodes/VoiceSms/api/api';
import type { Failure } from '../../../nodes/VoiceSms/api/errors/failure';
import { asNodeError } from '../../../nodes/VoiceSms/api/errors/nodeError';
import type { Poll } from '../../../nodes/VoiceSms/trigger/event';
import { ChosenFilters } from '../../../nodes/VoiceSms/trigger/filters';
import { untyped } from '../n8n/fake';

const node = { name: 'Voice and SMS Trigger', type: 'voiceSmsTrigger', typeVersion: 1 } as INode;

/** A poll with time enough, no filter, and a service that answers as the test says. */
export function pollOf({ api = {}, ...given }: PollGiven = {}): Poll & {
	log: string[];
	failures: Error[];
} {
	const log: string[] = [];
	const failures: Error[] = [];
	const whole: Api = { within: () => whole, about: () => whole, ...api } as Api;
	return {
		log,
		failures,
		api: whole,
		node,
		fields: untyped(undefined),
		filters: new ChosenFilters([], {}),
		simple: false,
		store: untyped(undefined),
		bound: 4,
		mayStart: () => true,
		leftMs: () => 60_000,
		now: () => Date.parse('2026-06-01T12:00:00Z'),
		isSameAccount: true,
		turn: 0,
		failed: (error) => void failures.push(error),
		warn: (message) => void log.push(message),
		ownList: (list, timeField) => ({ api: whole, list, timeField, node, bound: 4 }),
		...given,
	};
}

interface PollGiven extends Partial<Omit<Poll, 'api'>> {
	api?: Partial<Api>;
}

/** The error of a request that came to nothing, of an HTTP status or of what else happened. */
export function errorOf(failure: Failure | number, thing = 'calls'): Error {
	const whole: Failure =
		typeof failure === 'number' ? { cause: 'status', status: failure } : failure;
	return asNodeError(node, whole, { nameInErrors: thing }, false, 'POST');
}

/** A service in memory: its lists by their paths, given out in pages as they stand. */
export class Lists {
	/** What was asked for: a path with the number of a page, or with "whole"; the path of a call. */
	readonly asked: string[] = [];
	/** Records that each list counts and no page gives. */
	phantoms = 0;

	constructor(
		readonly records: Record<string, IDataObject[]>,
		private readonly pageSize = 50,
	) {}

	get api(): Partial<Api> {
		return {
			page: async ({ path }, page) => {
				this.asked.push(`${path} ${page}`);
				const all = this.records[path] ?? [];
				const limit = this.pageSize;
				const total = all.length + this.phantoms;
				return {
					records: all.slice((page - 1) * limit, page * limit),
					pagination: { total, page, limit, totalPages: Math.ceil(total / limit) },
				};
			},
			pages: async ({ path }, wanted) => {
				this.asked.push(`${path} whole`);
				const records = (this.records[path] ?? []).slice(0, wanted);
				return { records, missing: this.phantoms };
			},
			get: async (path) => {
				this.asked.push(path);
				const [, list, id] = /^(.*)\/([^/]*)$/.exec(path) ?? [];
				const found = this.records[list]?.find((record) => record.id === id);
				if (found === undefined) throw errorOf(404);
				return found;
			},
		};
	}
}
