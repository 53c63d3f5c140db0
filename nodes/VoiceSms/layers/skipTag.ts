import { type IDataObject, type INodeProperties, UserError } from 'n8n-workflow';

import { asSentence, errorFacts, isNodeError, stateInWords } from '../api/errors/nodeError';
import { RequestNotMade } from '../api/flow/attempts';
import { textField } from '../fields/forms/formFields';
import { asTags, hasTagLike, tagsOf } from '../fields/read/tags';
import {
	type FieldProblem,
	type Reading,
	type Invalid,
	filled,
	ofPeople,
} from '../fields/read/values';
import { contactsWith } from '../operations/find/findContact';
import { countsMore } from '../operations/find/findRecord';
import type { Operation } from '../operations/operation';
import { counted, tally } from '../util/inWords';
import type { Item, Layer } from './layer';
import {
	isOrWouldBeSent,
	named,
	receiverOf,
	rowsSkipped,
	skipped,
	skippedInWords,
} from './outcome';

/** The option's label, and the words for it in errors. */
const skipTagLabel = 'Skip Contacts With Tag';
const inNode = `'${skipTagLabel}'`;
const inCredential = `'${skipTagLabel}' of the credential`;

/** Why items are skipped, as `rowsSkipped` finds them. */
const hasTagWhy = 'tag';

/** An option without a tag is an error: the message would go to people who want none. */
const noTag: FieldProblem = [
	'is empty',
	"Check the expression: it gives nothing. To send to everyone, remove the option and add 'Send Even After STOP'.",
	ofPeople,
];
const noTagInCredential: FieldProblem = [
	'is empty',
	'Enter a tag in the credential, or empty the field.',
	'A person has to correct the credential of this tool.',
];

/** One of several tags is enough. A model cannot correct them. */
const asSkipTags: Reading<string[]> = (value, invalid) =>
	asTags(value, (what, advice) => invalid(what, advice, ofPeople));

const skipTagField: INodeProperties = {
	...textField(skipTagLabel, 'skipTag', 'no-sms'),
	description: "Contacts with this tag get nothing, e.g. no-sms. Replaces the credential's tag.",
	builderHint: {
		propertyHint:
			'Left out: only the tag of the credential counts, if it has one. The tag is in the contact at the service, not in your table: ask the user for it.',
	},
};

/** Stands last in the list. */
export const sendToTagged = {
	displayName: 'Send Even After STOP',
	name: 'sendToTagged',
	type: 'boolean',
	default: true,
	description: "Whether to send even to people with the credential's tag",
	builderHint: { propertyHint: 'Left out: false' },
} as const;

/** The tags of a node or of its credential, and what errors call the field. */
interface Skipping {
	tags: string[];
	field: string;
	/** Whether the tag is only counted. */
	sendsEvenSo: boolean;
}

/**
 * *Skip Contacts With Tag*: looks up the contacts of the receivers, each right before its message. The tag is
 * of the node or, without one, of the credential.
 */
