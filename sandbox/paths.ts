import { join } from 'node:path';

export const root = join(__dirname, '..');

/** n8n itself is installed here, apart from the package's own dependencies. */
export const n8nFolder = __dirname;

/** Everything the sandbox writes: never committed, may be deleted at any time. */
export const stateFolder = join(root, '.sandbox');

export const examplesFolder = join(root, 'examples');
