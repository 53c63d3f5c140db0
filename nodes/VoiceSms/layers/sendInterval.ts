import type { Layer } from './layer';

/** *Send Interval*: the gate of the run (`api/flow/gate`) keeps it between requests that send. */
export const sendInterval: Layer<number> = {
	option: 'sendInterval',
	field: () => ({
		displayName: 'Send Interval',
		name: 'sendInterval',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1000,
		hint: 'In milliseconds: 1000 is one per second, 60000 one per minute',
		description:
			'Time in ms from the start of one item to the start of the next. The items start in their order. The value of the first item counts for the whole run.',
	}),
	needs: 'receiver',
	read: (options) => options.countWhereAdded('sendInterval'),
};
