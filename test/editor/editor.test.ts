import { close, leavePicture, open } from './browser';
import './search';
import './credential';
import './pickers';
import './countries';
import './fromNumber';
import './operations';
import './tables';
import './pageTexts';
import './errorBranch';
import './recording';
import './events';
import './agent';
import './examples';

// n8n takes long to start, so the subjects share one: `npm run test:editor -- -t pickers` runs one.
jest.setTimeout(5 * 60_000);
beforeAll(open, 15 * 60_000);
afterEach(leavePicture);
afterAll(close);
