import type { INodeProperties, INodePropertyCollection } from 'n8n-workflow';

import { VoiceSmsApi } from '../../credentials/VoiceSmsApi.credentials';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { VoiceSmsTrigger } from '../../nodes/VoiceSms/VoiceSmsTrigger.node';
import { isRequiredVariant } from '../docs/fieldTable';
import { description, nameOf } from './fields';

/** Most words of help of a form, for people: descriptions, hints and notices. Others have no limit of their own. */
const maxWords: Record<string, number> = {
	'contact.upsert': 160,
	'sms.send': 200,
	'sms.sendAndWait': 420,
	trigger: 230,
	credential: 120,
};
/** Of one text. */
const maxOfText = 20;

const forms: Array<[string, readonly INodeProperties[]]> = [
	...operationsWithOptions.map((one) => [nameOf(one), one.fields] as [string, INodeProperties[]]),
	['trigger', new VoiceSmsTrigger().description.properties],
	['credential', new VoiceSmsApi().properties],
];

const isOfTools = ({ displayOptions }: INodeProperties) =>
	displayOptions?.show?.['@tool']?.includes(true) === true;

/** The texts of help at any depth, without the variants of tools and of required fields. */
function helpOf(fields: readonly INodeProperties[]): string[] {
	return fields
		.filter((field) => !isOfTools(field) && !isRequiredVariant(field, fields))
		.flatMap((field) => {
			const { type, displayName, description: help = '', hint = '', options = [] } = field;
			const below = options.flatMap((option) => {
				if ('values' in option) return helpOf((option as INodePropertyCollection).values);
				return 'type' in option ? helpOf([option]) : [option.description ?? ''];
			});
			return [type === 'notice' ? displayName : help, hint, ...below];
		})
		.filter((text) => text !== '');
}

const wordsOf = (text: string) =>
	text
		.replace(/<[^>]+>/g, ' ')
		.split(/\s+/)
		.filter((word) => word !== '').length;

it.each(forms)('%s has short help', (name, fields) => {
	const help = helpOf(fields);
	expect(help.filter((text) => wordsOf(text) > maxOfText)).toStrictEqual([]);
	const words = help.reduce((all, text) => all + wordsOf(text), 0);
	const max = maxWords[name] ?? Infinity;
	const toDo = `${name} has ${words} words of help: shorten these or other texts of its form to ${max}`;
	expect(words > max ? toDo : '').toBe('');
});

it('Send and Wait shows seven fields at first', () => {
	const shown = description.properties.filter(({ name, type, displayOptions }) => {
		const { operation, responseType = ['approval'], ...rest } = displayOptions?.show ?? {};
		const isItsOwn = operation?.includes('sendAndWait') === true && !('@tool' in rest);
		// Requests have their collection in every operation.
		const isField = !['operation', 'resource', 'requestOptions'].includes(name);
		return isItsOwn && isField && type !== 'notice' && responseType.includes('approval');
	});
	expect([...new Set(shown.map(({ displayName }) => displayName))].length).toBeLessThanOrEqual(7);
});
