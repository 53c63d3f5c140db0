import type { Clock } from '../../api/clock';
import { untilAnswered } from './keys';
import { type KeyRow, states } from './row';

/**
 * Frees a key, and asks a failing store again. After a lost connection the DELETE may come late, so a second one
 * could let it free the key of another execution.
 *
 * @param owner the owner of the row
 * @param leftMs milliseconds until others may report the key as in doubt: then it must not be freed
 * @throws the store's error
 */
export async function free(row: KeyRow, owner: string, clock: Clock, leftMs: () => number) {
	let failed: Error | undefined;
	const ask = async () => {
		try {
			if (failed !== undefined) {
				if (isConnectionLost(failed) || leftMs() <= 0) return failed;
				// The DELETE may have been carried out, and another execution may have the key now.
				if ((await row.count()) === 0) return undefined;
				if (!(await row.write(owner, states.taken))) return undefined;
			}
			await row.clear();
			return undefined;
		} catch (error) {
			failed = error as Error;
			return await Promise.reject(failed);
		}
	};
	const failure = await untilAnswered(clock, leftMs(), ask);
	if (failure !== undefined) await Promise.reject(failure);
}

/** A failed statement in words: its code, of Node, SQLite or PostgreSQL (SQLSTATE), and its message. */
function inUnits(error: unknown): { code: string; text: string } {
	const { code = '', message = '' } = Object(error) as { code?: unknown; message?: unknown };
	return { code: String(code), text: `${String(code)} ${String(message)}` };
}

/** Whether the database refused the statement or was not reached: it was certainly not carried out. */
export function isRefused(error: unknown): boolean {
	return /^(SQLITE_(BUSY|LOCKED|READONLY|FULL|CANTOPEN)|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|(?!08|40003)\d[\dA-Z]{4})$/.test(
		inUnits(error).code,
	);
}

/**
 * Whether the connection was lost: the statement may still be carried out later. The words come from pg 8.21
 * (lib/client.js, `_attachListeners`, `query`, `_queryable`), the codes from Node and from SQLSTATE, class 08; typeorm
 * passes both on (QueryFailedError). A pool without a free connection ("timeout exceeded when trying to connect",
 * pg-pool) has sent nothing.
 */
export function isConnectionLost(error: unknown): boolean {
	return /\b(connection|not queryable|read timeout|timeout expired|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN|ENETRESET|08\d\w\w)\b/i.test(
		inUnits(error).text,
	);
}
