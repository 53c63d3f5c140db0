import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request, RequestHandler, Response } from 'express';
import * as OpenApiValidator from 'express-openapi-validator';
import { parse } from 'yaml';

/** The service as OpenAPI 3.1: what the simulator serves and what it refuses. */
export const openApiPath = join(__dirname, 'openapi.yaml');

/** The names that openapi.yaml takes where the interface says "not shown". */
export interface UnstatedNames {
	search: string;
	startDate: string;
	endDate: string;
}

export interface Validation {
	strict: boolean;
	checkAnswers: boolean;
	/** Other names of parameters. */
	names: Partial<UnstatedNames>;
	/** Throws what a request with this key, which needs these permissions, is refused with. */
	allowed(req: { headers: Request['headers'] }, permissions: string[]): boolean;
}

/** Carries out an operation of openapi.yaml, by its `operationId`. */
export type Serve = (operationId: string, req: Request, res: Response) => void;

const validators = new Map<string, RequestHandler[]>();

/**
 * Refuses what openapi.yaml does not allow, and has the rest carried out by the `serve` (a `Serve`)
 * in the answer's locals. All simulators of a process share one: to read the file and to compile
 * its schemas takes longer than most tests.
 *
 * @returns `isNew`: it has not read the file yet, which it does at its first request
 */
export function validator({ allowed, ...own }: Validation): {
	isNew: boolean;
	handlers: RequestHandler[];
} {
	const { strict, checkAnswers, names } = own;
	const name = JSON.stringify(own);
	const kept = validators.get(name);
	if (kept !== undefined) return { isNew: false, handlers: kept };
	const handlers: RequestHandler[] = OpenApiValidator.middleware({
		apiSpec: documentWith(names),
		validateRequests: { allowUnknownQueryParameters: !strict, removeAdditional: !strict },
		validateResponses: checkAnswers,
		validateSecurity: { handlers: { apiKey: (req, scopes) => allowed(req, scopes) } },
		fileUploader: false,
		operationHandlers: {
			basePath: '',
			resolver: (_basePath, { basePath, openApiRoute, method }, document) => {
				const path = document.paths?.[openApiRoute.slice(basePath.length)];
				const operation = Object.entries(path ?? {}).find(
					([verb]) => verb === method.toLowerCase(),
				)?.[1] as { operationId?: string } | undefined;
				const { operationId } = operation ?? {};
				if (operationId === undefined) throw new Error(`${method} ${openApiRoute} has no name`);
				return (req: Request, res: Response) => {
					(res.locals as { serve: Serve }).serve(operationId, req, res);
				};
			},
		},
	});
	validators.set(name, handlers);
	return { isNew: true, handlers };
}

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]['apiSpec'], string>;

/** openapi.yaml with other names of parameters. */
function documentWith(names: Partial<UnstatedNames>): ApiSpec {
	const others = new Map(Object.entries(names));
	return parse(readFileSync(openApiPath, 'utf8'), (_key, value: unknown) => {
		const isQuery = typeof value === 'object' && value !== null && 'in' in value;
		if (!isQuery || value.in !== 'query' || !('name' in value)) return value;
		// Clients may leave `:` and `+` (a space) unencoded.
		return { ...value, name: others.get(String(value.name)) ?? value.name, allowReserved: true };
	}) as ApiSpec;
}
