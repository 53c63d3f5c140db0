import type { INodeProperties } from 'n8n-workflow';

import { defaultBound } from '../../api/flow/bound';
import { defaultTimeout } from '../../api/connect';
import { longestTimer } from '../../api/http/deadline';
import { defaultTries } from '../../api/flow/retry';
import { byName } from './options';

const maxTries: INodeProperties = {
	displayName: 'Max Tries',
	name: 'maxTries',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 10 },
	default: defaultTries,
	description:
		'How often a request is tried when the service is busy or cannot be reached. 1 turns retries off. Sending and calling are only repeated when it is certain that nothing was sent.',
};

const queryParameters: INodeProperties = {
	displayName: 'Query Parameters',
	name: 'queryParameters',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add Parameter',
	default: {},
	description: 'Further parameters of the request. They win over those of this node.',
	options: [
		{
			displayName: 'Parameter',
			name: 'parameter',
			values: [
				{
					displayName: 'Name',
					name: 'name',
					type: 'string',
					default: '',
					placeholder: 'e.g. search',
				},
				{
					displayName: 'Value',
					name: 'value',
					type: 'string',
					default: '',
					placeholder: 'e.g. +15550100001',
				},
			],
		},
	],
};

const requestsAtOnce: INodeProperties = {
	displayName: 'Requests at Once',
	name: 'requestsAtOnce',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 100 },
	default: defaultBound,
	description:
		'Most requests under way at the same time. Without this option the node finds the number itself: it starts at 32, goes up to 100 while the service answers as fast as before, and down when it slows or asks for fewer. The value of the first item counts for the whole run.',
};

const timeout: INodeProperties = {
	displayName: 'Timeout',
	name: 'timeout',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: longestTimer },
	default: defaultTimeout,
	hint: 'In milliseconds',
	description: 'Time in ms to wait for the whole answer to a request, or for a file to go on',
};

/** Options of the requests. Declarative nodes get this collection from n8n, others must declare it (directory-loader). */
function requestOptionsField(own: INodeProperties[] = []): INodeProperties {
	return {
		displayName: 'Request Options',
		name: 'requestOptions',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		options: byName([...own, maxTries, requestsAtOnce, timeout]),
	};
}

/** For operations that write. */
export const requestOptions = requestOptionsField();
/** For operations that only read. */
export const readRequestOptions = requestOptionsField([queryParameters]);
