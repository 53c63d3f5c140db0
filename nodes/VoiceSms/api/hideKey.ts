/** An answer may echo the request's headers, so the key is cut out of whatever is quoted. */
export function hideKey(body: unknown, apiKey: string): unknown {
	if (typeof body === 'string') return withoutKey(body, apiKey);
	const text = JSON.stringify(body) ?? '';
	const hidden = withoutKey(text, apiKey);
	return hidden === text ? body : JSON.parse(hidden);
}

/** The key as it is sent, as JSON text holds it, and as an address holds it. */
export function withoutKey(text: string, apiKey: string): string {
	if (apiKey === '') return text;
	const json = JSON.stringify(apiKey).slice(1, -1);
	const forms = [
		apiKey,
		json,
		JSON.stringify(json).slice(1, -1),
		encodeURIComponent(apiKey),
		encodeURI(apiKey),
	];
	// A form that another one begins with would leave the rest of it standing.
	return forms
		.sort((a, b) => b.length - a.length)
		.reduce((left, form) => left.split(form).join('[API key]'), text);
}
