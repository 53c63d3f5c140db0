import { parseArgs } from 'node:util';
import { manualClock, realClock, startSimulator } from './index';

/** `npm run simulator -- [options]`: the simulator as a process, until SIGINT or SIGTERM. */
async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			port: { type: 'string', default: '0' },
			latency: { type: 'string', default: '0' },
			contacts: { type: 'string' },
			lenient: { type: 'boolean', default: false },
			'real-clock': { type: 'boolean', default: false },
			'with-parent': { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
		},
	});
	const simulator = await startSimulator({
		port: Number(values.port),
		latencyMs: Number(values.latency),
		strict: !values.lenient,
		clock: values['real-clock'] ? realClock() : manualClock(),
		seed: values.contacts === undefined ? {} : { contacts: Number(values.contacts) },
	});
	const { url, baseUrl, recordingsUrl, apiKey, restrictedKey, sendOnlyKey, store } = simulator;
	const records = {
		contacts: store.contacts.size,
		conversations: store.conversations.size,
		messages: store.messages.size,
		calls: store.calls.size,
	};
	if (values.json) {
		const facts = { url, baseUrl, recordingsUrl, apiKey, restrictedKey, sendOnlyKey, records };
		console.log(JSON.stringify(facts));
	} else {
		console.log(`Base URL  ${baseUrl}`);
		console.log(`API key   ${apiKey}`);
		console.log(`Control   ${url}/__simulator`);
		console.log(`Phone     ${url}/phone`);
		console.log(
			`Holds     ${Object.entries(records)
				.map((pair) => pair.reverse().join(' '))
				.join(', ')}`,
		);
	}

	const stop = () => void simulator.close().then(() => process.exit(0));
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
	if (values['with-parent']) process.stdin.once('close', stop).resume();
}

void main();
