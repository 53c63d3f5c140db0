import type { IWebhookDescription } from 'n8n-workflow';

/** The addresses at which an execution waits. n8n makes and signs them when it puts the execution to sleep. */
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
