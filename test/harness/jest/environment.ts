import { join } from 'node:path';

// n8n-core makes a settings file in the user folder as soon as it is loaded: one for each process.
process.env.N8N_USER_FOLDER ??= join(
	__dirname,
	'../../../node_modules/.cache/n8n',
	String(process.pid),
);
process.env.N8N_BLOCK_ENV_ACCESS_IN_NODE = 'true';
// It logs each failed node; the tests look at the errors themselves.
process.env.N8N_LOG_LEVEL = 'silent';
