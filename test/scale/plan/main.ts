import { plan, WrongFlag } from './cli';

// `npm run scale:plan`
try {
	console.log(plan(process.argv.slice(2)));
} catch (error) {
	if (!(error instanceof WrongFlag)) throw error;
	console.error(error.message);
	process.exitCode = 2;
}
