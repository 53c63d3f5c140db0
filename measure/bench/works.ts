import type { INodeParameters } from 'n8n-workflow';

/**
 * What this node is compared with; `limit` is the time that the service itself needs at least. With `none`,
 * only its longest block counts.
 */
export const otherTitles = {
	httpRequest: 'HTTP Request',
	onePath: 'a text that is one path',
	withoutOption: 'the same without',
	limit: "the service's limit",
	none: 'nothing',
};

export type Other = keyof typeof otherTitles;

/** Who does the work. */
export type Contender = 'voiceSms' | Exclude<Other, 'limit' | 'none'>;

/** The most that this node may take of another's time: 0.3 is 30 %. */
export interface Most {
	wall?: number;
	cpu?: number;
}

export interface Work {
	title: string;
	does: 'send' | 'check' | 'get' | 'list' | 'poll';
	/** Messages to send or to check (Dry Run), contacts to get, contacts in the list, or polls. */
	count: number;
	/** Added by the service to every answer, in ms. */
	latencyMs: number;
	/** Options of this node's Send. */
	options?: INodeParameters;
	/** The service refuses requests above this number a second. */
	perSecond?: number;
	/** Most milliseconds of its longest block, if it is not that of all works. */
	longestBlock?: number;
	against: Partial<Record<Other, Most>>;
}

/** Most milliseconds in which the event loop may do nothing else, in a work of this node. */
export const longestBlock = 45;
/** Most refused requests, as a share of all. */
export const mostRefused = 0.1;

/** The works that the README names. */
export const titles = {
	sends: '1,000 sends, 20 ms',
	contacts: 'List of 10,000 contacts, 20 ms',
	limited: '1,000 sends, at most 50 a second',
};

const send = { does: 'send', count: 1_000, latencyMs: 20 } as const;
const sends = { httpRequest: { wall: 0.3, cpu: 0.3 }, onePath: { wall: 1.15 } };

export const works: readonly Work[] = [
	{ ...send, title: '1,000 sends, 0 ms', latencyMs: 0, against: sends },
	{ ...send, title: titles.sends, against: sends },
	{
		title: '1,000 gets, 20 ms',
		does: 'get',
		count: 1_000,
		latencyMs: 20,
		against: { httpRequest: { wall: 0.35, cpu: 0.35 } },
	},
	{
		title: titles.contacts,
		does: 'list',
		count: 10_000,
		latencyMs: 20,
		against: { httpRequest: { wall: 0.08 } },
	},
	{
		title: '20 polls without news, 20 ms',
		does: 'poll',
		count: 20,
		latencyMs: 20,
		against: { httpRequest: { wall: 0.5, cpu: 0.5 } },
	},
	{
		...send,
		title: '1,000 sends with a Send Once Key, 20 ms',
		options: { onceKey: '={{ $json.key }}' },
		against: { withoutOption: { wall: 3.8 } },
	},
	{
		// Three requests in place of one: it searches for two spellings of the number.
		...send,
		title: '1,000 sends with Skip Contacts With Tag, 20 ms',
		options: { skipTag: 'no-sms' },
		against: { withoutOption: { wall: 3.3 } },
	},
	{
		...send,
		title: titles.limited,
		latencyMs: 0,
		perSecond: 50,
		against: { limit: { wall: 1.11 }, httpRequest: {} },
	},
	{
		// No answer of the service interrupts it.
		title: 'Dry Run of 20,000 sends',
		does: 'check',
		count: 20_000,
		latencyMs: 0,
		options: { dryRun: true },
		longestBlock: 50,
		against: { none: {} },
	},
];
