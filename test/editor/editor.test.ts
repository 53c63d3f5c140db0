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
import './answerPage';
// The workflows that it publishes go on polling.
import './phone';

// n8n takes long to start, so the subjects share one: `npm run test:editor -- -t pickers` runs one.
jest.setTimeout(5 * 60_000);
beforeAll(open);
afterEach(leavePicture);
afterAll(close);
