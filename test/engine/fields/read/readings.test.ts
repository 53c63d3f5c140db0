import { compareReadings } from '../../../harness/random/readings';

// n8n's other engines do not run within Jest: the sandbox's tests ask them.
test("a field is read as n8n's own expressions read it", async () => {
	const { readings, withoutN8n, texts, blanks, empty } = await compareReadings('legacy', 30);
	expect(readings).toBeGreaterThan(500);
	expect(withoutN8n).toBeGreaterThan(50);
	expect(texts).toBeGreaterThan(20);
	expect(blanks).toBeGreaterThan(200);
	expect(empty).toBeGreaterThan(50);
});
