import type { Operation } from '../../nodes/VoiceSms/operations/operation';
import { readPage } from '../docs/pages';
import { table } from './fields';
import { missing, placesOfOperation } from './places';

const contributing = readPage('CONTRIBUTING.md');
/** The text under a heading of CONTRIBUTING. */
const under = (heading: string) => contributing.split(`\n## ${heading}\n`)[1].split('\n## ')[0];

describe('an operation stands in each place that CONTRIBUTING names', () => {
	it.each(table)('%s', (_name, operation) => {
		expect(missing(placesOfOperation, operation)).toStrictEqual([]);
	});

	it('the recipe names them all', () => {
		const recipe = under('Add an operation');
		const unnamed = placesOfOperation.filter(({ file }) => !recipe.includes(`\`${file}\``));
		expect(
			unnamed.map(({ file }) => `CONTRIBUTING, "Add an operation": name ${file}`),
		).toStrictEqual([]);
	});

	it('a new one is told each place', () => {
		const [[, known]] = table;
		const operation = { ...known, value: 'somethingNew', name: 'Something New' } as Operation;
		expect(missing(placesOfOperation, operation)).toHaveLength(placesOfOperation.length);
	});
});
