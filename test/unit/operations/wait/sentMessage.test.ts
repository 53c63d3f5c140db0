import type { INode } from 'n8n-workflow';

import { asNodeError } from '../../../../nodes/VoiceSms/api/errors/nodeError';
import { LooksAtConversation } from '../../../../nodes/VoiceSms/operations/wait/sentMessage';

const node = { name: 'Voice and SMS', type: 'voiceSms', typeVersion: 1 } as INode;
const missing = asNodeError(
	node,
	{ cause: 'status', status: 404 },
	{ nameInErrors: 'messages' },
	false,
	'GET',
);

function looksAt() {
	let time = 0;
	const looks = new LooksAtConversation({ passed: () => time });
	const goOnAt = (ms: number) => {
		time = ms;
		return looks.goOn(missing);
	};
	return { looks, goOnAt };
}

it('a conversation may be missing for a minute after the first look that missed it', () => {
	const { goOnAt } = looksAt();
	expect([5000, 64_999, 65_000].map(goOnAt)).toStrictEqual([true, true, false]);
});

it('a conversation that was found may be missing for a minute again', () => {
	const { looks, goOnAt } = looksAt();
	goOnAt(5000);
	looks.found();
	expect([70_000, 129_999, 130_000].map(goOnAt)).toStrictEqual([true, true, false]);
});
