import { measuredFigures, readRun } from '../measured';

/** One figure that the plan is worked out from. */
interface Input {
	value: number;
	unit: string;
	what: string;
	/** Where the value comes from. */
	source: string;
	/** Least value that makes sense, 0 unless told otherwise. */
	least?: number;
	/** Largest one; without it there is none. */
	most?: number;
	/** Whether there is no part of one. */
	whole?: true;
}

const yours = 'yours to enter';
const measured = 'measured, docs/scale.json';
const madeUp = 'made up, as prices differ: yours to enter';

const found = measuredFigures(readRun());

/** What may be given by a flag of the same name. */
export const inputs = {
	messages: {
		value: 100_000_000,
		unit: 'a month',
		what: 'messages to send',
		source: yours,
		least: 1,
		whole: true,
	},
	peak: {
		value: 3,
		unit: 'times',
		what: 'how much busier the busiest hours are than the mean',
		source: yours,
		least: 1,
	},
	'peak-hours': {
		value: 4,
		unit: 'h',
		what: 'how long a peak lasts',
		source: yours,
		most: 24,
	},
	batch: {
		value: 100,
		unit: 'messages',
		what: 'messages that one execution sends',
		source: yours,
		least: 1,
		whole: true,
	},
	latency: {
		value: 300,
		unit: 'ms',
		what: 'time in which the service answers',
		source: yours,
		least: 1,
	},
	limit: {
		value: 150,
		unit: '/s',
		what: "requests that the service takes on the key; its interface doesn't say, so ask",
		source: yours,
		least: 0.001,
	},
	others: {
		value: 10,
		unit: '%',
		what: 'share of that limit that other workflows and programs use',
		source: yours,
		most: 99,
	},
	poll: {
		value: 60,
		unit: 's',
		what: 'interval of a trigger SMS Received; 0 = none',
		source: yours,
	},
	'cpu-main': {
		value: found['cpu-main'],
		unit: 'ms',
		what: 'CPU of main or `n8n webhook` for an execution',
		source: measured,
	},
	'cpu-worker': {
		value: found['cpu-worker'],
		unit: 'ms',
		what: 'CPU of the worker for an execution without its messages',
		source: measured,
	},
	'cpu-message': {
		value: found['cpu-message'],
		unit: 'ms',
		what: 'CPU of the worker for a message with a Send Once Key',
		source: measured,
	},
	'cpu-postgres': {
		value: found['cpu-postgres'],
		unit: 'ms',
		what: 'CPU of PostgreSQL for an execution without its messages',
		source: measured,
	},
	'cpu-postgres-message': {
		value: found['cpu-postgres-message'],
		unit: 'ms',
		what: 'CPU of PostgreSQL for a message with a Send Once Key',
		source: measured,
	},
	busy: {
		value: 60,
		unit: '%',
		what: 'how busy a core may be at the peak; above that, executions wait for each other',
		source: 'rule of thumb',
		least: 1,
		most: 95,
	},
	spare: {
		value: 1,
		unit: 'workers',
		what: 'workers more than the CPU needs; while one is down, its share of the limit is not used',
		source: 'rule of thumb',
		whole: true,
	},
	cores: {
		value: 4,
		unit: 'cores',
		what: 'cores of a worker machine; one worker process to a core',
		source: yours,
		least: 1,
		whole: true,
	},
	pool: {
		value: 10,
		unit: 'connections',
		what: "database connections of an n8n process, DB_POSTGRESDB_POOL_SIZE; n8n's default is 2",
		source: 'as in npm run scale',
		least: 1,
		whole: true,
	},
	saved: {
		value: 100,
		unit: '%',
		what: 'share of the executions that n8n saves; with EXECUTIONS_DATA_SAVE_ON_SUCCESS=none, the failed ones',
		source: yours,
		most: 100,
	},
	'keep-executions': {
		value: 7,
		unit: 'days',
		what: 'how long saved executions are kept, EXECUTIONS_DATA_MAX_AGE (in hours there)',
		source: yours,
	},
	'keep-keys': {
		value: 30,
		unit: 'days',
		what: 'how long keys of Send Once are kept, by your own statement; 0 = no keys',
		source: yours,
	},
	'bytes-execution': {
		value: found['bytes-execution'],
		unit: 'bytes',
		what: 'database size of a saved execution without its messages',
		source: measured,
	},
	'bytes-message': {
		value: found['bytes-message'],
		unit: 'bytes',
		what: 'what a message adds to it',
		source: measured,
	},
	'bytes-key': {
		value: found['bytes-key'],
		unit: 'bytes',
		what: 'database size of a Send Once Key: its rows and their part of the index',
		source: measured,
	},
	'bytes-key-index': {
		value: found['bytes-key-index'],
		unit: 'bytes',
		what: 'the part of it that is index and should stay in memory',
		source: measured,
	},
	'wal-execution': {
		value: found['wal-execution'],
		unit: 'bytes',
		what: 'what PostgreSQL writes ahead (WAL) for an execution without its messages',
		source: measured,
	},
	'wal-message': {
		value: found['wal-message'],
		unit: 'bytes',
		what: 'the same for a message with a Send Once Key',
		source: measured,
	},
	room: {
		value: 2,
		unit: 'times',
		what: 'disk for each byte of data: dead rows until autovacuum, WAL, growth',
		source: 'rule of thumb',
		least: 1,
	},
	'redis-commands': {
		value: found['redis-commands'],
		unit: 'commands',
		what: 'commands that Redis gets for an execution',
		source: measured,
	},
	'redis-job': {
		value: found['redis-job'],
		unit: 'bytes',
		what: 'what Redis keeps for a job that waits or runs',
		source: measured,
	},
	'memory-process': {
		value: found['memory-process'],
		unit: 'GB',
		what: 'memory of an n8n process',
		source: measured,
	},
	'price-core': {
		value: 25,
		unit: 'a month',
		what: 'price of a core with its share of memory',
		source: madeUp,
	},
	'price-gb': {
		value: 0.12,
		unit: 'a month',
		what: 'price of a GB of disk',
		source: madeUp,
	},
	'price-memory': {
		value: 5,
		unit: 'a month',
		what: 'price of a GB of memory, for Redis and PostgreSQL',
		source: madeUp,
	},
	'price-message': {
		value: 0.01,
		unit: 'each',
		what: 'price of a message',
		source: madeUp,
	},
} as const satisfies Record<string, Input>;

export type InputName = keyof typeof inputs;
export type Figures = Record<InputName, number>;

export const inputNames = Object.keys(inputs) as InputName[];
export const inputOf = (name: InputName): Input => inputs[name];

export const defaults = Object.fromEntries(
	inputNames.map((name) => [name, inputs[name].value]),
) as Figures;
