import type { IWebhookDescription } from 'n8n-workflow';

/** The addresses at which an execution waits; n8n makes them when it puts one to sleep, and signs them. */
export const webhooks = (['GET', 'POST'] as const).map(
	(httpMethod): IWebhookDescription => ({
		name: 'default',
		httpMethod,
		responseMode: 'onReceived',
		responseData: '',
		path: '={{ $nodeId }}',
		restartWebhook: true,
		isFullPath: true,
	}),
);

/** What the editor shows at the node while the execution waits. */
export const waitingTooltip =
	'={{ $parameter.operation === "sendAndWait" ? "The execution continues when the person has answered" : "" }}';
