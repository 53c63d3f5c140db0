import type { IDataObject, INode } from 'n8n-workflow';
import { waitFor } from '../../sandbox/progress';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox';
import { items, type Run, type WorkflowFile } from '../../sandbox/workflows';
import { companyNumbers, type Simulator } from '../simulator';
import { betweenPolls, often, triggerType } from './often';

jest.setTimeout(10 * 60_000);

const triggerName = 'Voice and SMS Trigger';
const events = [
	...['callCreated', 'callEnded', 'callMissed'],
	...['contactCreated', 'contactUpdated', 'smsReceived'],
];
/** What makes an event of a row; of the others it is the ID of the record. */
const keyOf: Record<string, (row: IDataObject) => string> = {
	contactUpdated: ({ id, updatedAt }) => `${String(id)} ${String(updatedAt)}`,
};
const idOf = ({ id }: IDataObject) => String(id);
const seconds = 1000;
/** Longer than a call takes from its start to its end. */
const aCall = 40 * seconds;

describe('the trigger in a real n8n', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ home: 'trigger', fresh: true });
	});
	afterAll(async () => await sandbox?.stop());

	it('gives out 500 events of each kind exactly once, over two stops of n8n', async () => {
		const { simulator } = sandbox;
		const happened = new Happenings(simulator);
		// Long enough that much of what happens, happens while a poll is under way.
		simulator.latencyMs = 20;
		const workflows = events.map((event) => workflowOn(event));
		for (const workflow of workflows) {
			expect(await sandbox.publish(workflow)).toEqual({ status: 'published' });
		}
		const givenOut = async () => await Promise.all(workflows.map(keysOf));

		await happenBetweenPolls(happened, 6);
		await waitForAll(happened);
		// These are older than others that were given out.
		happened.add(20, { late: 180 * seconds });
		await waitForAll(happened);

		await betweenPolls(simulator);
		happened.add(40);
		await sandbox.restartN8n(() => {
			happened.add(60);
			simulator.clock.advance(aCall);
			happened.add(20, { late: 120 * seconds });
		});
		await happenBetweenPolls(happened, 4);
		await waitForAll(happened);

		await betweenPolls(simulator);
		happened.add(40);
		await sandbox.restartN8n(() => {
			simulator.clock.advance(aCall);
			happened.add(60);
		});
		happened.add(20, { late: 60 * seconds });
		await waitForAll(happened);
		happened.add(20);
		simulator.clock.advance(aCall);
		await waitForAll(happened);
		happened.add(20, { late: 5 * seconds });
		simulator.clock.advance(aCall);
		await waitForAll(happened);

		// What was given out twice could still be to come.
		for (let polls = 0; polls < 2; polls++) await pollsOf(events.length);
		const all = await givenOut();
		events.forEach((event, index) => {
			expect(happened.keys[event]).toHaveLength(event === 'callMissed' ? 167 : 500);
			expect(all[index]).toEqual([...happened.keys[event]].sort());
		});
		for (const workflow of workflows) {
			const statuses = (await sandbox.triggered(workflow)).map(({ status }) => status);
			expect(statuses.length).toBeGreaterThan(5);
			expect(new Set(statuses)).toEqual(new Set(['success']));
			await sandbox.unpublish(workflow);
		}
	});

	it.each(events)(
		'%s has a real sample at once in the editor, which changes nothing',
		async (on) => {
			sandbox.simulator.reset();
			const workflow = { ...workflowOn(on), id: `sample${on}`, name: `Sample of ${on}` };
			await sandbox.publish(workflow);
			const before = await stateOf(workflow);
			expect(before).toContain('progress');
			const run = await sandbox.runWorkflow(workflow);
			expect(run.error).toBeUndefined();
			const [sample, ...more] = items(run, triggerName);
			expect(more).toEqual([]);
			expect(sample.json.id).toMatch(/^(message|call|contact)_/);
			expect(await stateOf(workflow)).toBe(before);
			expect(await sandbox.triggered(workflow)).toEqual([]);
			await sandbox.unpublish(workflow);
		},
	);

	it('says what is wrong with a key, and misses nothing of that time', async () => {
		const { simulator } = sandbox;
		simulator.reset();
		const workflow = { ...workflowOn('contactCreated'), id: 'wrongkey', name: 'A wrong key' };
		await sandbox.setCredential({ apiKey: 'wrong' });
		const { status, problem } = await sandbox.publish(workflow);
		expect(status).toBe('failed');
		expect(problem).toMatch(/refused the API Key \(HTTP 401\)/);
		await sandbox.unpublish(workflow);

		await sandbox.setCredential();
		expect(await sandbox.publish(workflow)).toEqual({ status: 'published' });
		await sandbox.setCredential({ apiKey: 'wrong' });
		const [failed] = await waitForRuns(workflow, 1);
		expect(failed.status).toBe('error');
		expect(failed.error?.message).toMatch(/refused the API Key \(HTTP 401\)/);
		expect(failed.error?.description).toContain("Check the 'API Key'");
		expect(JSON.stringify(failed.data)).not.toContain(simulator.apiKey);
		const { id } = simulator.store.addContact();
		await pollsOf(1);
		await sandbox.setCredential();
		await waitFor('the contact', 60, async () => {
			return (await keysOf(workflow)).length > 0 ? true : undefined;
		});
		expect(await keysOf(workflow)).toEqual([id]);
		await sandbox.unpublish(workflow);
	});

	/** What a published workflow was started with, sorted. */
	async function keysOf(workflow: WorkflowFile): Promise<string[]> {
		const runs = await sandbox.triggered(workflow);
		const key = keyOf[String(workflow.nodes[0].parameters.event)] ?? idOf;
		return runs
			.flatMap((run) => items(run, triggerName))
			.map(({ json }) => key(json))
			.sort();
	}

	async function waitForAll(happened: Happenings) {
		let missing: string[] = [];
		const wait = waitFor('n8n to give out all events', 120, async () => {
			missing = [];
			for (const event of events) {
				const given = new Set(await keysOf(workflowOn(event)));
				const left = happened.over(event).filter((key) => !given.has(key));
				if (left.length > 0) missing.push(`${event}: ${left.length}, such as ${left[0]}`);
			}
			return missing.length === 0 ? true : undefined;
		});
		await wait.catch((error: Error) => {
			throw new Error(`${error.message} Missing: ${missing.join('; ')}`, { cause: error });
		});
	}

	async function waitForRuns(workflow: WorkflowFile, count: number): Promise<Run[]> {
		return await waitFor(`"${workflow.name}" to be started`, 60, async () => {
			const runs = await sandbox.triggered(workflow);
			return runs.length >= count ? runs : undefined;
		});
	}

	/** Events in portions, each of them in the middle of polls as likely as between them. */
	async function happenBetweenPolls(happened: Happenings, portions: number) {
		for (let portion = 0; portion < portions; portion++) {
			happened.add(20);
			await pollsOf(1);
			sandbox.simulator.clock.advance(7 * seconds);
		}
	}

	/** Waits for so many more reads of first pages: each poll begins with one. */
	async function pollsOf(count: number) {
		const { requests } = sandbox.simulator;
		const firstPages = () =>
			requests.filter(({ path, query }) => query.page === '1' && !path.endsWith('/messages'))
				.length;
		const before = firstPages();
		await waitFor('n8n to poll', 60, async () =>
			firstPages() >= before + count ? true : undefined,
		);
	}

	/** What n8n keeps with a workflow. */
	async function stateOf({ id }: WorkflowFile): Promise<string> {
		const { data } = await sandbox.n8n.rest.get<{ staticData: unknown }>(`/workflows/${id}`);
		return JSON.stringify(data.staticData);
	}
});

