import type { IDataObject } from 'n8n-workflow';

import { companyNumbers } from '../../simulator';
import { locator } from './engine';
import { collections } from './options';

/** A sending with a Send Once Key, to the number and with the key of each item (`to` and `key`). */
export const keyedSend = (options: IDataObject = {}) => ({
	resource: 'sms',
	operation: 'send',
	from: locator(companyNumbers[0]),
	to: '={{ $json.to }}',
	body: 'Your order has been shipped',
	...collections({ onceKey: '={{ $json.key }}', ...options }),
});
