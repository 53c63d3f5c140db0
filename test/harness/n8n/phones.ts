import { asPhone } from '../../../nodes/VoiceSms/fields/phone/phone';

/** What becomes of a number: the number in E.164 form, or "refused: " and why. */
export function phoneOf(given: unknown, country = '', as: typeof asPhone = asPhone): string {
	try {
		return as(given, country, (what, advice) => {
			expect(advice).toMatch(/^[A-Z].*\.$/);
			throw new Error(`refused: ${what}`);
		});
	} catch (error) {
		return (error as Error).message;
	}
}
