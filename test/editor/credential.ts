import { page, sandbox } from './browser';
import { parameter } from './panel';
import { boxOf, picture } from './picture';

const dialog = () => page.getByTestId('editCredential-modal');

async function save(baseUrl: string, apiKey: string): Promise<void> {
	await parameter('baseUrl').locator('input').fill(baseUrl);
	await parameter('apiKey').locator('input').fill(apiKey);
	await dialog().getByTestId('credential-save-button').click();
}

describe('a credential made by hand', () => {
	beforeAll(async () => {
		await page.goto(`${sandbox.n8n.url}/home/credentials`);
		await page.getByTestId('add-resource-credential').click();
		await page.getByTestId('new-credential-type-select').locator('input').fill('Voice and SMS');
		await page
			.getByTestId('new-credential-type-select-option')
			.filter({ hasText: 'Voice and SMS API' })
			.click();
		await page.getByTestId('new-credential-type-button').click();
		await dialog().getByTestId('credential-name').getByTestId('inline-edit-preview').click();
		await dialog()
			.getByTestId('credential-name')
			.getByTestId('inline-edit-input')
			.fill('Voice and SMS');
	});

	// The last change is not saved: n8n's dialog would stay open over all pages.
	afterAll(async () => {
		await page.goto(`${sandbox.n8n.url}/home/credentials`);
		await page.getByTestId('add-resource-credential').waitFor();
	});

	it('says so when the key is wrong', async () => {
		await save(sandbox.simulator.baseUrl, 'wrong');
		await dialog().getByText('More details').click();
		await dialog().getByText('The service does not accept this API Key (HTTP 401).').waitFor();
	});

	it('says so when the address lacks its path', async () => {
		await save(sandbox.simulator.url, sandbox.simulator.apiKey);
		await dialog().getByText('Check that the Base URL ends in /api/v1.').waitFor();
	});

	it('is tested and saved', async () => {
		await save(sandbox.simulator.baseUrl, sandbox.simulator.apiKey);
		await dialog().getByText('Connection tested successfully').waitFor();
		// The simulator has another address in each run; the picture is to show a service's.
		await parameter('baseUrl').locator('input').fill('https://service.example.com/api/v1');
		await dialog().getByText('your API key is sent unencrypted').waitFor({ state: 'hidden' });
		await parameter('baseUrl').locator('input').blur();
		await picture('credential', await boxOf(dialog()));
	});
});
