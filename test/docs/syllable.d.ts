/** The package has no types of its own. */
declare module 'syllable' {
	/** How many syllables an English text has. */
	export default function syllable(text: string): number;
}
