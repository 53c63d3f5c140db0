import { realClock } from '../../nodes/VoiceSms/api/clock';
import { run } from './cli';

const surroundings = { environment: process.env, clock: realClock, print: console.log };
// `npm run check:live`
void run(process.argv.slice(2), surroundings).then((code) => {
	process.exitCode = code;
});
