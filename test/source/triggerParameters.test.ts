import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import { events } from '../../nodes/VoiceSms/trigger/events';
import { VoiceSmsTrigger } from '../../nodes/VoiceSms/VoiceSmsTrigger.node';
import { savedEvents } from './savedNames';

/** Saved workflows hold these names and values: what stands here must stay. */
interface Parameter {
	type: string;
	default: unknown;
	/** Values of a menu. */
	values?: unknown[];
	/** When it is shown. */
	show?: unknown;
	required?: true;
}

const words = 'filters/words/values';
/** Events of the contract: `test/source/places.test.ts` says which one is not in it. */
const agreed = events.map(({ value }) => value).filter((value) => value in savedEvents);
/** The events with a field below this path, in the order of the menu. */
const eventsWith = (path: string) =>
	agreed.filter((value) =>
		savedEvents[value].fields.some((field) => `${field}.`.startsWith(`${path}.`)),
	);
/** A field of a collection is shown for the events that have it. */
const shownFor = (path: string) => ({ '/event': eventsWith(path) });
const query = 'requestOptions/queryParameters';
const fixed: Array<[path: string, parameter: Parameter]> = [
	[
		'event',
		{
			type: 'options',
			default: 'smsReceived',
			values: agreed,
		},
	],
	['notice', { type: 'notice', default: '', show: { event: ['smsReceived'] } }],
	['downloadRecording', { type: 'boolean', default: false, show: { event: ['callEnded'] } }],
	[
		'binaryPropertyName',
		{
			type: 'string',
			default: 'data',
			show: { event: ['callEnded'], downloadRecording: [true, 'true'] },
			required: true,
		},
	],
	['simple', { type: 'boolean', default: true }],
	['filters', { type: 'collection', default: {} }],
	[
		'filters/companyNumber',
		{ type: 'string', default: '', show: shownFor('filters.companyNumber') },
	],
	[
		'filters/direction',
		{
			type: 'options',
			default: 'INBOUND',
			values: ['INBOUND', 'OUTBOUND'],
			show: shownFor('filters.direction'),
		},
	],
	[
		'filters/outcome',
		{
			type: 'options',
			default: 'ENDED',
			values: ['ENDED', 'ERROR'],
			show: shownFor('filters.outcome'),
		},
	],
	[
		'filters/source',
		{
			type: 'options',
			default: 'API',
			values: ['API', 'CALL', 'CSV', 'FACEBOOK', 'MANUAL'],
			show: shownFor('filters.source'),
		},
	],
	['filters/tags', { type: 'string', default: '', show: shownFor('filters.tags') }],
	['filters/contains', { type: 'string', default: '', show: shownFor('filters.contains') }],
	[
		'filters/words',
		{
			type: 'fixedCollection',
			default: { values: { list: 'optOut' } },
			show: shownFor('filters.words'),
		},
	],
	[
		`${words}/list`,
		{
			type: 'options',
			default: 'optOut',
			values: ['any', 'no', 'optIn', 'optOut', 'own', 'yes', 'yesOrNo'],
		},
	],
	[`${words}/ownWords`, { type: 'string', default: '', show: { list: ['own'] } }],
	[
		'options',
		{
			type: 'collection',
			default: {},
			show: { event: eventsWith('options') },
		},
	],
	['requestOptions', { type: 'collection', default: {} }],
	['requestOptions/maxTries', { type: 'number', default: 4 }],
	[query, { type: 'fixedCollection', default: {} }],
	[`${query}/parameter/name`, { type: 'string', default: '' }],
	[`${query}/parameter/value`, { type: 'string', default: '' }],
	['requestOptions/requestsAtOnce', { type: 'number', default: 32 }],
	[
		'options/defaultCountry',
		{
			type: 'options',
			default: '',
			show: shownFor('options.defaultCountry'),
		},
	],
	['requestOptions/timeout', { type: 'number', default: 30_000 }],
	[
		'options/recordingPolls',
		{
			type: 'number',
			default: 10,
			show: { '/event': ['callEnded'], '/downloadRecording': [true, 'true'] },
		},
	],
];

/** When a field is shown, of the events of the contract. */
const shownIn = ({ show = {} }: IDisplayOptions) =>
	Object.fromEntries(
		Object.entries(show).map(([name, values = []]) => {
			const isOfEvents = name === 'event' || name === '/event';
			return [name, isOfEvents ? values.filter((one) => agreed.includes(String(one))) : values];
		}),
	);

/** Every field with the path it is saved under, in the order of the form. */
function flat(fields: INodeProperties[], before = ''): Array<[string, Parameter]> {
	return fields.flatMap((field): Array<[string, Parameter]> => {
		const { name, type, options = [], displayOptions, required } = field;
		const path = before + name;
		const values = options
			.flatMap((option) => ('value' in option ? [option.value] : []))
			.filter((value) => name !== 'event' || agreed.includes(String(value)));
		const parameter: Parameter = {
			type,
			default: field.default,
			...(values.length > 0 ? { values } : {}),
			...(displayOptions === undefined ? {} : { show: shownIn(displayOptions) }),
			...(required === true ? { required } : {}),
		};
		const inner = options.flatMap((option) => {
			if ('values' in option) return flat(option.values, `${path}/${option.name}/`);
			return 'type' in option ? flat([option], `${path}/`) : [];
		});
		return [[path, parameter], ...inner];
	});
}

it('the parameters of the trigger are those that saved workflows hold', () => {
	// Some fields stand there once for each event.
	const inOrder = (all: Array<[string, Parameter]>) => all.map((one) => JSON.stringify(one)).sort();
	expect(inOrder(flat(new VoiceSmsTrigger().description.properties))).toEqual(inOrder(fixed));
});
