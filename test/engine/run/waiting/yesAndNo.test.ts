/** A no that is there is not lost beside a yes, and another number does not answer. */
import type { IDataObject } from 'n8n-workflow';

import { person, questions } from '../../../harness/n8n/askedBySms';
import { companyNumbers } from '../../../simulator';

const { time, simulator, ofWorkflow, ...asked } = questions();
/** The person writes both between two looks. */
const reply = (...bodies: string[]) =>
	bodies.forEach((body, index) => asked.reply(12 + index * 3, body));
const forPeople = async (more: IDataObject = {}) =>
	(await time.run(ofWorkflow('May I?', more))).json;
test.each<[string, string, boolean | null]>([
	['Yes', 'No', null],
	['Yes', 'no!!', null],
	['Yes', 'Thank you', true],
	['No', 'Yes', null],
	['Who is this?', 'no', false],
])('%s and then %s give %s', async (one, other, approved) => {
	reply(one, other);
	expect(await forPeople()).toMatchObject({ data: { approved } });
});

test.each<[string, boolean | null]>([
	['Ja!', true],
	['nee', false],
	['Who is this?', null],
])(
	'without Reply Options, the next SMS is the answer, in any language: %s',
	async (one, approved) => {
		reply(one, 'Yes');
		expect(await forPeople({ replyOptions: {} })).toMatchObject({ data: { approved, text: one } });
	},
);

const ofAnother = expect.stringContaining('is from another number') as string;

test.each<[string, string, IDataObject]>([
	['another number', '+15550100078', { timedOut: true, replyNote: ofAnother }],
	['the same number in another form', '1 (555) 010-0077', { data: { approved: true } }],
	['the number without its country code', '555 010 0077', { data: { approved: true } }],
	['no number', '', { data: { approved: true } }],
	['another number in another form', '1 (555) 010-0078', { timedOut: true, replyNote: ofAnother }],
	['a part of the number', '010-0077', { timedOut: true, replyNote: ofAnother }],
])('in one conversation, a yes of %s', async (_what, fromPhone, expected) => {
	const [to] = companyNumbers;
	void time.sleep(12_000).then(() => {
		const message = simulator.store.receiveSms({ from: person, to, body: 'yes' });
		Object.assign(message, { fromPhone });
	});
	expect(await forPeople()).toMatchObject(expected);
});
