import type { INodeProperties } from 'n8n-workflow';

import { cut } from '../../util/fitted';
import { labelIn } from './filledBy';
import { maxShownLength, piecesOf } from './template';
import type { FieldProblem } from './values';

/** The saved value of a field that nobody has filled in yet, by its label. */
export interface NotFilledIn {
	label: string;
	problem: FieldProblem;
}

/** The code of an expression, or a name of another program. In plain text, n8n fills in nothing. */
const code = /^\{\{\s*[\p{L}_]|\$[A-Za-z_({]|\b(?:DateTime|Date|Math)\b[.(]/u;
const forModel = 'A person has to correct this field of this tool.';
/** Braces that n8n does not look at. */
const escaped = /\\\{\{[^{}]*\}\}/g;
/** An expression without braces: it would go out letter by letter. */
const bareExpression = /\$(?:(?:json|node|input|items)(?=[.[])|\((?=["'][^"'\n]*["']\)))[^\s,;}]*/;
/** The text of an AI that builds a workflow, for a person to replace (n8n's workflow-sdk, `placeholder`). */
const placeholder = /<__PLACEHOLDER_VALUE__([^]*?)__>/;

/**
 * Looks for a field that is not filled in yet: it holds an expression that is not switched on, or a placeholder
 * of a workflow builder. n8n would hand both on as they are. What an expression gives is data, and is not
 * looked at.
 *
 * @param fields the fields of this name, each with its form
 * @param saved the value in the workflow
 * @returns undefined where all is filled in
 */
export function notFilledIn(
	fields: readonly INodeProperties[],
	saved: unknown,
	label = fields[0]?.displayName ?? '',
): NotFilledIn | undefined {
	if (typeof saved === 'string') {
		const problem = problemOf(saved);
		return problem && { label, problem };
	}
	if (typeof saved !== 'object' || saved === null) return undefined;
	for (const [name, value] of Object.entries(saved)) {
		const found = notFilledIn(fields, value, labelIn(fields, name) ?? label);
		if (found !== undefined) return found;
	}
	return undefined;
}

function problemOf(saved: string): FieldProblem | undefined {
	const [, wanted] = placeholder.exec(saved) ?? [];
	if (wanted !== undefined) {
		return [
			`is still to be filled in: "${cut(wanted.trim(), maxShownLength)}"`,
			'Enter a value in place of the placeholder.',
			forModel,
		];
	}
	const inBraces = saved.startsWith('=') ? [] : saved.split('}}').slice(0, -1);
	const [found] = inBraces.flatMap((text) => {
		const at = text.indexOf('{{');
		return at >= 0 && code.test(text.slice(at)) ? [`${text.slice(at)}}}`] : [];
	});
	if (found !== undefined) {
		const what = `has an expression that is not switched on: ${cut(found, maxShownLength)}`;
		return [what, "Choose 'Expression' beside the field.", forModel];
	}
	const words = (piecesOf(saved) ?? [saved]).filter((part) => typeof part === 'string');
	const [bare] = words.flatMap((part) => bareExpression.exec(part.replace(escaped, ''))?.[0] ?? []);
	if (bare === undefined) return undefined;
	return [
		`has an expression without double braces: ${cut(bare, maxShownLength)}`,
		"Choose 'Expression' beside the field, and write {{ before the expression and }} after it.",
		forModel,
	];
}
