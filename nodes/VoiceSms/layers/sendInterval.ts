import { secondsFrom } from '../fields/forms/waitOptions';
import type { Layer } from './layer';

/** Seconds: the gate counts whole milliseconds. */
const minSeconds = 0.001;

/** *Send Interval*, in milliseconds: the gate of the run (`api/flow/gate`) keeps it between requests that send. */
export const sendInterval: Layer<number> = {
	option: 'sendInterval',
	field: () => ({
		displayName: 'Send Interval',
		name: 'sendInterval',
		type: 'number',
		typeOptions: { minValue: minSeconds },
		default: 1,
		hint: 'In seconds: 1 is one per second, 0.5 two per second, 60 one per minute',
		description:
			'Time in seconds from the start of one item to the start of the next. The items start in their order. The value of the first item counts for the whole run.',
		builderHint: { propertyHint: 'Left out: as fast as the service allows' },
	}),
	needs: 'sends',
	read: ({ options }) => options.whereGiven('sendInterval', secondsFrom(minSeconds)),
};
