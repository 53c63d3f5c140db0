import { asPhone, onePhone } from '../fields/phone/phone';
import type { Invalid } from '../fields/read/values';
import { isTestRun } from '../util/execution';
import { counted } from '../util/inWords';
import type { Item, Layer } from './layer';
import { named } from './outcome';

const sendInTestRunsField = {
	displayName: 'Send in Test Runs',
	name: 'sendInTestRuns',
	type: 'boolean',
	default: true,
	description: "Whether tests reach everybody, not only the credential's Test Numbers",
	builderHint: {
		propertyHint:
			'Left out: a test reaches only the Test Numbers, if any. Add it only if asked. A Manual Trigger is always a test: tell the user.',
	},
} as const;

const reason = 'Test run: only the Test Numbers of the credential get it';

/**
 * *Test Numbers* of the credential: in a test run, only these phones get SMS, questions and calls. Any other item is
 * checked, as in a dry run.
 */
export const testNumbers: Layer<true> = {
	field: () => sendInTestRunsField,
	needs: 'sends',
	onlyChecks: true,
	read: (item, { sends }, context) => {
		const { testNumbers: given, defaultCountry } = item.ofCredential;
		const { options } = item;
		if (given === '' || !isTestRun(context)) return undefined;
		if (options.flag(sendInTestRunsField.name) === true) return undefined;
		const invalid: Invalid = (what, ...advice) =>
			item.invalid('Test Numbers', `of the credential ${what}`, ...advice);
		// Commas alone, or an expression that gives nothing, are an error: whom may a test reach?
		const [first = '', ...others] = (given ?? '').split(/[,;\n]\s*(?=\S)/);
		const phones = [first, ...others].map((number) =>
			onePhone(asPhone(number, defaultCountry, invalid)),
		);
		if (options.flag('dryRun') === true) return undefined;
		const [receiver] = Object.values(sends?.columns ?? {});
		return phones.includes(onePhone(item.phone(receiver))) ? undefined : true;
	},
	forRun:
		({ operation: { pastTense = 'done' } }) =>
		async ({ shown }) =>
			await Promise.resolve({
				is: 'checked',
				result: { ...shown },
				reason,
				rowForModel: {
					outcome: 'wouldSend',
					message: `Nothing was ${pastTense}: this is a test run, and the number is not one of the Test Numbers of the credential. Tell the user, and do not try another way.`,
				},
			}),
	lines: (items, { operation, asTool }) => {
		const kept = items.filter(isKept);
		if (asTool || kept.length === 0) return [];
		return [
			`${kept.length} of ${counted(items.length, 'item')} went to nobody: this is a test run, and the number is not one of the 'Test Numbers' of the credential (${named(kept, operation)}). To send to everybody in tests too, add the option '${sendInTestRunsField.displayName}'.`,
		];
	},
};

function isKept({ layers, outcome }: Item): boolean {
	return layers.has(testNumbers) && outcome.is === 'checked';
}
