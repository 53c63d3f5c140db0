const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const { join, sep } = require('node:path');

const root = join(__dirname, '../..') + sep;
const packages = join(root, 'node_modules') + sep;
const simulator = join(root, 'test/simulator') + sep;

/**
 * The calls that jest-runner and jest-circus make to load a test file, answered by Node's own `require`
 * instead of a copy of Node's world for each file. The modules of this repository are loaded anew for
 * every file. Packages stay, so that a process loads n8n-core once, which takes longer than most files'
 * tests. So does the simulator, which takes long to compile its schemas and does not know the tested
 * code; while files are watched it is loaded anew, as it may have changed.
 */
class Runtime {
	/** Of the file that runs in this process. */
	static current;
	static #sourceMaps = new Map();

	#transformer;
	#coverage;
	#resolver;
	#lasting;
	#storages = [];

	constructor(_project, { moduleMocker }, resolver, transformer, _texts, coverage, _path, whole) {
		this.#transformer = transformer;
		this.#coverage = coverage;
		this.#resolver = resolver;
		this.#lasting = [packages, __dirname, ...(whole.watch || whole.watchAll ? [] : [simulator])];
		Runtime.current = this;
		this.#forget();
		globalThis.jest = {
			spyOn: moduleMocker.spyOn.bind(moduleMocker),
			restoreAllMocks: () => moduleMocker.restoreAllMocks(),
			isolateModulesAsync: async (work) => await this.#isolated(work),
		};
	}

	requireModule(from, name) {
		// A `require` made for the file: the one of this module would keep every file that it loads.
		return Module.createRequire(from)(name ?? from);
	}

	/** Loads the part of jest that describes and runs tests, anew for every file, as its state is global. */
	requireInternalModule(path) {
		delete require.cache[path];
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
		const storages = this.#storages;
		const { AsyncLocalStorage } = asyncHooks;
		asyncHooks.AsyncLocalStorage = class extends AsyncLocalStorage {
			constructor() {
				super();
				storages.push(this);
			}
		};
		try {
			return this.requireModule(path);
		} finally {
			asyncHooks.AsyncLocalStorage = AsyncLocalStorage;
		}
	}

	/** Disables the storages of the file, as every promise of the process would go on asking them. */
	teardown() {
		for (const storage of this.#storages) storage.disable();
	}

	getSourceMaps() {
		return Runtime.#sourceMaps;
	}

	unstable_shouldLoadAsEsm() {
		return false;
	}

	setGlobalsForRuntime() {}

	enterTestCode() {}

	leaveTestCode() {}

	getAllCoverageInfoCopy() {
		return globalThis.__coverage__;
	}

	#forget() {
		for (const path of Object.keys(require.cache)) {
			const stays = this.#lasting.some((folder) => path.startsWith(folder));
			if (path.startsWith(root) && !stays) delete require.cache[path];
		}
	}

	async #isolated(work) {
		const kept = { ...require.cache };
		this.#forget();
		try {
			await work();
		} finally {
			this.#forget();
			Object.assign(require.cache, kept);
		}
	}

	/** JavaScript of a TypeScript file. */
	compile(path) {
		const { code, sourceMapPath } = this.#transformer.transform(path, {
			...this.#coverage,
			supportsDynamicImport: false,
			supportsExportNamespaceFrom: false,
			supportsStaticESM: false,
			supportsTopLevelAwait: false,
		});
		if (sourceMapPath) Runtime.#sourceMaps.set(path, sourceMapPath);
		return code;
	}

	/** The file that a TypeScript file means by a name, `moduleNameMapper` included. */
	resolve(from, name) {
		return this.#resolver.resolveModule(from, name, {
			conditions: ['require', 'default', 'node', 'node-addons'],
		});
	}
}

Module._extensions['.ts'] = (module, path) => module._compile(Runtime.current.compile(path), path);
const { _resolveFilename: resolveFilename } = Module;
Module._resolveFilename = (name, parent, ...rest) =>
	Runtime.current !== undefined && parent?.filename?.endsWith('.ts') && !Module.isBuiltin(name)
		? Runtime.current.resolve(parent.filename, name)
		: resolveFilename(name, parent, ...rest);

module.exports = Runtime;
