import { callEnded } from './calls';
import { smsReceived } from './messages';
import { callCreated, contactCreated, contactUpdated } from './records';
import type { EventWork } from './tools';

/** The events by the value of 'Trigger On', with the words of an error about them. */
export const events: Record<string, { work: EventWork; thing: string }> = {
	callCreated: { work: callCreated, thing: 'calls' },
	callEnded: { work: callEnded, thing: 'calls' },
	contactCreated: { work: contactCreated, thing: 'contacts' },
	contactUpdated: { work: contactUpdated, thing: 'contacts' },
	smsReceived: { work: smsReceived, thing: 'SMS conversations' },
};
