import type { IExecuteFunctions, INode, INodeProperties } from 'n8n-workflow';

import {
	additionalFields,
	readNewContact,
} from '../../../../nodes/VoiceSms/fields/forms/newContact';
import { Parameters } from '../../../../nodes/VoiceSms/fields/read/parameters';
import { FieldReader } from '../../../../nodes/VoiceSms/fields/read/reader';

const offered = additionalFields.options as INodeProperties[];
const texts = offered.filter(
	({ type, name }) => type === 'string' && !['tags', 'customFields'].includes(name),
);

it.each(texts.map(({ name }) => name))('the additional field %s is sent', (name) => {
	const values: Record<string, unknown> = { additionalFields: { [name]: 'x' } };
	const context = {
		getInputData: () => [],
		getNode: () => ({ name: 'Voice and SMS', parameters: {} }) as unknown as INode,
		getTimezone: () => 'Europe/Berlin',
		getNodeParameter: (parameter: string, _index: number, fallback: unknown) =>
			values[parameter] ?? fallback,
	} as unknown as IExecuteFunctions;
	const filledIn = { defaultCountry: '', asTool: false };
	const parameters = new Parameters(context);
	const item = FieldReader.ofItem(context, parameters, 0, [additionalFields], filledIn);
	expect(readNewContact(item, '')).toStrictEqual({ [name]: 'x' });
});
