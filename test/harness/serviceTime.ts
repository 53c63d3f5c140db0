import type { Simulator, SimulatorClock } from '../simulator';
import type { VirtualTime } from './virtualTime';
import { virtualTime } from './virtualTime';

/** Turns of the event loop without anything from the simulator, after which nothing is under way. */
const quietTurns = 60;

/** Time of the node and of its service, for engine tests about waiting: no wait takes any real time. */
export interface ServiceTime {
	/** Goes on when the service and the node have nothing left to do. */
	time: VirtualTime;
	/** The same time, for the simulator. */
	clock: SimulatorClock;
	/** To be called with the simulator, before its first request. */
	watch(simulator: Simulator): void;
	/** Milliseconds of the virtual time at which each request that matches came in. */
	arrivals(method: string, path?: RegExp): number[];
}

export function serviceTime(): ServiceTime {
	let simulator: Simulator | undefined;
	const cameAt = new WeakMap<object, number>();
	const stateOf = () => {
		const all = [...(simulator?.requests ?? []), ...(simulator?.recordingRequests ?? [])];
		for (const one of all) if (!cameAt.has(one)) cameAt.set(one, time.passed());
		return all.length + all.filter(({ status }) => status !== 0).length;
	};
	const settled = async () => {
		let state = stateOf();
		for (let quiet = 0; quiet < quietTurns; quiet++) {
			await new Promise((resolve) => setImmediate(resolve));
			if (stateOf() === state) continue;
			state = stateOf();
			quiet = 0;
		}
	};
	const time = virtualTime(() => 0.5, settled);
	return {
		time,
		clock: { now: time.now, advance: time.jump, set: (ms) => time.jump(ms - time.now()) },
		watch: (watched) => void (simulator = watched),
		arrivals: (method, path = /./) =>
			(simulator?.requests ?? [])
				.filter((request) => request.method === method && path.test(request.path))
				.map((request) => cameAt.get(request) ?? NaN),
	};
}
