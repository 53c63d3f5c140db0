import { Poller } from '../../harness/poller';
import { empty, service } from '../../harness/service';
import { companyNumbers } from '../../simulator';

const minute = 60_000;
const other = (number: number) => `+1555888${1_000 + number}`;
const customer = '+15557770001';
const inbound = { direction: 'INBOUND', from: customer, to: companyNumbers[0] } as const;

it('an SMS without a time that was there at activation is not given out with the next one', async () => {
	const simulator = await service({ seed: empty });
	const { store, clock } = simulator;
	store.addMessage({ ...inbound, body: 'old', sentAt: null });
	store.addMessage({ ...inbound, body: 'old', sentAt: null });
	const poller = new Poller(simulator, { event: 'smsReceived' });
	expect(await poller.poll()).toEqual([]);
	clock.advance(minute);
	const { id } = store.addMessage({ ...inbound, body: 'new', sentAt: clock.now() });
	expect(await poller.ids()).toEqual([id]);
	clock.advance(minute);
	const next = store.addMessage({ ...inbound, body: 'new', sentAt: null });
	expect(await poller.ids()).toEqual([next.id]);
	expect(await poller.ids()).toEqual([]);
	expect(poller.log).toEqual([]);
});

it('an SMS without a time is told from those that were there at activation', async () => {
	const simulator = await service({ seed: empty });
	const { store, clock } = simulator;
	for (let number = 0; number < 50; number++) {
		clock.advance(minute);
		store.addMessage({ ...inbound, from: other(number), body: 'old', sentAt: null });
	}
	const poller = new Poller(simulator, { event: 'smsReceived' });
	await poller.poll();
	clock.advance(minute);
	const { id } = store.addMessage({ ...inbound, from: other(49), body: 'new', sentAt: null });
	expect(await poller.ids()).toEqual([id]);
	expect(poller.log).toEqual([]);
});