/** Makes events of all kinds happen at the simulator, and remembers them. */
class Happenings {
	/** By Trigger On: what the events are known by, oldest first. */
	readonly keys: Record<string, string[]> = Object.fromEntries(events.map((event) => [event, []]));
	private readonly updated: string[];
	private number = 0;

	constructor(private readonly simulator: Simulator) {
		// Some are updated a second time.
		this.updated = [...simulator.store.contacts.all()].slice(-400).map(({ id }) => id);
	}

	/** Events of one millisecond, now or `late` ms ago, as if the service took so long to show them. */
	add(count: number, { late = 0 } = {}) {
		const { store, clock } = this.simulator;
		const at = clock.now() - late;
		const time = new Date(at).toISOString();
		for (const last = this.number + count; this.number < last; this.number++) {
			const { number } = this;
			this.keys.contactCreated.push(store.addContact({ createdAt: time }).id);

			const contact = this.updated[number % this.updated.length];
			store.updateContact(contact, { notes: `Change ${number}`, updatedAt: time });
			this.keys.contactUpdated.push(`${contact} ${time}`);

			// The others end by the clock, after some talk.
			const isMissed = number % 3 === 0;
			const status = number % 2 === 0 ? 'ENDED' : 'ERROR';
			const given = { createdAt: time, direction: 'INBOUND' } as const;
			const call = store.addCall(isMissed ? { ...given, status, durationMs: 0 } : given);
			if (isMissed) this.keys.callMissed.push(call.id);
			this.keys.callCreated.push(call.id);
			this.keys.callEnded.push(call.id);

			const from = `+155577700${10 + (number % 30)}`;
			const to = companyNumbers[number % companyNumbers.length];
			const text = { from, to, body: `Message ${number}`, sentAt: at };
			this.keys.smsReceived.push(store.addMessage({ direction: 'INBOUND', ...text }).id);
			if (number % 5 === 0) store.sendSms({ from: to, to: from, body: 'An answer' });
		}
	}

	/** What should have been given out by now. */
	over(event: string): string[] {
		const { calls } = this.simulator.store;
		return this.keys[event].filter(
			(key) => event !== 'callEnded' || calls.get(key)?.endTimestamp !== undefined,
		);
	}
}

/** A workflow that does nothing with an event but show it. */
function workflowOn(event: string): WorkflowFile {
	const nodes: INode[] = [
		{
			...node(triggerName, triggerType, { event, pollTimes: often }),
			credentials: { voiceSmsApi: { id: '', name: '' } },
		},
		node('Nothing', 'n8n-nodes-base.noOp', {}),
	];
	return {
		id: `trigger${event}`,
		name: `On ${event}`,
		nodes,
		connections: { [triggerName]: { main: [[{ node: 'Nothing', type: 'main', index: 0 }]] } },
		settings: { executionOrder: 'v1', saveDataSuccessExecution: 'all' },
	};
}

function node(name: string, type: string, parameters: IDataObject): INode {
	const common = { typeVersion: 1, position: [0, 0] as [number, number] };
	return { id: name, name, type, ...common, parameters: parameters as INode['parameters'] };
}
