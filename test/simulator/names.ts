import type { NextFunction, Request, Response } from 'express';

import { Refusal } from './answer';

/** The names that openapi.yaml takes where the interface says "not shown". */
export interface UnstatedNames {
	search: string;
	startDate: string;
	endDate: string;
}

/**
 * Makes a service that knows these parameters by other names than openapi.yaml has: requests with
 * the other names are taken as those, and the names of openapi.yaml are unknown.
 */
export function otherNames(names: Partial<UnstatedNames>, strict: boolean) {
	const changed = Object.entries(names).filter(([usual, other]) => usual !== other);
	const taken = changed.map(([, other]) => other);
	const gone = changed.map(([usual]) => usual).filter((usual) => !taken.includes(usual));

	/** A query in the names of openapi.yaml. */
	function asDocumented<T>(query: Record<string, T>): Record<string, T> {
		const known = Object.entries(query).filter(([name]) => !gone.includes(name));
		return Object.fromEntries(
			known.map(([name, value]) => {
				return [changed.find(([, other]) => other === name)?.[0] ?? name, value];
			}),
		);
	}

	function translate(req: Request, _res: Response, next: NextFunction) {
		if (changed.length === 0) return next();
		const [path, query = ''] = req.url.split('?');
		const given = [...new URLSearchParams(query)];
		const unknown = given.find(([name]) => gone.includes(name));
		if (unknown !== undefined && strict) {
			throw new Refusal(400, `query.${unknown[0]}: Unknown query parameter '${unknown[0]}'`);
		}
		const documented = given.flatMap(([name, value]) =>
			Object.entries(asDocumented({ [name]: value })),
		);
		req.url = `${path}${documented.length > 0 ? '?' : ''}${new URLSearchParams(documented).toString()}`;
		next();
	}

	return { asDocumented, translate };
}
