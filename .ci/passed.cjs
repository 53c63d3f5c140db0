/** Jest reporter that closes with one plain line: how many tests passed and failed. */
module.exports = class {
	onRunComplete(_contexts, { numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		process.stdout.write(`\n${numPassedTests} passed, ${failed} failed\n`);
	}
};
