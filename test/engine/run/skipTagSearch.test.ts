import { withSimulatorAndStore } from '../../harness/n8n/deduplication';
import { runAt } from '../../harness/n8n/engine';
import { collections } from '../../harness/n8n/options';
import { empty } from '../../harness/service/service';
import { good } from '../../harness/n8n/parameters';

const { simulator } = withSimulatorAndStore({ seed: empty });

const digits = (text = '') => text.replace(/\D/g, '');

test('who has the tag is found under the other number of one phone, although the search compares digits', async () => {
	const { store } = simulator;
	store.addContact({ firstName: 'Ana', phone: '+525512345678', tags: ['no-sms'] });
	store.addContact({ firstName: 'Bo', phone: '+525599999999', notes: '+1 551 234 5678' });
	store.addContact({ firstName: 'Cy', phone: '+14155550142' });
	// A text without digits finds everybody, and the notes are looked at, too.
	jest
		.spyOn(store, 'matches')
		.mockImplementation((texts, term) =>
			[...texts, texts.includes('+525599999999') ? '15512345678' : ''].some((text) =>
				digits(text).includes(digits(term)),
			),
		);
	const { items, hints } = await runAt(simulator, {
		...good.send,
		to: '+5215512345678',
		body: 'Hi',
		...collections({ skipTag: 'no-sms' }),
	});
	jest.restoreAllMocks();
	expect(simulator.ledger).toStrictEqual([]);
	expect(items[0].json.outcome).toBe('skipped');
	expect(hints.join()).not.toContain('another parameter name');
});
