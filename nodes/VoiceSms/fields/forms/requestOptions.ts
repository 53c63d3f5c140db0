import type { INodeProperties } from 'n8n-workflow';

import { defaultBound } from '../../api/flow/bound';
import { type RequestOptions, defaultTimeout } from '../../api/api';
import { maxTimerMs } from '../../api/clock';
import { defaultTries } from '../../api/flow/retry';
import type { FieldReader } from '../read/reader';
import { byName, textField } from './formFields';

const maxTries: INodeProperties = {
	displayName: 'Max Tries',
	name: 'maxTries',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: defaultTries,
	description: 'Most tries of a request',
};
const maxTriesOfWrite: INodeProperties = {
	...maxTries,
	description: 'Most tries. SMS and calls: only if they certainly did not go out.',
};

const queryParameters: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	description: 'More parameters for the service',
	options: [
		{
			displayName: 'Parameter',
			name: 'parameter',
			values: [textField('Name', 'name', 'search'), textField('Value', 'value', '+15550100001')],
		},
	],
};

const requestsAtOnce: INodeProperties = {
	displayName: 'Requests at Once',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: defaultBound,
	description: 'Most requests at once',
};

const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: maxTimerMs },
	default: defaultTimeout,
	description: 'Milliseconds to wait for an answer',
};

/** Options of the requests. Declarative nodes get this collection from n8n, others must declare it (directory-loader). */
function requestOptionsField(own: INodeProperties[]): INodeProperties {
	return {
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		// Seldom needed: it is in the tab Settings, and the form has one menu of options.
		isNodeSetting: true,
		options: byName([...own, requestsAtOnce, timeout]),
	};
}

/** For operations that write. */
export const requestOptions = requestOptionsField([maxTriesOfWrite]);
/** For operations that only read. */
export const readRequestOptions = requestOptionsField([maxTries, queryParameters]);

/**
 * The Request Options of an item or of a trigger. `bound` = most requests at once; undefined where the
 * user does not say.
 *
 * @throws NodeOperationError naming the option, for an invalid value
 */
export function readRequestSettings(fields: FieldReader): {
	settings: RequestOptions;
	bound?: number;
} {
	const options = fields.collection('requestOptions');
	const settings = {
		timeoutMs: options.count('timeout'),
		tries: options.count('maxTries'),
		query: options.rows('queryParameters'),
	};
	return { settings, bound: options.count('requestsAtOnce') };
}
