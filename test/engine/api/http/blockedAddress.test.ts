import { SsrfProtectionConfig } from '@n8n/config';
import { Container } from '@n8n/di';

import { runAt } from '../../../harness/n8n/engine';
import { service } from '../../../harness/service/service';
import { good } from '../../../harness/n8n/parameters';

const config = Container.get(SsrfProtectionConfig);
beforeEach(() => {
	config.enabled = true;
});
afterEach(() => {
	config.enabled = false;
});

it("an address that n8n's SSRF protection blocks: nothing was sent", async () => {
	const simulator = await service();
	const { error } = await runAt(simulator, {
		...good.send,
		to: '+15557654321',
		body: 'Hello',
		options: {},
	});
	expect(error?.message).toBe('Not sent: SMS to +15557654321');
	expect(error?.description).toContain('N8N_SSRF_ALLOWED_IP_RANGES');
	expect(error?.context.mayHaveBeenDone).toBeUndefined();
	expect(simulator.requests).toStrictEqual([]);
});
