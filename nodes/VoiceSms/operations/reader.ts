import { type Result, Listed, mostForModel } from './operation';

/** What differs for those who read the output: people, or a model. */
export interface Reader {
	/** The words for this reader. A model can set no option. */
	words(forPeople: string, forModel: string): string;
	/** How many of so many wanted records the output has. */
	most(wanted: number): number;
	/** The output for an unknown record. */
	emptyItem(): Result;
}

export const people: Reader = {
	words: (forPeople) => forPeople,
	most: (wanted) => wanted,
	emptyItem: () => ({}),
};

export const model: Reader = {
	words: (_forPeople, forModel) => forModel,
	most: (wanted) => Math.min(wanted, mostForModel),
	emptyItem: () => new Listed([], { sought: '', wanted: 1 }),
};
