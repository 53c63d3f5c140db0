import fc from 'fast-check';
import type { IDataObject, IExecuteFunctions, INodeProperties, INodeType } from 'n8n-workflow';
import { Expression } from 'n8n-workflow';

import { knownAt } from '../../../nodes/VoiceSms/fields/read/itemPath';
import { isFailedWord, textOf } from '../../../nodes/VoiceSms/fields/read/judge';
import { Parameters } from '../../../nodes/VoiceSms/fields/read/parameters';
import { piecesOf } from '../../../nodes/VoiceSms/fields/read/template';
import { locator, runNode } from '../n8n/engine';
import { fake } from '../n8n/fake';

/** n8n's engines for expressions; `vm` is its default, and needs Node 24. */
export type EngineName = 'legacy' | 'quickjs' | 'vm';

/**
 * How many readings were compared, how many of them were of the item, without n8n, and how many of these
 * were texts with blanks; how many blanks were compared, and how many of them were empty.
 */
export interface Compared {
	readings: number;
	withoutN8n: number;
	texts: number;
	blanks: number;
	empty: number;
}

const parametersPerRun = 30;
/** Always the same: what a run happens to draw decides no test. `SEED=…` draws others. */
const seed = 20261125;

/**
 * Reads parameters of any kind from items of any kind, by n8n's engine and by ours.
 *
 * @param runs executions, each of 30 parameters and some items
 * @throws the first difference, made as small as fast-check can
 */
export async function compareReadings(engine: EngineName, runs: number): Promise<Compared> {
	await Expression.initExpressionEngine({
		engine,
		poolSize: 1,
		maxCodeCacheSize: 1024,
		bridgeTimeout: 5000,
		bridgeMemoryLimit: 128,
	});
	if (Expression.getActiveImplementation() !== engine) throw new Error(`${engine} does not run`);
	const compared = { readings: 0, withoutN8n: 0, texts: 0, blanks: 0, empty: 0 };
	await fc.assert(
		fc.asyncProperty(
			fc.array(parameter, { minLength: 1, maxLength: parametersPerRun, size: 'max' }),
			fc.array(json, { minLength: 1, maxLength: 6 }),
			async (parameters, items) => await compare(parameters, items, compared),
		),
		{ seed: Number(process.env.SEED ?? seed), numRuns: runs },
	);
	return compared;
}

/** In an execution by n8n, where a node finds its parameters. */
async function compare(parameters: unknown[], items: IDataObject[], compared: Compared) {
	const fields = Object.fromEntries(parameters.map((value, at) => [`field${at}`, value]));
	const names = Object.keys(fields);
	const differences: string[] = [];
	const type = fake<INodeType>({
		description: {
			displayName: 'Reads',
			name: 'reads',
			group: ['transform'],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			properties: names.map(
				(name): INodeProperties => ({ displayName: name, name, type: 'json', default: '' }),
			),
		},
		async execute(this: IExecuteFunctions) {
			const ours = new Parameters(this, [], {
				asTool: false,
				defaultCountry: '',
				skipTag: '',
				testNumbers: '',
			});
			names.forEach((name, at) => {
				for (const index of items.keys()) {
					const byN8n = tried(() => this.getNodeParameter(name, index, undefined));
					const byUs = tried(() => ours.read(name, index, undefined).value);
					compared.readings++;
					const shown = `${JSON.stringify(parameters[at])} of item ${index}`;
					// It is refused, and n8n hands it on as it is.
					if ('error' in byUs && /not switched on|without double/.test(byUs.error)) continue;
					// The node writes nothing for an object or a function in a text, and reads nothing of "undefined".
					if (/\[object \w+\]|native code/.test(show(byN8n))) continue;
					// A date in a text is its ISO text.
					if (/GMT\+0000/.test(show(byN8n))) continue;
					if ('value' in byN8n && isFailedWord(String(byN8n.value))) continue;
					if (!isSame(byUs, byN8n)) differences.push(`${shown}: ${show(byUs)}, n8n ${show(byN8n)}`);
					const parts = piecesOf(parameters[at]);
					if (parts === undefined || 'error' in byN8n) continue;
					const blanks = parts.filter((part) => typeof part === 'object');
					const known = blanks.map(({ path }) => path && knownAt(items[index], path));
					for (const [which, { code: blank }] of blanks.entries()) {
						const { value } = known[which] ?? {};
						if (known[which] === undefined) continue;
						if (value instanceof Date) continue;
						const written = String(this.evaluateExpression(`<{{ ${blank} }}>`, index)).slice(1, -1);
						if (textOf(value) !== written) differences.push(`${shown}: ${blank} ${written}`);
						compared.blanks++;
						if (written === '') compared.empty++;
					}
					if (known.includes(undefined)) continue;
					compared.withoutN8n++;
					if (blanks.length > 1) compared.texts++;
				}
			});
			return await Promise.resolve([[]]);
		},
	});
	const credential = { baseUrl: '', apiKey: '' };
	const { error } = await runNode({ type, parameters: fields as IDataObject, items, credential });
	if (error !== undefined) throw new Error(error.message);
	if (differences.length > 0) throw new Error(differences.join('\n'));
}

type Outcome = { value: unknown } | { error: string };

function tried(read: () => unknown): Outcome {
	try {
		return { value: read() };
	} catch (error) {
		return { error: (error as Error).message };
	}
}

