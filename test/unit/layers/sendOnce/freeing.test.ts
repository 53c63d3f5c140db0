import { free, isConnectionLost, isRefused } from '../../../../nodes/VoiceSms/layers/sendOnce/hold';
import type { KeyRow } from '../../../../nodes/VoiceSms/layers/sendOnce/row';
import { virtualTime } from '../../../harness/time/virtualTime';

test.each<[message: string, code: string | undefined, isRefused: boolean, isLost: boolean]>([
	['SQLITE_BUSY: database is locked', 'SQLITE_BUSY', true, false],
	['connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED', true, false],
	['canceling statement due to lock timeout', '55P03', true, false],
	['terminating connection due to administrator command', '57P01', true, true],
	['could not receive data from client', '08006', false, true],
	['Connection terminated', undefined, false, true],
	['Connection terminated unexpectedly', undefined, false, true],
	['Connection terminated due to connection timeout', undefined, false, true],
	['Client was closed and is not queryable', undefined, false, true],
	['timeout expired', undefined, false, true],
	['timeout exceeded when trying to connect', undefined, false, false],
	['read EHOSTUNREACH', 'EHOSTUNREACH', false, true],
	['read ENETUNREACH', 'ENETUNREACH', false, true],
	['Client has encountered a connection error and is not queryable', undefined, false, true],
	['Query read timeout', undefined, false, true],
	['read ECONNRESET', 'ECONNRESET', false, true],
	['write EPIPE', 'EPIPE', false, true],
	['database is locked', undefined, false, false],
])('%s (%s): refused %s, connection lost %s', (message, code, refused, lost) => {
	const error = Object.assign(new Error(message), { code });
	expect([isRefused(error), isConnectionLost(error)]).toStrictEqual([refused, lost]);
});

test.each<[string, number, string[]]>([
	['is left', 251, ['clear', 'count', 'write', 'clear']],
	['is over', 250, ['clear']],
])('a store that failed is asked again after 250 ms while time %s', async (_name, ms, asked) => {
	const clock = virtualTime();
	const calls: string[] = [];
	const row: KeyRow = {
		async count() {
			calls.push('count');
			return await Promise.resolve(1);
		},
		async write() {
			calls.push('write');
			return await Promise.resolve(true);
		},
		async clear() {
			calls.push('clear');
			if (calls.length === 1) await Promise.reject(new Error('database is locked'));
		},
	};
	const freeing = free(row, 'me', clock, () => ms - clock.passed());
	await clock.run(freeing.catch((error: Error) => calls.push(error.message)));
	expect(calls).toStrictEqual(asked.length === 1 ? [...asked, 'database is locked'] : asked);
});
