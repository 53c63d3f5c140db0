import type { IDataObject } from 'n8n-workflow';

import { contacts, filtered } from '../../api/endpoints';
import { asTag, hasTag } from '../../fields/read/tags';
import { sourceFilter, tagFilter } from '../../fields/forms/contact';
import { listFields } from '../../fields/forms/paging';
import { searchTexts } from '../../fields/phone/storedPhone';
import { readSimplify, simplifyContact } from '../../fields/forms/simplify';
import { type ListInput, isOfOther, readMany } from '../readMany';
import type { Operation } from '../operation';
import { textField } from '../../fields/forms/formFields';

interface Input extends ListInput {
	source?: string;
	tags?: string;
}

export const contactGetAll: Operation<Input> = {
	resource: 'contact',
	value: 'getAll',
	name: 'Get Many',
	action: 'Get many contacts',
	description: 'Retrieve a list of contacts',
	toolText:
		'Searches or lists contacts. Use it to find somebody by name, or a phone number, email or id. Search: part of a name or email, or a phone number with + and country code, such as +15550100042; "" means all. Tag: only contacts with this tag, in the same spelling; "" means any. Both count together. Limit: how many at most, 1 to 50; 0 means 50. Returns id, firstName, lastName, email, phone, company_name, source, status, tags and createdAt of each; for notes and other fields, get the contact by its id. If there are more, the last record says so. found: 0 means none.',
	output: simplifyContact.fields,
	forBuilder:
		'tags is a list. "limit" cuts the list: returnAll: true gives all. The filters are search, source and tags: with any other name, everybody comes.',
	fields: listFields([
		{
			...textField('Search', 'search', 'Nathan'),
			description: 'Name, email or phone number to search for',
		},
		sourceFilter,
		tagFilter,
	]),
	read: (item) => {
		const filters = item.collection('filters');
		return {
			wanted: item.wanted(),
			sought: filters.inWords(),
			search: searchTexts(filters.text('search') ?? '', item.country),
			keep: readSimplify(item, simplifyContact),
			source: filters.choiceOrNone('source'),
			tags: filters.read('tags', asTag),
		};
	},
	nameInErrors: () => 'contacts',
	list: {
		ifNone:
			'Search for a part of the name or email, or the phone number with + and its country code, or leave Source and Tag out.',
		more: 'Narrow them down with Search, Source or Tag, if this tool has them.',
	},
	run: async ({ source, tags, keep, ...input }, context) => {
		const sent = context.api.withUserQuery({ tags });
		const isOfOtherSource = isOfOther(context, 'source', source);
		// A service or a proxy may know parts of tags. The user's own parameters are not checked.
		const isOther = (contact: IDataObject) =>
			isOfOtherSource(contact) || (tags && sent.tags === tags && hasTag(contact, tags) === false);
		return await readMany(context, filtered(contacts, { source, tags }), {
			...input,
			keep: (contact) => (isOther(contact) ? undefined : keep(contact)),
		});
	},
};
