const sampleRate = 8_000;
const seconds = 0.25;

/** A quarter of a second of 440 Hz: WAV (RIFF), PCM, mono, 16 bit, 8 kHz. */
export const recording: Buffer = wav();

function wav(): Buffer {
	const samples = sampleRate * seconds;
	const file = Buffer.alloc(44 + samples * 2);
	file.write('RIFF', 0);
	file.writeUInt32LE(file.length - 8, 4);
	file.write('WAVEfmt ', 8);
	file.writeUInt32LE(16, 16);
	file.writeUInt16LE(1, 20);
	file.writeUInt16LE(1, 22);
	file.writeUInt32LE(sampleRate, 24);
	file.writeUInt32LE(sampleRate * 2, 28);
	file.writeUInt16LE(2, 32);
	file.writeUInt16LE(16, 34);
	file.write('data', 36);
	file.writeUInt32LE(samples * 2, 40);
	for (let sample = 0; sample < samples; sample++) {
		const height = Math.sin((sample / sampleRate) * 440 * 2 * Math.PI);
		file.writeInt16LE(Math.round(height * 12_000), 44 + sample * 2);
	}
	return file;
}
