import { parseArgs } from 'node:util';
import { manualClock, realClock, startSimulator } from './index';

/** `npm run simulator -- [options]`: the simulator as a process, until SIGINT or SIGTERM. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			contacts: { type: 'string' },
			'real-clock': { type: 'boolean', default: false },
		},
	});
	const simulator = await startSimulator({
		port: Number(values.port),
		clock: values['real-clock'] ? realClock() : manualClock(),
		seed: values.contacts === undefined ? {} : { contacts: Number(values.contacts) },
	});
	const { url, baseUrl, recordingsUrl, apiKey } = simulator;
	console.log({ baseUrl, apiKey, url, recordingsUrl, phone: `${url}/phone` });

	const stop = () => void simulator.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

void main();
