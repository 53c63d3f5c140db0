// Loaded into n8n before it starts. The channel to the process that started it closes when that
// process ends, even when it was killed and could not stop n8n itself.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// n8n's worker threads load this too, and have no channel.
process.channel?.unref();
