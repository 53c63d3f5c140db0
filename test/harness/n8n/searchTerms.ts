/**
 * The words by which people look for such a node, and its place in the list at the latest.
 *
 * n8n's editor scores names and the aliases of the codex files letter by letter, with a bonus for a
 * capital after a small letter, and adds its own figures of how often a node is used. So where many
 * nodes have the same alias, ours is spelled `sMS`, `mEsSaGe`, `tExT`. For "text" that gives 355
 * points and the fourth place, for "customer" 653 points and the fourth. No alias can do better: the three before
 * it have 374 to 417 and 659 to 714, because n8n adds up to 100 for how often a node is used, and counts a word
 * of the node's own name 1.3 times. In the list of triggers, "customer" is the second.
 */
export const searchTerms: Array<[term: string, place: number]> = [
	['sms', 3],
	['send sms', 3],
	['receive sms', 3],
	['phone call', 3],
	['make a call', 3],
	['text', 4],
	['message', 3],
	['call', 3],
	['text message', 3],
	['phone', 3],
	['contact', 3],
	['contacts', 3],
	['appointment', 3],
	['reminder', 3],
	['approve', 3],
	['approval', 3],
	['telephone', 3],
	['missed call', 3],
	['sms received', 3],
	['voicemail', 3],
	['crm', 3],
	['stop', 3],
	['opt out', 3],
	['unsubscribe', 3],
	['campaign', 3],
	['bulk', 3],
	['delivery', 3],
	['patient', 3],
	['send reminder', 3],
	['call recording', 3],
	['recording', 3],
	['two-way', 3],
	['two way', 3],
	['inbox', 3],
	['notification', 3],
	['notifications', 3],
	['send message', 3],
	['send messages', 3],
	['appointment reminder', 3],
	['texting', 3],
	['bulk sms', 3],
	['mass text', 3],
	['survey', 3],
	['phone number', 3],
	['mobile', 3],
	['broadcast', 3],
	['transcript', 3],
	['customer', 4],
	['customers', 3],
	['telephony', 3],
	['delivery status', 3],
	['newsletter', 3],
];
