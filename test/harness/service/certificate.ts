import { generateKeyPairSync, sign } from 'node:crypto';

/** One element of DER: its tag, its length, what it holds. */
function der(tag: number, ...content: Buffer[]): Buffer {
	const value = Buffer.concat(content);
	const { length } = value;
	const head =
		length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...head]), value]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const hex = (text: string) => Buffer.from(text, 'hex');
const time = (date: string) => der(0x17, Buffer.from(date));

/** A certificate for 127.0.0.1 that nobody has signed but itself (RFC 5280), and its key. */
export function selfSigned(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const algorithm = sequence(der(0x06, hex('2a8648ce3d040302')));
	const commonName = sequence(der(0x06, hex('550403')), der(0x0c, Buffer.from('127.0.0.1')));
	const name = sequence(der(0x31, commonName));
	const address = sequence(der(0x87, Buffer.from([127, 0, 0, 1])));
	const otherName = sequence(der(0x06, hex('551d11')), der(0x04, address));
	const content = sequence(
		der(0xa0, der(0x02, hex('02'))),
		der(0x02, hex('01')),
		algorithm,
		name,
		sequence(time('200101000000Z'), time('491231235959Z')),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
		der(0xa3, sequence(otherName)),
	);
	const signature = sign('sha256', content, privateKey);
	const whole = sequence(content, algorithm, der(0x03, Buffer.from([0]), signature));
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
		cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64')}\n-----END CERTIFICATE-----\n`,
	};
}
