import { layers, operationsWithOptions } from '../../nodes/VoiceSms/layers';
import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { events } from '../../nodes/VoiceSms/trigger/events';
import { pages, readPage } from '../docs/pages';
import { table } from './fields';
import { missing, placesOfEvent, placesOfOperation, placesOfOption } from './places';

const contributing = readPage('CONTRIBUTING.md');

/** What a recipe of CONTRIBUTING does not name. */
function unnamed(recipe: string, places: ReadonlyArray<{ file: string }>): string[] {
	const text = contributing.split(`\n## ${recipe}\n`)[1].split('\n## ')[0];
	return places
		.filter(({ file }) => !text.includes(`\`${file}\``))
		.map(({ file }) => `CONTRIBUTING, "${recipe}": name \`${file}\``);
}

describe('an operation stands in each place that CONTRIBUTING names', () => {
	it.each(table)('%s', (_name, operation) => {
		expect(missing(placesOfOperation, operation)).toStrictEqual([]);
	});

	it('the recipe names them all', () => {
		expect(unnamed('Add an operation', placesOfOperation)).toStrictEqual([]);
	});

	it('a new one is told each place', () => {
		const [[, known]] = table;
		const operation = { ...known, value: 'somethingNew', name: 'Something New' } as Operation;
		expect(missing(placesOfOperation, operation)).toHaveLength(placesOfOperation.length);
	});
});

describe('an event stands in each place that CONTRIBUTING names', () => {
	it.each(events)('$value', (event) => {
		expect(missing(placesOfEvent, event)).toStrictEqual([]);
	});

	it('the recipe names them all', () => {
		expect(unnamed('Add an event', placesOfEvent)).toStrictEqual([]);
	});

	it('a new one is told each place', () => {
		const event = { ...events[0], value: 'somethingNew', name: 'Something New' };
		expect(missing(placesOfEvent, event)).toHaveLength(placesOfEvent.length);
	});
});

describe('an option stands in each place that CONTRIBUTING names', () => {
	const all = layers.flatMap(({ field }) =>
		operationsWithOptions.flatMap((one) => field?.(one) ?? []),
	);
	const options = [...new Map(all.map((field) => [field.name, field])).values()];

	it.each(options)('$name', (option) => {
		expect(missing(placesOfOption, option)).toStrictEqual([]);
	});

	it('the recipe names them all', () => {
		expect(unnamed('Add an option', placesOfOption)).toStrictEqual([]);
	});

	it('a new one is told each place', () => {
		const option = { ...options[0], name: 'somethingNew' };
		expect(missing(placesOfOption, option)).toHaveLength(placesOfOption.length);
	});
});

describe('a column that this node adds is explained in the docs', () => {
	const own = operationsWithOptions.flatMap(({ row }) => row?.told ?? []);
	const ofLayers = layers.flatMap(({ adds = [] }) => adds);

	it.each([...new Set([...own, ...ofLayers])])('%s', (name) => {
		// As in `timedOut: true`, too.
		const named = new RegExp(`\`${name}[\`:]`);
		const isNamed = pages.some((page) => named.test(readPage(page)));
		if (!isNamed) throw new Error(`docs: explain the column ${name}`);
	});
});
