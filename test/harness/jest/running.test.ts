import { endsWithTest } from './running';
import { turn } from '../time/turns';

/** An execution that ends some turns after its cancel. */
function execution() {
	let end = () => {};
	const seen = { isCanceled: false, hasEnded: false };
	const ended = new Promise<void>((resolve) => (end = resolve));
	const cancel = () => {
		seen.isCanceled = true;
		void turn()
			.then(turn)
			.then(() => {
				seen.hasEnded = true;
				end();
			});
	};
	return { seen, running: Object.assign(ended, { cancel }), end };
}

const left = execution();
const over = execution();
const stuck = { ...execution(), cancel: () => {} };

test('an execution that a test leaves behind …', async () => {
	endsWithTest(left.running);
	endsWithTest(over.running);
	endsWithTest(Object.assign(stuck.running, { cancel: stuck.cancel }));
	over.end();
	await over.running;
});

test('… has been canceled and has ended when the next one begins; one that has ended is left alone', () => {
	expect(left.seen).toEqual({ isCanceled: true, hasEnded: true });
	expect(over.seen).toEqual({ isCanceled: false, hasEnded: false });
});
