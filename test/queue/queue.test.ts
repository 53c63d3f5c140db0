import { startQueue, type Queue } from '../../sandbox/queue/queue';
import { goingOn } from './goingOn';
import { keys } from './keys';
import { killed } from './killed';
import { polling } from './polling';
import { webhooks } from './webhooks';

jest.setTimeout(5 * 60_000);

describe('n8n in queue mode', () => {
	let queue: Queue;

	beforeAll(async () => {
		queue = await startQueue({ home: 'queueTest', fresh: true });
	});
	beforeEach(() => queue.simulator.reset());
	afterAll(async () => await queue?.stop());

	const running = () => queue;
	webhooks(running);
	keys(running);
	polling(running, 'workflow_entity');
	goingOn(running);
	killed(running);
});
