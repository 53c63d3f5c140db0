import type { Check } from './check';
import { ofPeople } from './people';
import { ofPromises } from './promises';
import { ofResources } from './resources';

/** The same on every n8n, in the order of the table. */
export const checks: readonly Check[] = [...ofResources, ...ofPromises, ...ofPeople];
