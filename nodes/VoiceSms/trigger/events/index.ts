import type { Event } from '../event';
import { callCreated } from './callCreated';
import { callEnded } from './callEnded';
import { contactCreated } from './contactCreated';
import { contactUpdated } from './contactUpdated';
import { smsReceived } from './smsReceived';

/** All events, in the order of the menu. Each is given the cursor that it made itself. */
export const events: ReadonlyArray<Event<unknown>> = [
	callCreated,
	callEnded,
	contactCreated,
	contactUpdated,
	smsReceived,
];
