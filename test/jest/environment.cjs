const { ModuleMocker } = require('jest-mock');

/** Listeners for these hide what a later file leaves. */
const faults = ['unhandledRejection', 'rejectionHandled', 'uncaughtException', 'warning'];

/** Jest environment: the process itself, as Node made it. What a file leaves in it is taken back. */
module.exports = class ThisProcess {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	#console = globalThis.console;
	#exit = process.exit;
	#env = { ...process.env };
	#globals = new Set(Object.getOwnPropertyNames(globalThis));
	#listeners = faults.map((event) => [event, new Set(process.listeners(event))]);

	async setup() {}

	async teardown() {
		this.moduleMocker.restoreAllMocks();
		globalThis.console = this.#console;
		process.exit = this.#exit;
		for (const name of Object.keys(process.env)) {
			if (!(name in this.#env)) delete process.env[name];
		}
		Object.assign(process.env, this.#env);
		// By symbols packages keep what they need for as long as they are loaded.
		for (const name of Object.getOwnPropertyNames(globalThis)) {
			if (!this.#globals.has(name)) Reflect.deleteProperty(globalThis, name);
		}
		for (const [event, before] of this.#listeners) {
			for (const listener of process.listeners(event)) {
				if (!before.has(listener)) process.off(event, listener);
			}
		}
	}

	/** Demanded by jest, which makes a separate world of what it gets. */
	getVmContext() {
		return null;
	}
};
