import type { IBuilderHint, INodeProperties } from 'n8n-workflow';

import { VoiceSms } from '../../nodes/VoiceSms/VoiceSms.node';
import { VoiceSmsTrigger } from '../../nodes/VoiceSms/VoiceSmsTrigger.node';
import { operationsWithOptions } from '../../nodes/VoiceSms/layers';
import { events } from '../../nodes/VoiceSms/trigger/events';

/** Most characters of all hints of a node: an AI that builds workflows reads them each time. */
const maxCharacters = { node: 12_000, trigger: 2_800 };

const descriptions = {
	node: new VoiceSms().description,
	trigger: new VoiceSmsTrigger().description,
};

/** A field with the fields in it, each with its path: "options.dryRun". */
type Placed = [path: string, field: INodeProperties];

function withInner(field: INodeProperties, before = ''): Placed[] {
	const path = before + field.name;
	const inner = (field.options ?? []).flatMap((option) => {
		if ('values' in option) {
			return option.values.flatMap((one) => withInner(one, `${path}.${option.name}.`));
		}
		return 'type' in option ? withInner(option, `${path}.`) : [];
	});
	return [[path, field], ...inner];
}

const placed = Object.values(descriptions).flatMap(({ properties }) =>
	properties.flatMap((field) => withInner(field)),
);

function textsOf({ searchHint, relatedNodes = [], extraTypeDefContent = [] }: IBuilderHint) {
	return [
		searchHint ?? '',
		...relatedNodes.map((one) => (typeof one === 'string' ? one : one.relationHint)),
		...extraTypeDefContent.map(({ content }) => content),
	];
}

const hintOf = ([, { builderHint }]: Placed) => builderHint?.propertyHint;

describe.each(['node', 'trigger'] as const)('the hints of the %s', (name) => {
	const { builderHint = {}, properties } = descriptions[name];

	it('are short', () => {
		const ofFields = properties
			.flatMap((field) => withInner(field))
			.map((one) => hintOf(one) ?? '');
		const all = [...textsOf(builderHint as IBuilderHint), ...ofFields].join('');
		expect(all.length).toBeLessThanOrEqual(maxCharacters[name]);
	});

	it('name the other node', () => {
		const other = name === 'node' ? 'voiceSmsTrigger' : 'voiceSms';
		const related = (builderHint as IBuilderHint).relatedNodes ?? [];
		expect(related.map((one) => (typeof one === 'string' ? one : one.nodeType))).toEqual([
			`n8n-nodes-voice-sms.${other}`,
		]);
	});
});

it('every operation and every event has its place in the types', () => {
	const ofNode = (descriptions.node.builderHint as IBuilderHint).extraTypeDefContent ?? [];
	expect(ofNode.map(({ displayOptions }) => displayOptions?.show)).toEqual(
		operationsWithOptions.map(({ resource, value }) => ({
			resource: [resource],
			operation: [value],
		})),
	);
	const [{ content }] =
		(descriptions.trigger.builderHint as IBuilderHint).extraTypeDefContent ?? [];
	expect([...content.matchAll(/^- (\w+):/gm)].map(([, value]) => value)).toEqual(
		events.map(({ value }) => value),
	);
});

it('a hint says nothing that the description beside it says', () => {
	const sentences = (text = '') =>
		text
			.split(/(?<=[.!?])\s+/)
			.map((one) => one.replace(/\.$/, ''))
			.filter((one) => one !== '');
	const twice = placed.flatMap(([path, { description, hint, builderHint }]) => {
		const said = [...sentences(description), ...sentences(hint)];
		const again = sentences(builderHint?.propertyHint).filter((one) => said.includes(one));
		return again.map((one) => `${path}: ${one}`);
	});
	expect(twice).toEqual([]);
});

describe('a value that the form fills in is not what counts without the field', () => {
	/** Where the value of the form counts without the field, too. */
	const honest = [
		/\.(tagsMode|customFieldsMode|ifNotFound|ifNotReady)$/,
		/\.(waitInterval|waitLimit|recordingPolls)$/,
		/\.(binaryPropertyName|keepOtherFields)$/,
		/^pageTexts\./,
		/^requestOptions\./,
		// The group and not its fields is left out.
		/\.values\./,
	];
	const inCollections = placed.filter(([path, { type, default: value }]) => {
		const isSet = value !== '' && value !== false && JSON.stringify(value) !== '{}';
		const isInCollection = path.includes('.') && isSet && !(Array.isArray(value) && !value.length);
		return isInCollection && type !== 'json' && !honest.some((one) => one.test(path));
	});

	it.each(inCollections)('%s', (path, field) => {
		const collection = placed.find(([one]) => one === path.split('.')[0]);
		const said = [hintOf([path, field]), field.description].join(' ');
		const isFilterOrField = /^(filters|additionalFields|updateFields)\./.test(path);
		expect(isFilterOrField ? hintOf(collection as Placed) : said).toMatch(
			isFilterOrField ? /only for a field that you add/ : /Left out|Without this option/,
		);
	});

	it('is true of all that stand in this list', () => {
		expect(inCollections.map(([path]) => path)).toEqual(
			expect.arrayContaining(['options.dryRun', 'options.refuseEmptyBlanks', 'filters.direction']),
		);
	});
});

it.each(['dryRun', 'skipTag', 'onceKey', 'refuseEmptyBlanks', 'maxSegments', 'sendInterval'])(
	'the hint that is read first says where the option %s stands',
	(option) => {
		const { searchHint } = descriptions.node.builderHint as IBuilderHint;
		expect(searchHint).toContain(`options.${option}`);
		expect(placed.some(([path]) => path === `options.${option}`)).toBe(true);
	},
);