/** Our error has the field before n8n's words. */
function isSame(ours: Outcome, n8n: Outcome): boolean {
	// Each blank is read alone: of a text with several slips, n8n names a slip in the spelling first.
	if ('error' in ours && 'error' in n8n) {
		return /cannot be read: (invalid syntax|.*security concerns)$/.test(ours.error)
			? /invalid syntax|security concerns/.test(n8n.error)
			: ours.error.endsWith(`cannot be read: ${n8n.error}`);
	}
	if ('error' in ours || 'error' in n8n) return false;
	return typeof ours.value === 'object'
		? show(ours) === show(n8n)
		: Object.is(ours.value, n8n.value);
}

function show(outcome: Outcome): string {
	return JSON.stringify(outcome, (_key, value: unknown) =>
		typeof value === 'number' && !Number.isFinite(value) ? String(value) : value,
	);
}

/** The first nearly always, the others now and then. */
const mostly = <T>(usual: fc.Arbitrary<T>, ...others: Array<fc.Arbitrary<T>>) =>
	fc.oneof(
		{ weight: 10, arbitrary: usual },
		...others.map((arbitrary) => ({ weight: 1, arbitrary })),
	);

const names = mostly(
	fc.constantFrom('a', 'b', 'a', 'b', 'c d', 'é'),
	fc.constantFrom(
		...['0', 'length', 'constructor', '__proto__', 'prototype', 'toString', 'valueOf', 'toJSON'],
		...['isProxy', 'then', 'class', '$x', '_y', 'first', 'isEmpty', 'binding', 'json', 'keys'],
		...['hasOwnProperty', 'constructorName', 'a. constructor', '', ' ', '}}', '"', "'", '\\'],
	),
	fc.string({ maxLength: 3 }),
);

const scalar = fc.oneof(
	fc.string({ unit: 'binary', maxLength: 6 }),
	fc.constantFrom('', '=', '={{ $json.a }}', '\ud83d', '\ude00x', '2026-01-31', 'true', '\u2028'),
	// A text with a number that has lost digits is refused.
	fc.double().filter((one) => !Number.isInteger(one) || Number.isSafeInteger(one)),
	fc.integer(),
	fc.boolean(),
	fc.constantFrom(null, undefined),
);

const json = fc.letrec<{ value: unknown; object: IDataObject }>((tie) => ({
	// Usual names are nearly always there, so that many paths lead somewhere.
	object: fc
		.tuple(
			fc.record({ a: scalar, b: tie('value') }, { noNullPrototype: true }),
			fc.dictionary(names, tie('value'), { maxKeys: 6, noNullPrototype: true }),
		)
		.map(([usual, other]) => ({ ...usual, ...other }) as IDataObject),
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		{ weight: 6, arbitrary: scalar },
		{ weight: 2, arbitrary: tie('object') },
		{ weight: 1, arbitrary: fc.array(tie('value'), { maxLength: 3 }) },
		{ weight: 1, arbitrary: fc.constantFrom(new Date(0), Array(150).fill('many')) },
	),
})).object;

const step = fc.oneof(
	names.map((name) => `.${name}`),
	names.map((name) => `["${name}"]`),
	names.map((name) => `['${name}']`),
	fc.constantFrom('[0]', '[1]', '[2]', '[120]', '.a', '.b'),
	fc.constantFrom('?.a', '.length', '.trim()', ' + 1', '[$json.b]', '[-1]', '.a', '.b'),
);
const path = mostly(
	step,
	fc.array(step, { minLength: 2, maxLength: 3 }).map((steps) => steps.join('')),
).map((steps) => `$json${steps}`);

const open = fc.constantFrom('={{', '={{\n', '={{  ', '= {{ ', '=a{{ ', '{{ ');
const close = fc.constantFrom('}}', '\t}}', ' }} ', '}}b', ' }}{{ $json.a }}', ' // }}');
const expression = fc.oneof(
	{ weight: 3, arbitrary: path.map((one) => `={{ ${one} }}`) },
	{ weight: 1, arbitrary: fc.tuple(open, path, close).map((all) => all.join('')) },
);

const words = mostly(
	fc.constantFrom('Hello ', ', see you at ', '', ' ', '\n', '.', '😀', '=', '}}', '{ '),
	fc.constantFrom(
		...['\\', '\\\\', '\\n', '{', '{{', '\\{{', '\\}}', '"', "'", '`', '${a}', '\r\n', '\u2028'],
		...['\ud83d', '.constructor', '$json.a', '{{ $now.year }}', '{{ }}', '{{ $json }}'],
	),
	fc.string({ unit: 'binary', maxLength: 4 }),
);
const blank = mostly(
	fc.constantFrom('{{ $json.a }}', '{{$json["a"]}}', '{{ $json.b }}', "{{ $json['c d'] }}"),
	path.map((one) => `{{ ${one} }}`),
	path.map((one) => `{{\n${one}}}`),
);
/** Words and blanks in turn. */
const text = fc
	.tuple(fc.array(fc.tuple(words, blank), { minLength: 1, maxLength: 4, size: 'max' }), words)
	.map(([pairs, last]) => `=${pairs.flat().join('')}${last}`);

const parameter = mostly<unknown>(
	fc.oneof(expression, text),
	fc.constantFrom('plain', 5, true, '', '={{ $now.year }}'),
	expression.map((value) => locator(value)),
	fc.record({ a: expression, b: fc.record({ c: fc.array(expression, { maxLength: 2 }) }) }),
);
