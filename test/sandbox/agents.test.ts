import { close, open } from './agents/session';
import './agents/offered';
import './agents/answers';
import './agents/page';
import './agents/wrapping';
import './agents/severalItems';
import './agents/nothing';
import './agents/sizes';
import './agents/once';
import './agents/approval';
// Last: it starts n8n again.
import './agents/keeps';

// n8n takes long to start, so the subjects share one.
jest.setTimeout(2 * 60_000);
beforeAll(open, 5 * 60_000);
afterAll(close);
