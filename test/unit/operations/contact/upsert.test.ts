import { type INodeParameters, NodeHelpers } from 'n8n-workflow';

import { contactUpsert } from '../../../../nodes/VoiceSms/operations/contact/upsert';

it.each([
	['phone', ['phone']],
	['email', ['email']],
	// n8n would not run the node if one of them were required and empty.
	['={{ $json.by }}', []],
])('with Match By %j, the form marks %j as required, and shows each field once', (matchBy, is) => {
	const shown = contactUpsert.fields.filter((field) => {
		const isThere = NodeHelpers.displayParameter({ matchBy } as INodeParameters, field, null, null);
		return isThere && ['phone', 'email'].includes(field.name);
	});
	expect(shown.map(({ name }) => name).sort()).toStrictEqual(['email', 'phone']);
	expect(shown.filter(({ required }) => required === true).map(({ name }) => name)).toStrictEqual(
		is,
	);
});
