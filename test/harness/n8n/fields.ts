import type { IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import { Parameters } from '../../../nodes/VoiceSms/fields/read/parameters';
import { FieldReader } from '../../../nodes/VoiceSms/fields/read/reader';
import { fake } from './fake';

/** An item whose fields have these values; the workflow's time zone is Europe/Berlin. */
export function itemOf(
	fields: INodeProperties[],
	values: Record<string, unknown>,
	{ asTool = false, defaultCountry = '' } = {},
): FieldReader {
	const context = fake<IExecuteFunctions>({
		getInputData: () => [],
		getNode: () => fake<INode>({ name: 'Voice and SMS', parameters: {} }),
		getTimezone: () => 'Europe/Berlin',
		getNodeParameter: (name: string, _index: number, fallback: unknown) => {
			return values[name] === undefined ? fallback : values[name];
		},
	});
	const filledIn = { asTool, defaultCountry, skipTag: '', testNumbers: '' };
	return new FieldReader(context, new Parameters(context, fields, filledIn), 0);
}
