import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

import { openApiPath } from '../simulator/validator';
import type { Answer } from './client';

interface Operation {
	operationId?: string;
	responses?: Record<string, { $ref?: string }>;
}

const document = parse(readFileSync(openApiPath, 'utf8')) as {
	paths: Record<string, Record<string, Operation>>;
};
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
addFormats(ajv);
ajv.addSchema(document, 'openapi', undefined, false);

/** Method, path (with `{name}` for each ID) and responses of an operation of openapi.yaml. */
export function placeOf(operationId: string) {
	const all = Object.entries(document.paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
	);
	const found = all.find((operation) => operation.operationId === operationId);
	if (found === undefined) throw new Error(`openapi.yaml has no operation ${operationId}`);
	return found;
}

/**
 * What is missing or wrong in an answer. A field with null counts as missing. More fields, and other forms
 * of times and phone numbers, are not wrong: the node takes them.
 */
export function departuresOf({ operationId, status, body }: Answer): string[] {
	const { method, path, responses } = placeOf(operationId);
	const code = status < 300 && Object(body).success === true ? '200' : 'default';
	const own = `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}/responses/${code}`;
	const place = `openapi${responses?.[code].$ref ?? own}/content/application~1json/schema`;
	const validate = ajv.getSchema(place);
	if (validate === undefined) throw new Error(`openapi.yaml has no ${place}`);
	validate(JSON.parse(JSON.stringify(body), (_name, value: unknown) => value ?? undefined));
	return (validate.errors ?? [])
		.filter(({ keyword }) => !['additionalProperties', 'pattern'].includes(keyword))
		.map((error) => `${operationId}: ${inWords(error)}`);
}

function inWords({ instancePath, message, data }: ErrorObject): string {
	const field = instancePath
		.slice(1)
		.replace(/\/\d+(?=\/|$)/g, '[]')
		.replaceAll('/', '.');
	// A word, such as a status, is shown. Anything else may be about a person.
	const isWord = typeof data === 'string' && /^[\w-]{1,20}$/.test(data);
	return `${field} ${message}${isWord ? `, is "${data}"` : ''}`.trim();
}
