import { readExamples } from '../../sandbox/workflows';

const [mostNodes, mostSigns, mostWords] = [18, 1_000, 240];
/** Each of its nodes is a tool, with an expression for each argument. */
const mayBeLonger = '16-mcp-server';

const examples = readExamples().map((example) => [example.file, example] as const);

/** The signs inside `{{ }}`, without the blanks around them. */
function signsIn(value: unknown): number {
	if (typeof value === 'object' && value !== null) {
		return Object.values(value).reduce((sum: number, one) => sum + signsIn(one), 0);
	}
	if (typeof value !== 'string' || !value.startsWith('=')) return 0;
	const found = [...value.matchAll(/\{\{([\s\S]*?)\}\}/g)];
	return found.reduce((sum, [, expression]) => sum + expression.trim().length, 0);
}

const isNote = ({ type }: { type: string }) => type === 'n8n-nodes-base.stickyNote';

it.each(examples)('%s can be read: not too many nodes, and little code', (file, { nodes }) => {
	const own = nodes.filter((node) => !isNote(node));
	if (file === mayBeLonger) return;
	expect(own.length).toBeLessThanOrEqual(mostNodes);
	expect(signsIn(own.map(({ parameters }) => parameters))).toBeLessThanOrEqual(mostSigns);
});

it.each(examples)('%s has a short note', (_file, { nodes }) => {
	const words = nodes
		.filter(isNote)
		.flatMap(({ parameters }) => String(parameters.content).split(/\s+/));
	expect(words.length).toBeLessThanOrEqual(mostWords);
});

it('counts the signs of expressions', () => {
	expect(signsIn({ text: '={{ $json.a }} and {{ [$json.b] }}', more: ['plain {{ 1 }}'] })).toBe(16);
});

const lists = examples.flatMap(([file, { nodes }]) =>
	nodes
		.filter(({ parameters }) => parameters.mode === 'raw')
		.map(({ name, parameters }) => [`${file}: ${name}`, String(parameters.jsonOutput)] as const),
);

it.each(lists)('%s has a line for each row', (_name, text) => {
	const [rows] = Object.values(JSON.parse(text) as Record<string, unknown[]>);
	const lines = text.split('\n').slice(2, -2);
	expect(lines.map((line) => JSON.parse(line.replace(/,$/, '')) as unknown)).toEqual(rows);
});
