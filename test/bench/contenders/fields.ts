/** What every contender is given: the same expressions, the same fixed sender. */

export const expressions = {
	to: '={{ $json.to }}',
	body: '=Hello {{ $json.name }}, see you at {{ $json["time"] }}',
	path: '={{ $json.body }}',
	key: '={{ $json.key }}',
	contactId: '={{ $json.contactId }}',
};

/** One of the company's own numbers. */
export const fromNumber = '+15550100001';
