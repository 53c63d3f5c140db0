import { companyNumbers, type Simulator } from '../../simulator';

/**
 * How each event happens in the simulator, by the value of Trigger On: makes one happen and gives the ID of
 * its record. Other numbers are other customers, contacts and changes.
 */
export const happenings: Record<string, (simulator: Simulator, number?: number) => string> = {
	smsReceived: ({ store }, number = 1) =>
		store.receiveSms({ from: `+1555777${number % 40}`, to: companyNumbers[0], body: 'hi' }).id,
	callCreated: ({ store }) => store.addCall().id,
	callEnded: ({ store }) => store.endCall(store.addCall().id, 'ENDED').id,
	callMissed: ({ store }, number = 1) => {
		const { id } = store.addCall({ direction: 'INBOUND' });
		return store.endCall(id, number % 2 === 0 ? 'ERROR' : 'ENDED').id;
	},
	contactCreated: ({ store }, number = 1) => store.addContact({ firstName: `New ${number}` }).id,
	contactUpdated: ({ store }, number = 1) => {
		const contacts = store.contacts.all();
		const { id } = contacts[(number * 37) % contacts.length];
		return store.updateContact(id, { notes: `Changed ${number}` }).id;
	},
};
