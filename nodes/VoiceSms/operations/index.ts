import { callCreate } from './call/create';
import { callDelete } from './call/delete';
import { callGet } from './call/get';
import { callGetAll } from './call/getAll';
import { callGetAnalytics } from './call/getAnalytics';
import { callGetRecording } from './call/getRecording';
import { callSearch } from './call/search';
import { contactCreate } from './contact/create';
import { contactGet } from './contact/get';
import { contactGetAll } from './contact/getAll';
import { contactUpdate } from './contact/update';
import { contactUpsert } from './contact/upsert';
import type { Operation } from './operation';
import { smsSendAndWait } from './question';
import { smsGetConversations } from './sms/getConversations';
import { smsGetMessages } from './sms/getMessages';
import { smsSend } from './sms/send';

/** Every operation. Menus, visibility of fields and dispatch are derived from it. */
export const operations: readonly Operation[] = [
	callCreate,
	callDelete,
	callGet,
	callGetAll,
	callGetAnalytics,
	callGetRecording,
	callSearch,
	contactCreate,
	contactGet,
	contactGetAll,
	contactUpdate,
	contactUpsert,
	smsGetConversations,
	smsGetMessages,
	smsSend,
	smsSendAndWait,
];
