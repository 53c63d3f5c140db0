import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

import { VoiceSmsApi } from '../../credentials/VoiceSmsApi.credentials';
import { readExamples } from '../../sandbox/workflows';
import { pages, partsOn, readPage, withParts } from '../docs/pages';
import { anchorOf, parts } from '../docs/parts';

const root = join(__dirname, '../..');

describe.each(pages)('%s', (page) => {
	const text = readPage(page);

	it('is what `npm run docs` writes', () => {
		if (text !== withParts(text)) throw new Error(`Run "npm run docs": it writes ${page} anew`);
	});

	it('leads to pages, headings and pictures that there are', () => {
		const links = [
			...[...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, address]) => address),
			...[...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, address]) => address),
		];
		const broken = links.filter((address) => {
			if (/^https?:/.test(address)) return false;
			const [file, anchor] = address.split('#');
			const target = file === '' ? page : posix.join(dirname(page), file);
			if (!existsSync(join(root, target))) return true;
			return anchor !== undefined && !anchorsOf(readPage(target)).includes(anchor);
		});
		expect(broken).toStrictEqual([]);
	});
});

it('the README has the headings that n8n leads to', () => {
	const files = ['VoiceSms.node.json', 'VoiceSmsTrigger.node.json'];
	const led = files.flatMap((file) => {
		const codex = readFileSync(join(root, 'nodes/VoiceSms', file), 'utf8');
		return [...codex.matchAll(/n8n-nodes-voice-sms#([\w-]+)/g)].map(([, anchor]) => anchor);
	});
	led.push(new VoiceSmsApi().documentationUrl.split('#')[1]);
	expect(led.filter((anchor) => !anchorsOf(readPage('README.md')).includes(anchor))).toStrictEqual(
		[],
	);
});

it('every part is shown on some page', () => {
	const shown = pages.flatMap((page) => partsOn(readPage(page)));
	const missing = [...parts.keys()].filter((name) => !shown.includes(name));
	expect(
		missing.map((name) => `Put <!-- ${name} --> and <!-- /${name} --> on a page`),
	).toStrictEqual([]);
});

describe.each(readExamples().map((example) => [example.file, example] as const))(
	'the example %s',
	(_file, { nodes, connections, id, name }) => {
		const note = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const steps = nodes.filter(({ type }) => type !== 'n8n-nodes-base.stickyNote');
		// n8n draws a node 96 pixels wide and high, with up to three lines of its name below.
		const place = ({ position: [x, y] }: (typeof nodes)[number]) => {
			return { left: x, top: y, right: x + 96, bottom: y + 150 };
		};

		it('has one sticky note that tells what it does and what to fill in', () => {
			expect(note).toHaveLength(1);
			expect(note[0].parameters.content).toMatch(
				new RegExp(
					`^## ${name.replace(/[?.]/g, '\\$&')}\n[^]+\n\\*\\*Fill in\\*\\*\n- .*credential`,
				),
			);
		});

		it('goes from left to right, but for the way back of a loop', () => {
			const next = (step: string) =>
				(connections[step]?.main ?? []).flatMap((targets) => targets ?? []).map(({ node }) => node);
			const after = (step: string, seen = new Set<string>()): Set<string> => {
				for (const node of next(step)) if (!seen.has(node)) after(node, seen.add(node));
				return seen;
			};
			const leftOf = (step: string) => {
				const found = steps.find((one) => one.name === step);
				if (!found) throw new Error(`No node "${step}"`);
				return place(found).left;
			};
			for (const from of Object.keys(connections)) {
				for (const node of next(from)) {
					if (leftOf(node) < leftOf(from) && after(node).has(from)) continue;
					expect(leftOf(node)).toBeGreaterThanOrEqual(leftOf(from) + 192);
				}
			}
		});

		it('has nothing that lies over anything else', () => {
			const [{ parameters, position }] = note;
			const [left, top] = position;
			const sizes = parameters as { width: number; height: number };
			const areas = [
				...steps.map(place),
				{ left, top, right: left + sizes.width, bottom: top + sizes.height },
			];
			const overlapping = areas.filter((one, index) =>
				areas.some(
					(other, at) =>
						at < index &&
						one.left < other.right &&
						other.left < one.right &&
						one.top < other.bottom &&
						other.top < one.bottom,
				),
			);
			expect(overlapping).toStrictEqual([]);
		});

		it('counts rows as people do, without the item number of n8n in an error', () => {
			const texts: string[] = [];
			JSON.stringify(steps, (key, value: unknown) => {
				// A condition or the name of a field shows nothing.
				const isShown = !['leftValue', 'name'].includes(key) && typeof value === 'string';
				if (isShown && value.includes('error.message')) texts.push(value);
				return value;
			});
			expect(texts.filter((text) => !text.includes('[item'))).toStrictEqual([]);
		});

		it('has an ID, by which another import updates it, and no credential of anybody', () => {
			expect(id).toMatch(/^voiceSms[A-Z]\w+$/);
			for (const { credentials } of nodes) {
				for (const one of Object.values(credentials ?? {})) expect(one.id).toBe('');
			}
		});
	},
);

/** The addresses of a page's headings. */
function anchorsOf(text: string): string[] {
	return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading));
}
