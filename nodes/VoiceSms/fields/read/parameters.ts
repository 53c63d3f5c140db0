import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isObject } from '../../util/isObject';
import { itemPathOf, valueAt } from './itemPath';

/** Fills in a parameter from an item, and notes what kind of value each expression of it gave. */
type Fill = (json: IDataObject, kinds: string[]) => unknown;
type Read = (index: number) => unknown;

/**
 * The parameters of a run, read item by item. An expression costs n8n half a millisecond, so
 * n8n is not asked where it could only give what is known already:
 *
 * - A parameter without any expression is read once.
 * - Expressions that are nothing but a path into the item are followed here. n8n is asked as well
 *   when a kind of value (text, number, boolean) comes up first, and alone from then on should it
 *   give anything else.
 */
export class Parameters {
	private readonly saved: IDataObject;
	private readonly items: INodeExecutionData[];
	private readonly reads = new Map<string, Read>();

	constructor(private readonly context: IExecuteFunctions) {
		this.saved = context.getNode().parameters as IDataObject;
		this.items = context.getInputData();
	}

	/**
	 * @param fallback what counts when the workflow does not hold the parameter
	 * @throws what n8n throws
	 */
	read(name: string, index: number, fallback: unknown): unknown {
		let read = this.reads.get(name);
		if (read === undefined) this.reads.set(name, (read = this.readOf(name, fallback)));
		return read(index);
	}

	private readOf(name: string, fallback: unknown): Read {
		const byN8n: Read = (index) => this.context.getNodeParameter(name, index, fallback);
		const saved = this.saved[name] ?? fallback;
		if (!hasExpression(saved)) return once(byN8n);
		const fill = fillOf(saved);
		return fill === undefined ? byN8n : confirmed(byN8n, fill, this.items);
	}
}

function once(read: Read): Read {
	let kept: { value: unknown } | undefined;
	return (index) => (kept ??= { value: read(index) }).value;
}

function confirmed(byN8n: Read, fill: Fill, items: INodeExecutionData[]): Read {
	const known = new Set<string>();
	let differs = false;
	return (index) => {
		if (differs) return byN8n(index);
		const kinds: string[] = [];
		const value = fill(items[index].json, kinds);
		if (kinds.includes('undefined')) return byN8n(index);
		const kind = kinds.join();
		if (known.has(kind)) return value;
		const given = byN8n(index);
		differs = JSON.stringify(given) !== JSON.stringify(value);
		known.add(kind);
		return given;
	};
}

function hasExpression(saved: unknown): boolean {
	if (typeof saved === 'string') return saved.startsWith('=');
	return typeof saved === 'object' && saved !== null && Object.values(saved).some(hasExpression);
}

/** Undefined when an expression in it is more than a path. */
function fillOf(saved: unknown): Fill | undefined {
	if (typeof saved === 'string' && saved.startsWith('=')) {
		const path = itemPathOf(saved);
		if (path === undefined) return undefined;
		return (json, kinds) => {
			const value = valueAt(json, path);
			kinds.push(typeof value);
			return value;
		};
	}
	if (Array.isArray(saved)) {
		const fills = saved.map(fillOf).filter((fill) => fill !== undefined);
		if (fills.length < saved.length) return undefined;
		return (json, kinds) => fills.map((fill) => fill(json, kinds));
	}
	if (isObject(saved)) {
		const names = Object.keys(saved);
		const fill = fillOf(Object.values(saved));
		if (fill === undefined) return undefined;
		return (json, kinds) => {
			const values = fill(json, kinds) as unknown[];
			return Object.fromEntries(names.map((key, at) => [key, values[at]]));
		};
	}
	return () => saved;
}
