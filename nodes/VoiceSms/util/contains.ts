import type { IDataObject } from 'n8n-workflow';

/**
 * Whether a field of a record contains the text. Ignores case, accents and punctuation:
 * "+1 (555) 200-2499" is in "+15552002499", "jose" in "José". Punctuation alone is in every record.
 */
export function contains(record: IDataObject, search: string): boolean {
	const wanted = bare(search);
	return Object.values(record).some((value) => {
		return ['string', 'number'].includes(typeof value) && bare(String(value)).includes(wanted);
	});
}

function bare(text: string): string {
	return text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.toLowerCase()
		.replace(/[\s()+./-]/g, '');
}
