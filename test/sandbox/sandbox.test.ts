import { close, open, sandbox } from './running';
import './operations';
import './credential';
import './sendAndWait';
import './testNumbers';
// The workflows that it publishes go on polling.
import './tries';

// n8n takes long to start, so the parts share one: `npm run test:sandbox -- -t credential` runs one.
jest.setTimeout(10 * 60_000);
beforeAll(open);
beforeEach(() => sandbox.simulator.reset());
afterAll(close);
