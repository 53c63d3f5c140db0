import type { IContextObject, IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { AcceptedWrites } from '../../../../nodes/VoiceSms/run/repeats/retries';

/** An execution: its data of the node, kept from try to try. */
function execution(round = 0) {
	const store: IContextObject = {};
	const context: Partial<IExecuteFunctions> = {
		getContext: () => store,
		evaluateExpression: () => round,
	};
	return { store, context: context as IExecuteFunctions };
}

const accepted = (id: string, more: IDataObject = {}) => ({ accepted: { id, ...more } });

test('gives back what was kept, to the next try of the same round', () => {
	const { context } = execution();
	new AcceptedWrites(context, 'sms.send').keep(3, accepted('a'));
	const next = new AcceptedWrites(context, 'sms.send');
	expect(next.of(3)).toEqual(accepted('a'));
	expect(next.of(4)).toBeUndefined();
});

test.each([
	['another round of a loop', 1, 'sms.send'],
	['another operation', 0, 'call.create'],
])('gives nothing to %s, and forgets the former', (_name, round, operation) => {
	const { context, store } = execution();
	new AcceptedWrites(context, 'sms.send').keep(0, accepted('a'));
	const later = { ...context, evaluateExpression: () => round } as IExecuteFunctions;
	expect(new AcceptedWrites(later, operation).of(0)).toBeUndefined();
	expect(store).toEqual({});
});

test('is gone from the execution when dropped', () => {
	const { context, store } = execution();
	const writes = new AcceptedWrites(context, 'sms.send');
	writes.keep(0, accepted('a'));
	expect(JSON.stringify(store)).toContain('"a"');
	writes.drop();
	expect(store).toEqual({});
});

test('stays within its size: past it, identifiers are kept and nothing is forgotten', () => {
	const { context, store } = execution();
	const writes = new AcceptedWrites(context, 'contact.create');
	const notes = 'x'.repeat(100_000);
	for (let index = 0; index < 100; index++) {
		writes.keep(index, accepted(`id-${index}`, { conversationId: 'c', notes }));
	}
	expect(JSON.stringify(store).length).toBeLessThan(5_100_000);
	expect(JSON.stringify(store).length).toBeGreaterThan(4_800_000);
	expect(writes.of(0)).toEqual(accepted('id-0', { conversationId: 'c', notes }));
	expect(writes.of(99)).toEqual({
		...accepted('id-99', { conversationId: 'c' }),
		shortened: true,
	});
});

test('of an answer too long to keep, what is left are the identifiers', () => {
	const { context } = execution();
	const writes = new AcceptedWrites(context, 'sms.send');
	const ids = { id: 'a', messageId: 'b', conversationId: 'c' };
	writes.keep(0, { accepted: { ...ids, paid: 'x'.repeat(5_000_000), Ids: 'd', Idle: 'e' } });
	expect(writes.of(0)).toEqual({ accepted: ids, shortened: true });
});
