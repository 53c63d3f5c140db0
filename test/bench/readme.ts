import { isDeepStrictEqual } from 'node:util';

import type { ContenderName, Work } from './plan';
import { pictures } from './picture';
import type { Run } from './report';
import type { Result } from './result';

const sends: Work = { kind: 'send', count: 1_000, latencyMs: 20 };
const contacts: Work = { kind: 'list', count: 10_000, latencyMs: 20 };
const limited: Work = { kind: 'bucket', count: 1_000, latencyMs: 0, retryAfter: true };

/** README's part about speed: one picture and three ratios to n8n's HTTP Request node. */
export function readmePart({ n8n, processors, sections }: Run): string {
	const resultOf = (wanted: Work, by: ContenderName): Result => {
		const found = sections
			.find(({ work }) => isDeepStrictEqual(work, wanted))
			?.rows.find(({ contender }) => contender === by);
		if (found === undefined) throw new Error(`The run has no ${wanted.kind} by ${by}.`);
		return found.result;
	};
	const timesFaster = (work: Work) =>
		(resultOf(work, 'httpRequest').wall / resultOf(work, 'voiceSms').wall).toFixed(1);
	const arrivedOf = (by: ContenderName) =>
		resultOf(limited, by).delivered?.once.toLocaleString('en-US');
	const [{ title, file }] = pictures;
	return `Compared with n8n's HTTP Request node (n8n ${n8n}, ${processors} processors, a service that answers after 20 ms):

- 1,000 SMS go out **${timesFaster(sends)} times** as fast.
- A list of 10,000 contacts is read **${timesFaster(contacts)} times** as fast.
- If the service allows 50 requests a second, **${arrivedOf('voiceSms')} of 1,000** SMS arrive. With HTTP Request, ${arrivedOf('httpRequest')} arrive.

![${title}](docs/${file})`;
}

/** The README with its part written anew. */
export function inReadme(readme: string, part: string): string {
	const [before, rest] = readme.split('<!-- benchmark -->\n');
	const [, after] = (rest ?? '').split('<!-- /benchmark -->');
	if (after === undefined) throw new Error('The README has no place for the benchmark');
	return `${before}<!-- benchmark -->\n\n${part}\n\n<!-- /benchmark -->${after}`;
}
