import { Hints } from '../../../nodes/VoiceSms/run/hints';

it('each line is shown once, in the order in which they came first', () => {
	const hints = new Hints();
	for (const line of ['b', 'a', 'b']) hints.add(line);
	expect(hints.lines()).toStrictEqual(['b', 'a']);
});

it('a counted line says how often it was to be shown', () => {
	const hints = new Hints();
	expect(hints.lines()).toStrictEqual([]);
	for (const kind of ['x', 'y', 'x']) hints.add(kind, (times) => `${kind}: ${times}`);
	expect(hints.lines()).toStrictEqual(['x: 2', 'y: 1']);
});
