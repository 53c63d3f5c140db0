/** Endings of sound files by the subtype of their media type, the usual one first. */
const endings = new Map([
	['3gpp', '3gp 3gpp'],
	['aac', 'aac adts'],
	['aiff', 'aiff aif'],
	['amr', 'amr'],
	['basic', 'au snd'],
	['flac', 'flac'],
	['mp4', 'm4a mp4'],
	['mpeg', 'mp3 mpga'],
	['mpeg3', 'mp3'],
	['ms-wma', 'wma'],
	['ogg', 'ogg oga opus'],
	['pn-wav', 'wav'],
	['quicktime', 'mov qt'],
	['video/mp4', 'mp4'],
	['video/mpeg', 'mpg mpeg'],
	['wav', 'wav wave'],
	['wave', 'wav wave'],
	['webm', 'webm weba'],
]);
/** Of a type that does not say which sound it is: most recordings are WAV, and a name may say more. */
const ofAnySound = ['wav', ...[...endings.values()].join(' ').split(' ')];

/** Most bytes of a name that file systems take. */
const maxNameBytes = 255;

/**
 * The name of a sound file: the one that its host gives, in Content-Disposition or at the end of the
 * address, if its ending fits the media type; otherwise `name` with the type's ending.
 *
 * @param type media type in lower case, '' for none
 */
export function fileNameFor(
	type: string,
	{ disposition, address, name }: { disposition: string; address: URL; name: string },
): string {
	const fitting = endingsOf(type);
	const given = [...namesIn(disposition), decoded(address.pathname.split('/').pop() ?? '')];
	const fits = (one: string) => {
		const [, ending = ''] = /[^.].*\.(\w+)$/.exec(one) ?? [];
		return Buffer.byteLength(one) <= maxNameBytes && fitting.includes(ending.toLowerCase());
	};
	return given.map(plainName).find(fits) ?? `${plainName(name)}.${fitting[0]}`;
}

function endingsOf(type: string): string[] {
	const subtype = type.replace(/^.*?\/(x-|vnd\.)?/, '');
	const known = endings.get(type) ?? endings.get(subtype);
	if (known !== undefined) return known.split(' ');
	// Opus, MP3 and others are called by their ending.
	return /^(audio|video)\/(x-)?[\da-z]{1,4}$/.test(type) ? [subtype] : ofAnySound;
}

/** The names in a Content-Disposition (RFC 6266), first `filename*` with its character set (RFC 8187). */
function namesIn(disposition: string): string[] {
	const parameters = disposition.matchAll(
		/;\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s;]*))/g,
	);
	const names: string[] = [];
	for (const [, parameter, quoted, token] of parameters) {
		const value = quoted?.replace(/\\(.)/g, '$1') ?? token;
		const [, charset, text] = /^([\w-]+)'[^']*'(.*)$/.exec(value) ?? [];
		if (/^filename\*$/i.test(parameter) && text !== undefined) {
			names.unshift(decoded(text, /^iso-8859-1$/i.test(charset) ? 'latin1' : 'utf8'));
		}
		if (/^filename$/i.test(parameter)) names.push(decoded(value));
	}
	return names;
}

/** Text made of bytes, as in a header, or of percent-encoded bytes. '' if they are no text. */
function decoded(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): string {
	const bytes = text.replace(/%([\da-f]{2})/gi, (_, hex: string) =>
		String.fromCharCode(parseInt(hex, 16)),
	);
	const name = Buffer.from(bytes, 'latin1').toString(encoding);
	return name.includes('\uFFFD') ? '' : name;
}

/** Without signs that file names of some system cannot have. */
const plainName = (name: string) => name.replace(/[\\/:*?"<>|\p{C}]+/gu, '_').trim();
