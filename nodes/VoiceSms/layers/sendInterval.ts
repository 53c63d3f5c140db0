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
		description: 'Seconds from one start to the next: 0.5 is two a second',
		builderHint: { propertyHint: 'Left out: as fast as the service allows' },
	}),
	needs: 'sends',
	read: ({ options }) => options.whereGiven('sendInterval', secondsFrom(minSeconds)),
};
