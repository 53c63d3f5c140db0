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

const onlyAPerson = 'Only a person can change the options';
const aPersonHasTo = 'A person has to correct the options';
const exampleDate = 'such as 2026-01-31T09:00:00Z.';

/** What a model is told of a field, and what people are told as they always were. */
it.each<[string, IDataObject, string[], string[]]>([
	[
		'contact.upsert',
		{ matchBy: 'phone', phone: "={{ '' }}" },
		[`'Phone' ${said.empty}. Give the phone number`],
		["change 'Match By'"],
	],
	[
		'contact.upsert',
		{ matchBy: 'email', email: "={{ '' }}", phone: '+15550100042' },
		[`'Email' ${said.empty}. Give the email address`],
		["change 'Match By'"],
	],
	[
		'call.search',
		{ query: '={{ "" }}' },
		[`'Search Text' ${said.empty}.`, 'use another tool'],
		["use Get Many with the filter 'Status'"],
	],
	[
		'contact.update',
		{ contactId, updateFields: {} },
		['No field to change was given.', 'Fields to Clear'],
		['Add at least one field', "'Fields to Clear'"],
	],
	[
		'contact.update',
		{
			contactId,
			updateFields: { tags: 'a' },
			options: { keepOtherFields: false, tagsMode: 'add' },
		},
		["'Keep Other Fields' is off", 'Leave the tags out.', onlyAPerson],
		['Switch it on', "'Tags Mode'"],
	],
	[
		'contact.update',
		{
			contactId,
			updateFields: { customFields: '{"a": 1}' },
			options: { keepOtherFields: false, customFieldsMode: 'merge' },
		},
		["'Keep Other Fields' is off", 'Leave the custom fields out.', onlyAPerson],
		['Switch it on', "'Custom Fields Mode'"],
	],
	[
		'contact.create',
		{},
		['No field of the contact was given. Give at least one.'],
		['Fill in at least one field.'],
	],
	[
		'call.getAll',
		{ limit: -1 },
		[`'Limit' ${said.notAWholeNumber}, not -1.`, 'Give 1'],
		['Enter 1 or more.'],
	],
	[
		'call.getAll',
		{ simple: 'maybe' },
		[`'Simplify' ${said.notABoolean}, not "maybe". Give true or false.`],
		['Use an expression that gives'],
	],
	[
		'call.getAll',
		{ filters: { startedAfter: 'soon' } },
		[`'Started After' ${said.notADate}. Give a date`, exampleDate],
		['Enter a date', exampleDate],
	],
	[
		'call.getAnalytics',
		{ dateRange: 'custom', startDate: 'soon' },
		[`'Start Date' ${said.notADate}. Give a date`, exampleDate],
		['Enter a date', exampleDate],
	],
	[
		'sms.send',
		{ ...sms, body: '={{ 0 / 0 }}' },
		[`'Message' is NaN, ${said.notANumber}.`, 'Give text'],
		['Check the calculation'],
	],
	[
		'call.get',
		{ callId: locator('..') },
		[`'Call ID' cannot be "..". Enter the ID of a record.`],
		['Enter the ID of a record.'],
	],
	[
		'sms.sendAndWait',
		{ ...ask, ...until({ limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'hours' }) },
		[`'Amount' must be a number above 0, not "0".`, aPersonHasTo],
		['Enter how long to wait.'],
	],
	[
		'sms.sendAndWait',
		{ ...ask, ...until({ limitType: 'atSpecifiedTime', maxDateAndTime: '' }) },
		[`'Max Date and Time' ${said.empty}.`, aPersonHasTo],
		['Enter when the wait ends.'],
	],
])('%s of %j tells a model what a model can do', async (name, parameters, told, advice) => {
	const { message = '' } = (await refusalOf(name, parameters, true)) ?? {};
	expect(message.startsWith(told[0])).toBe(true);
	expect(told.filter((part) => !message.includes(part))).toStrictEqual([]);
	const { description = '' } = (await refusalOf(name, parameters, false)) ?? {};
	expect(advice.filter((part) => !description.includes(part))).toStrictEqual([]);
});
