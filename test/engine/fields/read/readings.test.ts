import { compareReadings } from '../../../harness/readings';

// n8n's other engines do not run within Jest: the sandbox's tests ask them.
test("a field is read as n8n's own expressions read it", async () => {
	const { readings, withoutN8n, texts, blanks, empty } = await compareReadings('legacy', 12);
	expect(readings).toBeGreaterThan(200);
	expect(withoutN8n).toBeGreaterThan(20);
	expect(texts).toBeGreaterThan(8);
	expect(blanks).toBeGreaterThan(80);
	expect(empty).toBeGreaterThan(20);
});
