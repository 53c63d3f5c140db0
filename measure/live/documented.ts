import { readFileSync } from 'node:fs';
import type { ErrorObject } from 'ajv';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

import { openApiPath } from '../../test/simulator/validator';
import type { Answer } from './client';

const document = parse(readFileSync(openApiPath, 'utf8')) as {
	paths: Record<string, { get: { responses: Record<string, { $ref?: string }> } }>;
	components: { schemas: Record<string, { properties: object }> };
};
const ajv = new Ajv2020({ strict: false, allErrors: true, verbose: true });
addFormats(ajv);
ajv.addSchema(document, 'openapi', undefined, false);

/** The fields that the interface documents for a kind of record, such as "Call". */
export function fieldsOf(kind: string): string[] {
	return Object.keys(document.components.schemas[kind].properties);
}

/**
 * What is missing or wrong in an answer. A field with null counts as missing. More fields, and other forms
 * of times and phone numbers, are not wrong: the node takes them.
 */
export function departuresOf({ path, status, body }: Answer): string[] {
	const code = status < 300 && Object(body).success === true ? '200' : 'default';
	const own = `#/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/get/responses/${code}`;
	const place = document.paths[path].get.responses[code].$ref ?? own;
	const validate = ajv.getSchema(`openapi${place}/content/application~1json/schema`);
	if (validate === undefined) throw new Error(`openapi.yaml has no ${place}`);
	validate(JSON.parse(JSON.stringify(body), (_name, value: unknown) => value ?? undefined));
	return (validate.errors ?? [])
		.filter(({ keyword }) => !['additionalProperties', 'pattern'].includes(keyword))
		.map((error) => `${path}: ${inWords(error)}`);
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
