/** Why a call that a person approves is not done, and what to do. */
export const severalItems: [string, string] = [
	'With several items in the agent, n8n may do an approved call for another one',
	'Tell the user: the agent needs a Loop Over Items node with a Batch Size of 1 before it.',
];
