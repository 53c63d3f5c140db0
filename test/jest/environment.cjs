const { ModuleMocker } = require('jest-mock');

/** Jest environment: the process itself, as Node made it. What a file leaves in it is taken back. */
module.exports = class ThisProcess {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	// No test uses them: clocks are passed in.
	fakeTimers = null;
	fakeTimersModern = null;
	#console = globalThis.console;
	#exit = process.exit;
	#env = { ...process.env };

	async setup() {}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		globalThis.console = this.#console;
		process.exit = this.#exit;
		for (const name of Object.keys(process.env)) {
			if (!(name in this.#env)) delete process.env[name];
		}
		Object.assign(process.env, this.#env);
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	/** Demanded by jest, which makes a separate world of what it gets. */
	getVmContext() {
		return null;
	}
};
