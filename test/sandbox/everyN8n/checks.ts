import type { INodeTypeDescription } from 'n8n-workflow';

import { step } from '../../../sandbox/progress';
import type { Sandbox } from '../../../sandbox/sandbox';
import { ofAgents } from './agents';
import { ofPromises } from './promises';
import { ofQuestions } from './questions';
import { ofResources } from './resources';
import { ofTrigger } from './trigger';

/** What became of a check on one n8n. */
export type Outcome = 'works' | 'does not exist there' | 'fails';

/** An n8n that runs with the tarball in it. */
export interface Subject {
	sandbox: Sandbox;
	/** Such as `2.41.1`. */
	version: string;
	/** What n8n offers. */
	types: readonly INodeTypeDescription[];
}

/** Something that must be the same on every n8n. */
export interface Check {
	/** As the table names it. */
	name: string;
	/** What n8n itself must have for it; left out where every n8n does. */
	isThere?(subject: Subject): boolean;
	/** Begins with a fresh simulator. Throws when something is not as it must be. */
	run(subject: Subject): Promise<void>;
}

/** The same on every n8n, in the order of the table. */
export const checks: readonly Check[] = [
	...ofResources,
	...ofPromises,
	...ofTrigger,
	...ofAgents,
	...ofQuestions,
];

/** Does one check, and says with `failed` why it fails. */
export async function outcomeOf(
	{ name, isThere, run }: Check,
	subject: Subject,
	failed: (error: unknown) => void,
): Promise<Outcome> {
	if (isThere?.(subject) === false) return 'does not exist there';
	subject.sandbox.simulator.reset();
	try {
		await step(name, async () => await run(subject));
		return 'works';
	} catch (error) {
		failed(error);
		return 'fails';
	}
}
