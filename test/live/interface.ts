import { readFileSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { IDataObject } from 'n8n-workflow';
import { parse } from 'yaml';

import { isObject } from '../../nodes/VoiceSms/util/isObject';
import { openApiPath } from '../simulator/validator';
import { dataOf, isGiven, type Reply } from './reply';

interface Schema {
	$ref?: string;
	properties?: Record<string, unknown>;
}

interface Document {
	paths: Record<string, Record<string, { operationId?: string; responses?: Responses }>>;
	components: { schemas: Record<string, Schema> };
}

type Responses = Record<string, { $ref?: string }>;

/** Where an operation of openapi.yaml is served. */
export interface Place {
	method: string;
	/** With `{name}` for each parameter. */
	path: string;
}

/** How an answer departs from the interface, by the field, such as `data.clients[].email`. */
export interface Departures {
	missing: Set<string>;
	wrong: Set<string>;
	undocumented: Set<string>;
	/** Null where the interface has a text, number or the like, and does not ask for the field. */
	empty: Set<string>;
	/** Times in another form of ISO 8601 than `2026-01-31T09:00:00.000Z`. */
	otherTimes: Set<string>;
}

/** Which schema the records under a key of `data` have. */
const recordsOf: Record<string, string> = {
	clients: 'Client',
	client: 'Client',
	conversations: 'Conversation',
	messages: 'Message',
	calls: 'Call',
	call: 'Call',
};

const document = parse(readFileSync(openApiPath, 'utf8')) as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
addFormats(ajv);
ajv.addSchema(document, 'openapi', undefined, false);
/** By operation and status: to compile one takes longer than a request. */
const validators = new Map<string, ValidateFunction>();

/** Compares answers with openapi.yaml and keeps in what they depart from it. */
export class Interface {
	readonly places = new Map<string, Place>();
	/** By operation; those of refusals under `refusals`. */
	readonly departures = new Map<string, Departures>();
	/** Fields seen in the records of each schema. */
	private readonly seen = new Map<string, Set<string>>();

	constructor() {
		for (const [path, methods] of Object.entries(document.paths)) {
			for (const [method, { operationId }] of Object.entries(methods)) {
				if (operationId !== undefined) this.places.set(operationId, { method, path });
			}
		}
	}

	/** Keeps in what an answer departs from its operation, or from what a refusal is to be. */
	compare(operationId: string, reply: Reply): void {
		// A gateway that asks for fewer requests is not the service.
		if (reply.kind === 'none' || reply.status === 429) return;
		const name = isGiven(reply) ? operationId : 'refusals';
		const departures = this.departures.get(name) ?? none();
		this.departures.set(name, departures);
		const place = this.places.get(operationId);
		if (place === undefined) throw new Error(`openapi.yaml has no operation ${operationId}`);
		const validate = validatorOf(operationId, place, isGiven(reply) ? '200' : 'default');
		const empty = new Set<string>();
		// Null says that there is none: where the interface asks for a field, that one is missing.
		validate(withoutNulls(reply.body, '', empty));
		for (const error of validate.errors ?? []) file(error, departures);
		for (const field of empty) {
			if (!departures.missing.has(field)) departures.empty.add(field);
		}
		for (const [key, value] of Object.entries(dataOf(reply) ?? {})) this.keepFields(key, value);
	}

	/** Documented fields that no record had, as `Client.city`. */
	neverSeen(): string[] {
		return [...this.seen].flatMap(([schema, fields]) => {
			const documented = Object.keys(document.components.schemas[schema].properties ?? {});
			return documented.filter((field) => !fields.has(field)).map((field) => `${schema}.${field}`);
		});
	}

	private keepFields(key: string, value: unknown): void {
		const schema = recordsOf[key];
		const records = (Array.isArray(value) ? value : [value]).filter(isObject) as IDataObject[];
		if (schema === undefined || records.length === 0) return;
		const fields = this.seen.get(schema) ?? new Set<string>();
		this.seen.set(schema, fields);
		for (const record of records) for (const field of Object.keys(record)) fields.add(field);
	}
}

function validatorOf(operationId: string, { method, path }: Place, status: string) {
	const name = `${operationId} ${status}`;
	const pointer = encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
	const own = `#/paths/${pointer}/${method}/responses/${status}`;
	const named = document.paths[path][method].responses?.[status].$ref;
	const $ref = `openapi${named ?? own}/content/application~1json/schema`;
	const validator = validators.get(name) ?? ajv.compile({ $ref });
	validators.set(name, validator);
	return validator;
}

function none(): Departures {
	return {
		missing: new Set(),
		wrong: new Set(),
		undocumented: new Set(),
		empty: new Set(),
		otherTimes: new Set(),
	};
}

function file({ keyword, params, data, message = '', instancePath }: ErrorObject, to: Departures) {
	const at = instancePath
		.slice(1)
		.replace(/\/\d+(?=\/|$)/g, '[]')
		.replaceAll('/', '.');
	if (keyword === 'required') to.missing.add(inside(at, String(params.missingProperty)));
	else if (keyword === 'additionalProperties') {
		to.undocumented.add(inside(at, String(params.additionalProperty)));
	} else if (keyword === 'pattern' && isTime(data)) to.otherTimes.add(at);
	else to.wrong.add(`${at === '' ? 'the whole' : at} ${message}, is ${shown(data)}`);
}

const inside = (at: string, name: string) => (at === '' ? name : `${at}.${name}`);

/** Fields of whatever content. */
const free = /\.(customFields|analytics)$/;

/** A copy without the fields that are null; their names go to `found`. */
function withoutNulls(value: unknown, at: string, found: Set<string>): unknown {
	if (Array.isArray(value)) return value.map((one) => withoutNulls(one, `${at}[]`, found));
	if (!isObject(value) || free.test(at)) return value;
	const fields = Object.entries(value).filter(([name, one]) => {
		if (one === null) found.add(inside(at, name));
		return one !== null;
	});
	return Object.fromEntries(
		fields.map(([name, one]) => [name, withoutNulls(one, inside(at, name), found)]),
	);
}

const isTime = (data: unknown) =>
	typeof data === 'string' &&
	/T.*(Z|[+-]\d{2}:?\d{2})$/.test(data) &&
	!Number.isNaN(Date.parse(data));

/** A word such as a status; nothing that may be about a person. */
const shown = (data: unknown) =>
	typeof data === 'string' && /^[\w-]{1,20}$/.test(data) ? `"${data}"` : `a ${typeof data}`;
