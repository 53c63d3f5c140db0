import { installN8n, packPackage } from '../../../sandbox/install';

/** Once, before the first of the tests that start n8n: two at the same time must not do it both. */
export default async function prepare(): Promise<void> {
	await installN8n();
	await packPackage();
}
