import { parsePhoneNumber } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.max.json';

type Random = () => number;

/** Numbers between 0 and 1, the same in each run. */
function randomOf(seed: number): Random {
	let state = seed;
	return () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
}

/** A text that a pattern of the phone data matches: digits, \d, [0-9], (?:a|b), ?, {2} and {2,3}. */
function matching(pattern: string, random: Random): string {
	let at = 0;
	const among = <T>(all: ArrayLike<T>) => all[Math.floor(random() * all.length)];
	const piece = (): string => {
		if (pattern.startsWith('(?:', at)) {
			at += 3;
			const chosen = alternatives();
			at += 1;
			return chosen;
		}
		if (pattern.startsWith(String.raw`\d`, at)) {
			at += 2;
			return among('0123456789');
		}
		if (pattern[at] !== '[') return pattern[at++];
		const end = pattern.indexOf(']', at);
		const range = pattern.slice(at + 1, end).replace(/(\d)-(\d)/g, (_all, first, last) => {
			return '0123456789'.slice(Number(first), Number(last) + 1);
		});
		at = end + 1;
		return among(range);
	};
	const times = (): [least: number, most: number] => {
		const [all, least, most = least] = /^\{(\d+)(?:,(\d+))?\}|^\?/.exec(pattern.slice(at)) ?? [''];
		at += all.length;
		return all === '' ? [1, 1] : [Number(least ?? 0), Number(most ?? 1)];
	};
	const sequence = (): string => {
		let text = '';
		while (at < pattern.length && !'|)'.includes(pattern[at])) {
			const begin = at;
			const pieces = [piece()];
			const [least, most] = times();
			const end = at;
			const count = least + Math.floor(random() * (most - least + 1));
			while (pieces.length < count) {
				at = begin;
				pieces.push(piece());
			}
			at = end;
			text += pieces.slice(0, count).join('');
		}
		return text;
	};
	const alternatives = (): string => {
		const all = [sequence()];
		while (pattern[at] === '|') {
			at += 1;
			all.push(sequence());
		}
		return among(all);
	};
	return alternatives();
}

type Plan = Array<[pattern: string] | 0>;
const plans = Object.entries(
	metadata.countries as unknown as Record<string, [code: string, ...unknown[]]>,
).map(([country, [code, ...more]]) => ({ country, code, plan: (more[10] ?? []) as Plan }));

/** For each country of the phone data, valid numbers of fixed lines and of mobile phones, where it tells them apart. */
export function planNumbers(each: number) {
	const random = randomOf(7);
	return plans.flatMap(({ country, code, plan: [fixed, mobile] }) =>
		(['fixed', 'mobile'] as const).flatMap((kind) => {
			const [pattern = ''] = (kind === 'fixed' ? fixed : mobile) || [];
			const numbers = Array.from({ length: pattern === '' ? 0 : each }, () => {
				const national = matching(pattern, random);
				const number = parsePhoneNumber(`+${code}${national}`);
				return number.isValid() && number.nationalNumber === national ? [number] : [];
			}).flat();
			return numbers.length === 0 ? [] : [{ country, kind, numbers }];
		}),
	);
}
