const sampleRate = 8_000;
const length = sampleRate / 4;

/** A quarter of a second of silence: WAV (RIFF), PCM, mono, 8 bit, 8 kHz. */
export const recording = Buffer.concat([
	Buffer.from('RIFF'),
	numbers(length + 36),
	Buffer.from('WAVEfmt '),
	// Size of this part; PCM and one channel; samples and bytes in a second; bytes and bits of a sample.
	numbers(16, 0x1_0001, sampleRate, sampleRate, 0x8_0001),
	Buffer.from('data'),
	numbers(length),
	Buffer.alloc(length, 0x80),
]);

/** In four bytes each, the lowest first. */
function numbers(...all: number[]): Buffer {
	return Buffer.from(Uint32Array.from(all).buffer);
}
