import { createHash } from 'node:crypto';

/** A piece of HTML; everything else is text and is escaped. */
export class Html {
	constructor(readonly text: string) {}
}

const languageNames: Record<string, string> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };

/** Text escaped for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
	return text.replace(
		/[&<>"'`]/g,
		(sign) => `&${languageNames[sign] ?? `#${sign.charCodeAt(0)}`};`,
	);
}

/** HTML from a template. Texts are escaped, pieces of `Html` are not. */
export function markup(fixed: TemplateStringsArray, ...given: Array<string | Html>): Html {
	const parts = given.map((part) => (part instanceof Html ? part.text : escapeHtml(part)));
	return new Html(fixed.reduce((text, piece, index) => text + parts[index - 1] + piece));
}

const style = `
:root{color-scheme:light dark;--back:#f4f5f7;--card:#fff;--text:#1b1f24;--soft:#565d66;--line:#c9ced6;--main:#0b5cad;--on:#fff;--warn:#a3161b}
@media (prefers-color-scheme:dark){:root{--back:#111418;--card:#1c2127;--text:#eef1f4;--soft:#a9b2bd;--line:#47505b;--main:#8ec5ff;--on:#0b1a2b;--warn:#ffb0ab}}
*{box-sizing:border-box}
body{margin:0;padding:max(16px,env(safe-area-inset-top)) 16px 24px;background:var(--back);color:var(--text);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;-webkit-text-size-adjust:100%}
main{max-width:480px;margin:0 auto;padding:20px;background:var(--card);border:1px solid var(--line);border-radius:14px}
h1{margin:0 0 12px;font-size:20px;line-height:1.3}
p{margin:0 0 16px}
.question{padding-inline-start:12px;border-inline-start:4px solid var(--main);white-space:pre-wrap;overflow-wrap:anywhere}
table{width:100%;margin:0 0 16px;border-collapse:collapse}
th,td{padding:8px 10px;border:1px solid var(--line);text-align:start;vertical-align:top;overflow-wrap:anywhere}
th{width:32%;color:var(--soft);font-weight:600}
td{white-space:pre-wrap}
.soft{margin:0;color:var(--soft)}
.warn{color:var(--warn);font-weight:600}
label{display:block;margin-bottom:6px;font-weight:600}
textarea{display:block;width:100%;min-height:132px;margin-bottom:16px;padding:12px;border:1px solid var(--soft);border-radius:10px;background:var(--card);color:var(--text);font:inherit}
button{display:block;width:100%;min-height:52px;margin:0 0 12px;padding:12px 16px;border:2px solid var(--main);border-radius:10px;background:var(--main);color:var(--on);font:inherit;font-weight:600;overflow-wrap:anywhere;cursor:pointer}
button.second{background:transparent;color:var(--main)}
form :last-child{margin-bottom:0}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;
/** Allows the page its own style and a form to its own address, nothing else. */
const policy = `default-src 'none'; style-src ${styleHash}; form-action 'self'; base-uri 'none'`;

/** Response headers of every page. */
export const pageFields: Record<string, string> = {
	'Content-Security-Policy': `${policy}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

/** A whole page. Its policy is also in the page: n8n sends a policy of its own in the header. */
export function page(title: string, language: string, content: Html): string {
	const direction = languageOf(language)?.direction ?? 'ltr';
	return markup`<!DOCTYPE html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1 dir="auto">${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

/** Scripts of living languages that are written from right to left (Unicode, Script_Metadata). */
const rightToLeft = 'Adlm Arab Aran Hebr Mand Nkoo Rohg Samr Syrc Thaa';

/**
 * A language by its code (BCP 47), such as de, en-GB or ar, in the usual spelling, with its direction of
 * writing; undefined for an invalid code and for a language without a known script.
 */
export function languageOf(code: string): { code: string; direction: 'ltr' | 'rtl' } | undefined {
	try {
		const locale = new Intl.Locale(code);
		const { script } = locale.maximize();
		if (script === undefined) return undefined;
		return { code: locale.toString(), direction: rightToLeft.includes(script) ? 'rtl' : 'ltr' };
	} catch {
		return undefined;
	}
}
