import { close, open, sandbox } from './session';
import './search';
import './types';
import './pickers';
import './slips';
// The triggers that it publishes go on polling until it is over.
import './workflows';

// n8n takes long to start, so the subjects share one: `npm run test:builder -- -t pickers` runs one.
jest.setTimeout(5 * 60_000);
beforeAll(open);
beforeEach(() => sandbox.simulator.reset());
afterAll(close);
