import { conversations } from '../../api/lists';
import type { RecordKey } from '../../fields/read/recordKey';
import type { Kind } from './findRecord';
import { findRecord } from './findRecord';
import type { Surroundings } from '../operation';
import { noneHas, shownName } from './searchErrors';

const conversation: Kind = {
	list: conversations,
	one: 'conversation',
	ifNone:
		"Check the entry, or search for the conversation with the operation 'Get Many Conversations'. A conversation begins with its first message.",
	fieldOf: { phone: 'customerPhone', email: 'customerEmail' },
	keep: ({ id, customerPhone, companyPhone, customerName, status }) => {
		return { id, customerPhone, companyPhone, customerName, status };
	},
	named: ({ id, customerName, companyPhone, status }) => {
		const about = [`over ${String(companyPhone)}`, String(status), `ID ${String(id)}`].join(', ');
		return `${shownName(String(customerName ?? ''))} (${about})`;
	},
};

/**
 * ID of the SMS conversation that a resource locator chose.
 *
 * @throws UserError for a customer without a conversation, or with several company numbers
 */
export async function chosenConversation(
	surroundings: Surroundings,
	key: RecordKey,
): Promise<string> {
	if (key.by === 'id') return key.value;
	const found = await findRecord(surroundings, conversation, key, {
		writes: false,
		ifSeveral: 'Choose the right conversation by its ID.',
	});
	if (found === undefined) throw noneHas(conversation, key);
	return String(found.id ?? '');
}
