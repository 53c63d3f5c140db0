const asyncHooks = require('node:async_hooks');
const Module = require('node:module');
const { join, sep } = require('node:path');
const { default: JestRuntime } = require('jest-runtime');

const root = join(__dirname, '../..') + sep;
const packages = join(root, 'node_modules') + sep;
const simulator = join(root, 'test/simulator') + sep;

/**
 * Loads test files with Node's own `require` instead of a copy of Node's world for each. The modules
 * of this repository are loaded anew for every file; packages stay, so that a process loads n8n-core,
 * which takes longer than most files' tests, once. So does the simulator, which knows nothing of what
 * is tested and compiles its schemas as long; but where files are watched it may be what changed.
 */
class Runtime extends JestRuntime {
	#transformer;
	#coverage;
	#resolver;
	#lasting;
	#storages = [];

	/** Of the file that runs in this process. */
	static current;
	static #sourceMaps = new Map();

	constructor(config, environment, resolver, transformer, cacheFS, coverage, path, whole) {
		super(config, environment, resolver, transformer, cacheFS, coverage, path, whole);
		this.#transformer = transformer;
		this.#coverage = coverage;
		this.#resolver = resolver;
		this.#lasting = [packages, __dirname, ...(whole.watch || whole.watchAll ? [] : [simulator])];
		Runtime.current = this;
		this.#forget();
	}

	requireModule(from, name) {
		// By a `require` of its own: that of this module would keep what it loaded for good.
		return Module.createRequire(from)(name ?? from);
	}

	/** The part of jest that describes and runs tests: anew for every file, as what it knows is global. */
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

	/** Every promise of the process asks every storage that was ever used, unless it is disabled. */
	teardown() {
		super.teardown();
		for (const storage of this.#storages) storage.disable();
	}

	setGlobalsForRuntime(globals) {
		super.setGlobalsForRuntime(globals);
		globalThis.jest = this.requireModuleOrMock(__filename, '@jest/globals').jest;
	}

	resetModules() {
		super.resetModules();
		// The constructor of the class above calls it, too.
		if (#lasting in this) this.#forget();
	}

	#forget() {
		for (const path of Object.keys(require.cache)) {
			const stays = this.#lasting.some((folder) => path.startsWith(folder));
			if (path.startsWith(root) && !stays) delete require.cache[path];
		}
	}

	async isolateModulesAsync(work) {
		const kept = { ...require.cache };
		this.resetModules();
		try {
			await work();
		} finally {
			this.resetModules();
			Object.assign(require.cache, kept);
		}
	}

	getSourceMaps() {
		return Runtime.#sourceMaps;
	}

	/** The process is not jest's to change, and has the real one. */
	installGetBuiltinModule() {}

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
