import type { OutputReader } from '../operations/context';
import { Listed, maxForModel } from '../operations/result';

export const readByPerson: OutputReader = {
	asTool: false,
	words: (forPeople) => forPeople,
	maxRecords: (wanted) => wanted,
	emptyItem: () => ({}),
};

export const readByModel: OutputReader = {
	asTool: true,
	words: (_forPeople, forModel) => forModel,
	maxRecords: (wanted) => Math.min(wanted, maxForModel),
	emptyItem: () => new Listed([], { sought: '', wanted: 1 }),
};
