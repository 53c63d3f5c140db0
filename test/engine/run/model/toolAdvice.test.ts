import type { IDataObject } from 'n8n-workflow';

import { locator, runAt } from '../../../harness/n8n/engine';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { withSimulator } from '../../../harness/service/service';

const [from] = companyNumbers;

const simulator = withSimulator({ seed: { contacts: 3 } });

async function refusalOf(name: string, parameters: IDataObject, asTool: boolean) {
	const [resource, operation] = name.split('.');
	const { error } = await runAt(simulator, { resource, operation, ...parameters }, { asTool });
	expect(simulator.requests).toStrictEqual([]);
	return error;
}

const contactId = locator('contact_000001');
const sms = { from: locator(from), to: '+15550100042', body: 'Hello' };
const ask = {
	from: locator(from),
	to: '+15550100042',
	message: 'Hello?',
	responseType: 'approval',
};
const until = (values: IDataObject) => ({ options: { limitWaitTime: { values } } });

/** What a model is told of a field, and what people are told as they always were. */
it.each<[string, IDataObject, string, string]>([
	[
		'contact.upsert',
		{ matchBy: 'phone', phone: "={{ '' }}" },
		`'Phone' ${said.empty}. Give the phone number: this tool finds the contact by it.`,
		"Enter it, or change 'Match By': the node finds the contact by this field.",
	],
	[
		'contact.upsert',
		{ matchBy: 'email', email: "={{ '' }}", phone: '+15550100042' },
		`'Email' ${said.empty}. Give the email address: this tool finds the contact by it.`,
		"Enter it, or change 'Match By': the node finds the contact by this field.",
	],
	[
		'call.search',
		{ query: '={{ "" }}' },
		`'Search Text' ${said.empty}. Give a text to search for. To list calls by state or time, use another tool, if you have one.`,
		"Enter a text to search for. To list calls by state, use Get Many with the filter 'Status'.",
	],
	[
		'contact.update',
		{ contactId, updateFields: {} },
		'No field to change was given. Give at least one, or name fields to clear in Fields to Clear, if this tool has it.',
		"Add at least one field to change. To empty a field, choose it in 'Fields to Clear'.",
	],
	[
		'contact.update',
		{
			contactId,
			updateFields: { tags: 'a' },
			options: { keepOtherFields: false, tagsMode: 'add' },
		},
		"'Keep Other Fields' is off, so tags cannot be added or removed. Leave the tags out. Only a person can change the options of this tool.",
		"Switch it on, or set the option 'Tags Mode' to Replace.",
	],
	[
		'contact.update',
		{
			contactId,
			updateFields: { customFields: '{"a": 1}' },
			options: { keepOtherFields: false, customFieldsMode: 'merge' },
		},
		"'Keep Other Fields' is off, so custom fields cannot be merged. Leave the custom fields out. Only a person can change the options of this tool.",
		"Switch it on, or set the option 'Custom Fields Mode' to Replace.",
	],
	[
		'contact.create',
		{},
		'No field of the contact was given. Give at least one.',
		'Fill in at least one field.',
	],
	[
		'call.getAll',
		{ limit: -1 },
		`'Limit' ${said.notAWholeNumber}, not -1. Give 1 or more.`,
		'Enter 1 or more.',
	],
	[
		'call.getAll',
		{ simple: 'maybe' },
		`'Simplify' ${said.notABoolean}, not "maybe". Give true or false.`,
		'Use an expression that gives true or false.',
	],
	[
		'call.getAll',
		{ filters: { startedAfter: 'soon' } },
		`'Started After' ${said.notADate}. Give a date such as 2026-01-31T09:00:00Z.`,
		'Enter a date such as 2026-01-31T09:00:00Z.',
	],
	[
		'call.getAnalytics',
		{ dateRange: 'custom', startDate: 'soon' },
		`'Start Date' ${said.notADate}. Give a date such as 2026-01-31T09:00:00Z.`,
		'Enter a date such as 2026-01-31T09:00:00Z.',
	],
	[
		'sms.send',
		{ ...sms, body: '={{ 0 / 0 }}' },
		`'Message' is NaN, ${said.notANumber}. Give text or a number.`,
		'Check the calculation of the expression.',
	],
	[
		'call.get',
		{ callId: locator('..') },
		`'Call ID' cannot be "..". Enter the ID of a record.`,
		'Enter the ID of a record.',
	],
	[
		'sms.sendAndWait',
		{ ...ask, ...until({ limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'hours' }) },
		`'Amount' must be a number above 0, not "0". A person has to correct the options of this tool.`,
		'Enter how long to wait.',
	],
	[
		'sms.sendAndWait',
		{ ...ask, ...until({ limitType: 'atSpecifiedTime', maxDateAndTime: '' }) },
		`'Max Date and Time' ${said.empty}. A person has to correct the options of this tool.`,
		'Enter when the wait ends.',
	],
])('%s of %j tells a model what a model can do', async (name, parameters, told, advice) => {
	expect((await refusalOf(name, parameters, true))?.message).toBe(told);
	expect((await refusalOf(name, parameters, false))?.description).toBe(advice);
});
