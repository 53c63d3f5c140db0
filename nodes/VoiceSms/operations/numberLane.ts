import { phoneDigits } from '../util/phoneDigits';

/**
 * One name for all spellings of a phone number, so that what goes to it keeps its order: its digits
 * without the international prefix 00. A text without digits stands for itself.
 */
export function numberLane(number: string): string {
	const digits = phoneDigits(number);
	return digits === '' ? number : digits;
}
