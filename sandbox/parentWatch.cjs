// Loaded into n8n before it starts. The channel to the process that started it closes when that
// process ends, even when it was killed and could not stop n8n itself.
const { isMainThread } = require('node:worker_threads');

// n8n's threads load it, too, and have no channel: that which writes n8n's event log would end, and
// without the log n8n does not find what was cut off.
if (isMainThread) {
	process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
	process.channel.unref();
}
