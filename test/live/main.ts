import { realClock } from '../../nodes/VoiceSms/api/clock';
import { run } from './cli';

// `npm run check:live`
void run(process.argv.slice(2), {
	environment: process.env,
	clock: realClock,
	print: (text) => console.log(text),
	warn: (text) => console.error(text),
}).then((code) => {
	process.exitCode = code;
});
