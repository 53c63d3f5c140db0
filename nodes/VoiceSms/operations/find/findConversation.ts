import { conversations } from '../../api/lists';
import type { Kind } from './findRecord';
import { shownName } from './searchErrors';

/** SMS conversations, as they are searched and named. */
export const conversation: Kind = {
	list: conversations,
	one: 'conversation',
	ifNone:
		"Check the entry, or search for the conversation with the operation 'Get Many Conversations'. A conversation begins with its first message.",
	ifSeveral: 'Choose the right conversation by its ID.',
	phoneField: 'customerPhone',
	keep: ({ id, customerPhone, companyPhone, customerName, status }) => {
		return { id, customerPhone, companyPhone, customerName, status };
	},
	named: ({ id, customerName, companyPhone, status }) => {
		const about = [`over ${String(companyPhone)}`, String(status), `ID ${String(id)}`].join(', ');
		return `${shownName(String(customerName ?? ''))} (${about})`;
	},
};
