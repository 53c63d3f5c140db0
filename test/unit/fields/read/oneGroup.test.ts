import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { Collection } from '../../../../nodes/VoiceSms/fields/read/collection';
import { operations } from '../../../../nodes/VoiceSms/operations';

/** All fixed collections with one group that stand in another collection, as the description lists them. */
const grouped = new Map<string, INodeProperties>();
for (const { fields } of operations) {
	for (const field of fields.flatMap(({ options = [] }) => options as INodeProperties[])) {
		const isOne = field.type === 'fixedCollection' && field.options?.length === 1;
		if (isOne && field.typeOptions?.multipleValues !== true) grouped.set(field.name, field);
	}
}
const refuse = () => {
	throw new Error('refused');
};

describe.each([...grouped])('%s', (name, field) => {
	const [{ name: group, values }] = field.options as Array<{
		name: string;
		values: INodeProperties[];
	}>;
	const begins = (field.default as IDataObject)[group] as IDataObject;
	const read = (saved: unknown) => {
		const found = new Collection({ [name]: saved } as IDataObject, [field], refuse).valuesIn(name);
		return Object.fromEntries(
			values.filter((one) => found.has(one.name)).map((one) => [one.name, found.text(one.name)]),
		);
	};
	const texts = (of: IDataObject) =>
		Object.fromEntries(Object.entries(of).map(([key, value]) => [key, String(value)]));

	it.each([{}, { [group]: {} }, { [group]: null }, { [group]: [] }])(
		'saved as %j has the values with which the form begins',
		(saved) => {
			expect(read(saved)).toStrictEqual(texts(begins));
		},
	);

	it('saved without its group has its own values', () => {
		const [first] = Object.keys(begins);
		const own = first === undefined ? {} : { [first]: begins[first] };
		expect(read(own)).toStrictEqual(texts(own));
	});
});

it('there are such fields', () => {
	expect([...grouped.keys()].sort()).toStrictEqual([
		'limitWaitTime',
		'ownTexts',
		'waitForDelivery',
	]);
});