export const skipTag: Layer<Skipping> = {
	field: () => skipTagField,
	needs: 'sends',
	read: (item) => {
		const { options } = item;
		const { skipTag: tagOfCredential } = item.ofCredential;
		const sendsEvenSo = options.flag(sendToTagged.name) === true;
		const own = options.whereAdded(skipTagField.name, filled(asSkipTags, noTag));
		if (own !== undefined) return { tags: own, field: inNode, sendsEvenSo: false };
		if (tagOfCredential === '') return undefined;
		const invalid: Invalid = (what, ...advice) =>
			item.invalid(skipTagField.name, `of the credential ${what}`, ...advice);
		const tags = filled(asSkipTags, noTagInCredential)(tagOfCredential, invalid);
		return { tags, field: inCredential, sendsEvenSo };
	},
	// With an interval, one after the other, so that nobody is looked up long before the message.
	lane: (_item, _operation, { intervalMs }) => (intervalMs === undefined ? undefined : 'interval'),
	forRun: (run) => {
		const { operation } = run;
		return async (item, { tags, field, sendsEvenSo }, next) => {
			const phone = operation.sends?.receiver(item.input) ?? '';
			// Before the look-up, because somebody may write STOP in this time.
			await run.connection.interval();
			const nameInErrors = `contact with the phone number ${phone}`;
			const context = run.operationContext(item, { nameInErrors, itemIndex: item.index });
			const { contacts, missing } = await contactsWith(context, phone).catch(
				async (error: Error) => {
					const isNeeded = !sendsEvenSo || error instanceof RequestNotMade;
					const none = { contacts: [], missing: 0 };
					return isNeeded ? await Promise.reject(notLookedUp(item, error, field, operation)) : none;
				},
			);
			// For the credential's tag, the line would be above every output.
			if (field === inNode) item.notes.hasContact = contacts.length + missing > 0;
			const tag = tags.find((one) => contacts.some((contact) => hasTagLike(contact, one)));
			if (sendsEvenSo) {
				if (tag !== undefined) item.notes.sentDespite = tag;
				return await next();
			}
			const unreadable = contacts.find((contact) => tagsOf(contact) === undefined);
			if (tag === undefined && missing > 0) {
				throw notKnown(item, `${countsMore('contact', missing)} Run it again.`, operation);
			}
			if (tag === undefined && unreadable !== undefined) {
				throw notKnown(item, tagsUnreadable(unreadable), operation);
			}
			if (tag === undefined) return await next();
			const { pastTense = 'done' } = operation;
			const message = `Nothing was ${pastTense}: this person does not want this. Tell the user, and do not try another way.`;
			return skipped(item, [hasTagWhy, tag, `The contact has the tag "${tag}"`], message);
		};
	},
	lines: (items, { operation, asTool }) => {
		const withTag = rowsSkipped(items, hasTagWhy);
		const lines =
			withTag.length === 0 ? [] : [skippedInWords(withTag, 'the contact has this tag', operation)];
		if (asTool) return lines;
		const phones = (...found: Array<boolean | undefined>) => {
			const lookedUp = items.filter(({ notes: facts }) => found.includes(facts.hasContact));
			return new Set(lookedUp.map((item) => receiverOf(item, operation))).size;
		};
		const missing = phones(false);
		const tagged = items.filter(
			(item) => item.notes.sentDespite !== undefined && isOrWouldBeSent(item),
		);
		return [
			...lines,
			...(missing === 0 ? [] : [lineOfNotFound(missing, phones(true, false))]),
			...(tagged.length === 0 ? [] : [lineOfTagged(tagged, operation)]),
		];
	},
};

function notLookedUp(item: Item, error: Error, field: string, operation: Operation): Error {
	if (error instanceof RequestNotMade) return error;
	const { why = asSentence(error.message), next = '' } = isNodeError(error)
		? errorFacts(error)
		: {};
	return notKnown(item, `${field} needs its contact. ${why} ${next}`.trim(), operation);
}

function notKnown({ input }: Item, description: string, operation: Operation): UserError {
	const { nameInErrors, pastTense = 'done' } = operation;
	const state = stateInWords(pastTense, false, false);
	return new UserError(`${state}: ${nameInErrors(input)}`, { description });
}

const tagsUnreadable = ({ id }: IDataObject) =>
	`The tags of contact ${String(id)} cannot be read. Make them a list of texts at the service.`;

function lineOfTagged(tagged: Item[], operation: Operation): string {
	const which = tally(tagged.map(({ notes }) => `"${notes.sentDespite}"`));
	return `${counted(tagged.length, 'receiver')} with the tag ${which}, who asked for no more (${named(tagged, operation)}): '${sendToTagged.displayName}' is on.`;
}

function lineOfNotFound(missing: number, lookedUp: number): string {
	return `No contact was found for ${missing} of ${counted(lookedUp, 'receiver')}, so ${inNode} could not see whether they wrote STOP. It reads the service's contacts, not your list.`;
}
