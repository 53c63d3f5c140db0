import { calls } from '../../api/lists';
import { simplifyCall } from '../../fields/forms/simplify';
import { companyNumber, direction } from '../filters';
import { listEvent } from '../listEvent';

export const callCreated = listEvent({
	value: 'callCreated',
	name: 'Call Created',
	description: 'A call comes in or goes out',
	nameInErrors: 'calls',
	filters: [companyNumber, direction],
	list: calls,
	timeField: 'createdAt',
	simplify: simplifyCall,
});
