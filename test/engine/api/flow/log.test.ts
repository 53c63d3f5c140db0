import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

import { runNode } from '../../../harness/n8n/engine';
import { serviceTime } from '../../../harness/time/serviceTime';
import { companyNumbers } from '../../../simulator';
import { said } from '../../../harness/n8n/messages';
import { withSimulator } from '../../../harness/service/service';

const { time, watch } = serviceTime();
const simulator = withSimulator({}, watch);

it("n8n's log tells of tries, and holds neither the key nor the text of a message", async () => {
	const debug = jest.spyOn(Container.get(Logger), 'debug').mockImplementation(() => {});
	const message = 'SMS "Your code is 1234" is refused';
	simulator.fail({}, { kind: 'rateLimited', retryAfter: '1' });
	simulator.fail({}, { kind: 'status', status: 400, message });
	const body = 'Your code is 1234';
	const parameters = { resource: 'sms', operation: 'send', from: companyNumbers[0], body };
	const sent = runNode({
		parameters: { ...parameters, to: '+15550100042' },
		items: [{}],
		credential: simulator,
		settings: { onError: 'continueRegularOutput' },
		clock: time,
	});
	const { items } = await time.run(sent);
	const lines = debug.mock.calls.map(([line]) => line).filter((line) => line.includes('SMS:'));
	debug.mockRestore();
	expect(items[0].json.error).toMatchObject({ httpCode: '400' });
	expect(lines).toStrictEqual([
		`Voice and SMS: POST /api/sms/send: try 1 of 4, next try after 1000 ms. ${said.fewerRequests} (HTTP 429)`,
		`Voice and SMS: POST /api/sms/send: try 2 of 4, no more tries. ${said.refused} (HTTP 400)`,
	]);
});
