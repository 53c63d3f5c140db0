import { steadyTime } from '../api/clock';
import { mayPass } from '../api/nodeError';
import type { Waiting } from '../fields/waiting';
import type { Surroundings } from './operation';

/** Gives what is waited for, or undefined while it is not there. */
export type Look<T> = (withinMs: number) => Promise<T | undefined>;

/**
 * Looks at intervals until a look gives something; undefined when the limit is reached, which is
 * looked at too, or when the run was stopped. A look that fails for a reason that may pass gives
 * nothing.
 *
 * @param look is given the milliseconds that it may take
 * @throws what a look throws, when it will not pass
 */
export async function lookUntil<T>(
	{ intervalMs, limitMs }: Waiting,
	{ now, wait }: Pick<Surroundings, 'now' | 'wait'>,
	look: Look<T>,
): Promise<T | undefined> {
	for (let leftMs = limitMs; leftMs > 0; ) {
		const pauseMs = Math.min(intervalMs, leftMs);
		const passed = steadyTime(now);
		if (!(await wait(pauseMs))) return undefined;
		passed();
		const found = await lookOnce(look, Math.max(intervalMs, leftMs - pauseMs));
		if (found !== undefined) return found;
		// Such a clock believes no step of more than two minutes, and a pause may be longer.
		leftMs -= Math.max(pauseMs, passed());
	}
	return undefined;
}

/** What a look gives; undefined, too, when it fails for a reason that may pass. */
export async function lookOnce<T>(look: Look<T>, withinMs: number): Promise<T | undefined> {
	return await look(withinMs).catch(async (error: unknown) => {
		return mayPass(error) ? undefined : await Promise.reject(error);
	});
}
