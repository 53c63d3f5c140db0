import type { INodeProperties } from 'n8n-workflow';

import {
	additionalFields,
	readNewContact,
} from '../../../../nodes/VoiceSms/fields/forms/newContact';
import { itemOf } from '../../../harness/n8n/fields';

const offered = additionalFields.options as INodeProperties[];
const texts = offered.filter(
	({ type, name }) => type === 'string' && !['tags', 'customFields'].includes(name),
);

it.each(texts.map(({ name }) => name))('the additional field %s is sent', (name) => {
	const item = itemOf([additionalFields], { additionalFields: { [name]: 'x' } });
	expect(readNewContact(item, '')).toStrictEqual({ [name]: 'x' });
});
