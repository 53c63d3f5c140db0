/** How files of sound begin, and their endings. */
const beginnings: ReadonlyArray<[RegExp, string]> = [
	[/^RIF[FX](?!.{4}WEBP)/s, 'wav'],
	[/^(ID3|\xff[\xe2\xe3\xf2\xf3\xfa\xfb])/, 'mp3'],
	[/^OggS/, 'ogg'],
	[/^.{4}ftyp/s, 'm4a'],
	[/^fLaC/, 'flac'],
	[/^.E\xdf\xa3/s, 'webm'],
	[/^#!AMR/, 'amr'],
	[/^\.snd/, 'au'],
	[/^FORM.{4}AIF/s, 'aiff'],
	[/^caff\W/, 'caf'],
	[/^\xff[\xf0\xf1\xf8\xf9]/, 'aac'],
];

/** The ending of a sound file by its first bytes; undefined for other bytes. */
export function endingOf(beginning: Buffer): string | undefined {
	const text = beginning.toString('latin1');
	return beginnings.find(([begins]) => begins.test(text))?.[1];
}

/** The name of a recording: two recordings never share one. Most are WAV. */
export function fileNameFor(callId: string, beginning: Buffer): string {
	// Without signs that file names of some system cannot have.
	const name = callId.replace(/[\\/:*?"<>|\p{C}]+/gu, '_').trim();
	return `${name}.${endingOf(beginning) ?? 'wav'}`;
}
