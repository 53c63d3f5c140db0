import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';

import ts from 'typescript';

import { root } from '../../sandbox/paths';

/** Folders of the shipped code, from the root of the repository. */
const package_ = 'nodes/VoiceSms';
const others = ['credentials', 'bundled'];
/** The files directly in the package's folder. */
export const nodeFiles = 'the node files';

export interface Imports {
	/** The folders within each folder that the drawing shows as a box. */
	rooms: ReadonlyMap<string, readonly string[]>;
	/** Which folders each folder imports from. */
	used: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the shipped code imports, folder by folder. */
export function readImports(): Imports {
	const rooms = new Map<string, Set<string>>();
	const used = new Map<string, Set<string>>();
	for (const file of sources()) {
		const [folder, room] = placeOf(file);
		rooms.set(folder, (rooms.get(folder) ?? new Set()).add(room ?? folder));
		const text = readFileSync(join(root, file), 'utf8');
		for (const { fileName } of ts.preProcessFile(text).importedFiles) {
			if (!fileName.startsWith('.')) continue;
			const [other] = placeOf(fileOf(posix.join(posix.dirname(file), fileName)));
			if (other !== folder) used.set(folder, (used.get(folder) ?? new Set()).add(other));
		}
	}
	return {
		rooms: new Map([...rooms].map(([folder, all]) => [folder, inOrder(all, folder)])),
		used,
	};
}

/** The imports without those for which there is a longer way: one that is drawn says as much. */
export function arrowsOf({ used }: Imports): Array<[from: string, to: string]> {
	const direct = (from: string) => [...(used.get(from) ?? [])];
	const leadsTo = (from: string, to: string): boolean =>
		direct(from).some((next) => next === to || leadsTo(next, to));
	return [...used.keys()].flatMap((from) =>
		direct(from)
			.filter((to) => !direct(from).some((other) => other !== to && leadsTo(other, to)))
			.map((to): [string, string] => [from, to]),
	);
}

function sources(): string[] {
	return [package_, ...others].flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.map((file) => posix.join(folder, file.split(sep).join('/')))
			.filter((file) => file.endsWith('.ts'))
			.sort(),
	);
}

/** The file that an import without an ending names. */
const fileOf = (path: string) =>
	existsSync(join(root, `${path}.ts`)) ? `${path}.ts` : `${path}/index.ts`;

/** The folder of a file and, where it stands deeper, the folder within. */
function placeOf(file: string): [folder: string, room?: string] {
	const [folder, room] = file.replace(`${package_}/`, '').split('/').slice(0, -1);
	return [folder ?? nodeFiles, room];
}

const inOrder = (all: Set<string>, folder: string) =>
	[...all].filter((room) => room !== folder).sort();
