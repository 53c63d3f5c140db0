import { often } from '../sandbox/often';

/** Parts of workflows, as an AI writes them in n8n's Workflow SDK. */
export const manualStart = `const start = trigger({ type: 'n8n-nodes-base.manualTrigger', version: 1, config: { name: 'Start' } });`;

export const dailyStart = `const start = trigger({ type: 'n8n-nodes-base.scheduleTrigger', version: 1.3, config: { name: 'Each morning', parameters: { rule: { interval: [{ field: 'days', triggerAtHour: 7 }] } } } });`;

/** A number of the company, as `explore_node_resources` gives it. */
export const from = `{ __rl: true, mode: 'list', value: '+15550100001' }`;

/** A node of this package. */
export function ours(name: string, parameters: string): string {
	return `node({ type: 'n8n-nodes-voice-sms.voiceSms', version: 1, config: { name: '${name}', parameters: { ${parameters} } } })`;
}

/** The trigger of this package. It polls every few seconds, so that a test does not wait for a minute. */
export function onEvent(parameters: string): string {
	const pollTimes = JSON.stringify(often);
	return `const start = trigger({ type: 'n8n-nodes-voice-sms.voiceSmsTrigger', version: 1, config: { name: 'Event', parameters: { ${parameters}, pollTimes: ${pollTimes} } } });`;
}

/** An IF node that asks whether an expression is true. */
export function isTrue(name: string, expression: string): string {
	return `ifElse({ version: 2.2, config: { name: '${name}', parameters: { conditions: { options: { caseSensitive: true, leftValue: '', typeValidation: 'loose' }, conditions: [{ leftValue: expr('{{ ${expression} }}'), operator: { type: 'boolean', operation: 'true', singleValue: true } }], combinator: 'and' } } } })`;
}

/** A Filter node with the same condition. */
export function onlyIf(name: string, expression: string): string {
	return `node({ type: 'n8n-nodes-base.filter', version: 2.2, config: { name: '${name}', parameters: { conditions: { options: { caseSensitive: true, leftValue: '', typeValidation: 'loose' }, conditions: [{ leftValue: expr('{{ ${expression} }}'), operator: { type: 'boolean', operation: 'true', singleValue: true } }], combinator: 'and' } } } })`;
}
