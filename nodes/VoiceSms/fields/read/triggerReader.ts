import type { INodeProperties, IPollFunctions } from 'n8n-workflow';

import { filledByPerson } from './filledBy';
import { notFilledIn } from './notFilledIn';
import { FieldReader } from './reader';

/**
 * The fields of a trigger. People fill them in, and n8n evaluates no item for them.
 *
 * @param fields the fields that the trigger shows
 * @param defaultCountry the credential's country for phone numbers without a country code, '' for none
 * @throws NodeOperationError for a field that is not filled in yet
 */
export function readerOfTrigger(
	context: IPollFunctions,
	fields: INodeProperties[],
	defaultCountry: string,
): FieldReader {
	const node = context.getNode();
	for (const [name, saved] of Object.entries(node.parameters)) {
		const own = fields.filter((field) => field.name === name);
		const empty = own.length > 0 ? notFilledIn(own, saved) : undefined;
		if (empty !== undefined)
			throw filledByPerson.errorOf(node, undefined, empty.label, empty.problem);
	}
	return new FieldReader(context, {
		fields: filledByPerson.fieldsOf(fields),
		filledBy: filledByPerson,
		filledIn: { defaultCountry, skipTag: '', testNumbers: '', asTool: false },
		read: (name, _index, fallback) => ({
			value: context.getNodeParameter(name, fallback),
			gaps: [],
			doubts: [],
		}),
	});
}
