import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';

import { members, membersOfSockets } from '../sandbox/everyN8n/unpromised';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const contributing = read('CONTRIBUTING.md');
const package_ = 'nodes/VoiceSms';

interface Source {
	/** As CONTRIBUTING names it: from nodes/VoiceSms, or from the root for the credential; no ending. */
	name: string;
	text: string;
	/** The text without comments. */
	code: string;
}

const sources: Source[] = [package_, 'credentials'].flatMap((folder) =>
	readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
		.map((file) => posix.join(folder, file.split(sep).join('/')))
		.filter((file) => file.endsWith('.ts'))
		.map((file) => {
			const text = read(file);
			const code = text.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, '');
			return { name: file.replace(`${package_}/`, '').replace(/\.ts$/, ''), text, code };
		}),
);

/** What a row of CONTRIBUTING's table looks for, and a line that it must find. */
const patterns: Record<string, [pattern: RegExp, example: string]> = {
	'`displayName`': [/\bdisplayName:\s*['"`]/, "displayName: 'Limit',"],
	'`placeholder`': [/\bplaceholder:\s*['"`]/, "placeholder: 'e.g. 5',"],
	'a path such as `/api/calls`': [/['`]\/api\//, 'await api.get(path`/api/calls/${id}`);'],
	'`statusCode`, `headers`': [
		/\bstatusCode\b|\bheaders\b/,
		'if (answer.statusCode === 429) wait();',
	],
	'`totalPages`': [/\btotalPages\b/, 'const { totalPages } = pagination;'],
	'`httpRequestWithAuthentication`': [
		/\bhttpRequestWithAuthentication\.call\b/,
		'await context.helpers.httpRequestWithAuthentication.call(context, name, options);',
	],
	'`httpRequest`, for itself': [/\.httpRequest\b/, 'await context.helpers.httpRequest(options);'],
	'`x-api-key`': [/x-api-key/, "headers: { 'x-api-key': apiKey },"],
	'`getNodeParameter`': [/\bgetNodeParameter\b/, "context.getNodeParameter('limit', 0);"],
	'`getWorkflowStaticData`': [
		/\bgetWorkflowStaticData\b/,
		"context.getWorkflowStaticData('node');",
	],
	'a member that n8n or Node does not promise': [
		new RegExp(
			`\\b(${[...Object.values(members).flat(), ...membersOfSockets, '__commitCursor'].join('|')})\\b`,
		),
		'await context.__commitCursor?.();',
	],
	'`pairedItem`': [/\bpairedItem\b/, 'output.push({ json, pairedItem });'],
	'`continueOnFail`': [/\bcontinueOnFail\b/, 'if (context.continueOnFail()) return;'],
	'`new NodeApiError`': [/\bnew NodeApiError\b/, 'throw new NodeApiError(node, {});'],
	'an import from `bundled/`': [
		/from '[^']*\bbundled\//,
		"import { parsePhoneNumber } from '../../../bundled/libphonenumber';",
	],
	'`sleep` of n8n, `Date.now`, `Math.random`, `setTimeout`': [
		/import[^;]*\bsleep\b[^;]*from 'n8n-workflow'|\bDate\.now\b|\bMath\.random\b|\bsetTimeout\b/,
		'const start = Date.now();',
	],
};

interface Row {
	mentions: string;
	/** Names of files, folders with a slash at the end, `*` for one part of a path. */
	places: string[];
}

/** The rows of the table under a heading of CONTRIBUTING, the titles left out. */
function tableUnder(heading: string): string[][] {
	const [, section = ''] = contributing.split(`\n## ${heading}\n`);
	return section
		.split('\n## ')[0]
		.split('\n')
		.filter((line) => line.startsWith('| '))
		.slice(1)
		.map((line) => line.slice(2, -2).split(' | '));
}

const rows = tableUnder('Where a line belongs').map(([mentions, places]): Row => {
	return { mentions, places: [...places.matchAll(/`([^`]+)`/g)].map(([, place]) => place) };
});

function isAt(place: string, name: string): boolean {
	const pattern = place.replace(/[.]/g, '\\.').replace(/\*/g, '[^/]*');
	return new RegExp(`^${pattern}${place.endsWith('/') ? '' : '$'}`).test(name);
}

/** Files that have what the row is about and are not among its places. */
function misplaced({ mentions, places }: Row, all: Source[]): string[] {
	const [pattern] = patterns[mentions];
	return all
		.filter(({ name, code }) => pattern.test(code) && !places.some((place) => isAt(place, name)))
		.map(({ name }) => name);
}

describe('a line knows its place', () => {
	it('has a pattern for every row of the table, and no other', () => {
		expect(rows.map(({ mentions }) => mentions).sort()).toEqual(Object.keys(patterns).sort());
	});

	describe.each(rows.map((row) => [row.mentions, row] as const))('%s', (mentions, row) => {
		it('stands where the table says', () => {
			const wrong = misplaced(row, sources);
			expect(
				wrong.map(
					(name) =>
						`${name} mentions ${mentions}: move the line to ${row.places.join(', ')}, or write the new place into CONTRIBUTING, "Where a line belongs"`,
				),
			).toEqual([]);
		});

		it('is found when it stands elsewhere', () => {
			const text = patterns[mentions][1];
			const elsewhere = { name: 'util/elsewhere', text, code: text };
			expect(misplaced(row, [elsewhere])).toEqual(['util/elsewhere']);
		});

		it('is allowed nowhere without need', () => {
			const [pattern] = patterns[mentions];
			const needless = row.places.filter((place) => {
				return !sources.some(({ name, code }) => isAt(place, name) && pattern.test(code));
			});
			expect(needless).toEqual([]);
		});
	});
});

describe('imports run one way', () => {
	const config = read('eslint.config.mjs');
	/** A constant of the linter's configuration. */
	const constant = (name: string) => {
		const [, value] = new RegExp(`const ${name} = ([^;]+);`).exec(config) ?? [];
		return JSON.parse(
			value
				.replace(/'/g, '"')
				.replace(/^\s*(\w+):/gm, '"$1":')
				.replace(/,(\s*[\]}])/g, '$1'),
		) as unknown;
	};
	const floors = constant('floors') as string[];
	const strangers = constant('strangers') as Record<string, string[]>;
	const floorOf = (name: string) => (name.includes('/') ? name.split('/')[0] : '.');
	const importsOf = ({ name, code }: Source) =>
		[...code.matchAll(/from '(\.[^']*)'/g)].map(([, from]) => posix.join(dirname(name), from));

	it('as the linter has it, CONTRIBUTING and the docs say it', () => {
		const [, line] = /Imports run one way: (.+?)\. /.exec(contributing) ?? [];
		const all = ['the node files', ...floors.slice(1).map((floor) => `\`${floor}\``)];
		expect(line.split(' → ')).toEqual(all);
		const [, ...table] = [
			...read('docs/how-it-works.md')
				.split('\n## ')[0]
				.matchAll(/^\| ([^|-]+) \|/gm),
		];
		expect(table.map(([, folder]) => folder)).toEqual(all);
	});

	it('the linter knows every folder, and no other', () => {
		const folders = sources.filter(({ name }) => !name.startsWith('credentials/'));
		expect([...new Set(folders.map(({ name }) => floorOf(name)))].sort()).toEqual(
			[...floors].sort(),
		);
	});

	it('the linter knows every folder within a folder, and no other', () => {
		const folders = sources
			.map(({ name }) => name.split('/').slice(0, 2).join('/'))
			.filter((name) => !sources.some((source) => source.name === name));
		// A folder in a room may have a rule of its own.
		const rooms = Object.keys(constant('rooms') as object).filter((name) => {
			return name.split('/').length === 2;
		});
		const known = [...new Set(folders)];
		expect([
			...known
				.filter((name) => !rooms.includes(name))
				.map((name) => `eslint.config.mjs: say in \`rooms\` what '${name}' may not import`),
			...rooms
				.filter((name) => !known.includes(name))
				.map((name) => `eslint.config.mjs: \`rooms\` has '${name}', which is no folder`),
		]).toEqual([]);
	});

	it.each(sources.map((source) => [source.name, source] as const))('%s', (name, source) => {
		if (name.startsWith('credentials/')) {
			const used = [`${package_}/api/`, `${package_}/fields/`, 'credentials/'];
			const others = importsOf(source).filter((from) => !used.some((one) => from.startsWith(one)));
			return expect(others).toEqual([]);
		}
		const own = floorOf(name);
		const wrong = importsOf(source).filter((imported) => {
			// Of these, the table says who may.
			if (imported.includes('/bundled/')) return false;
			const other = floorOf(imported);
			return floors.indexOf(other) < floors.indexOf(own) || strangers[own]?.includes(other);
		});
		expect(wrong).toEqual([]);
	});

	it.each(sources.map((source) => [source.name, source] as const))(
		'%s needs no package but n8n-workflow',
		(_name, { code }) => {
			// n8n's rules for community nodes allow this one of Node's own.
			const allowed = ['n8n-workflow', 'node:crypto'];
			const imports = [...code.matchAll(/^(?:import|export) (?!type)[^;]*?from '([^']+)'/gms)];
			const packages = imports.map(([, from]) => from).filter((from) => !from.startsWith('.'));
			expect(packages.filter((from) => !allowed.includes(from))).toEqual([]);
		},
	);
});

describe('a file', () => {
	it.each(sources.map(({ name, text }) => [name, text] as const))(
		'%s has at most 150 lines of code: comments, imports and blank lines are not counted',
		(_name, text) => {
			const code = text
				.replace(/\/\*\*?[^]*?\*\//g, '')
				.replace(/^import[^;]*;\n/gm, '')
				.split('\n')
				.filter((line) => line.trim() !== '' && !line.trim().startsWith('//'));
			if (code.length > 150)
				throw new Error(`${code.length} lines of code: split the file by subject`);
		},
	);

	it('is never called by a name that says nothing', () => {
		const vague = /(^|\/)(helpers?|utils?|common|misc|GenericFunctions|shared|tools)$/i;
		expect(sources.filter(({ name }) => vague.test(name)).map(({ name }) => name)).toEqual([]);
	});
});

describe('a default stands once', () => {
	const all = sources.map(({ code }) => code).join('\n');

	it.each([
		['maxTries', 'defaultTries', 4],
		['requestsAtOnce', 'defaultBound', 32],
		['timeout', 'defaultTimeout', 30_000],
		['recordingPolls', 'defaultPolls', 10],
		['waitInterval', 'defaultWaitInterval', 5],
		['waitLimit', 'defaultWaitLimit', 10],
	])('%s is %s, in the field and in what the node does without it', (field, constant, value) => {
		const [, inField] = new RegExp(`name: '${field}',[^;]*?default: ([^,]+),`).exec(all) ?? [];
		expect(inField).toBe(constant);
		const definitions = [...all.matchAll(new RegExp(`const ${constant} = ([^;]+);`, 'g'))];
		expect(definitions.map(([, number]) => Number(number.replace(/_/g, '')))).toEqual([value]);
		expect(all).toMatch(new RegExp(`(\\?\\?|=) ${constant}\\b`));
	});
});

describe('the papers', () => {
	const papers = ['README.md', 'CONTRIBUTING.md', 'docs/trigger.md', 'docs/how-it-works.md'];
	const scripts = ['package.json', 'measure/package.json'].flatMap((file) =>
		Object.keys((JSON.parse(read(file)) as { scripts: object }).scripts),
	);

	it.each(papers)('%s names npm scripts that there are', (paper) => {
		const named = [...read(paper).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name);
		expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
	});

	it('CONTRIBUTING names every folder of tests that jest runs, and no other', () => {
		const jest = read('jest.config.js');
		const others: Record<string, string> = {
			tools: 'beside each tool',
			measure: '`measure`',
			smoke: '`measure/smoke`',
		};
		const projects = [...jest.matchAll(/(?:inRooms|project)\('(\w+)'/g)].map(
			([, name]) => others[name] ?? `\`test/${name}\``,
		);
		expect(tableUnder('Tests').map(([folder]) => folder)).toEqual(projects);
	});

	it('CONTRIBUTING names files that there are', () => {
		const places = [package_, '.'];
		const files = [...contributing.matchAll(/`((?:[\w.-]+\/)+[\w.-]+\.(?:tsx?|mjs|json|md))`/g)];
		const missing = files
			.map(([, file]) => file)
			.filter((file) => {
				const found = places.some((place) => {
					try {
						return read(posix.join(place, file)) !== '';
					} catch {
						return false;
					}
				});
				return !found;
			});
		expect(missing).toEqual([]);
	});
});
