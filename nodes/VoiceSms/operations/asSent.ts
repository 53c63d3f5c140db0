import type { IDataObject } from 'n8n-workflow';

/** The service's answer with the numbers and the text as they were sent; its own fields of these names win. */
export function withSent(answer: IDataObject, sent: IDataObject): IDataObject {
	return { ...sent, ...answer };
}
