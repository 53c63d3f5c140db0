import type { WorkflowFile } from '../../sandbox/workflows';
import { page } from './browser';
import { executeStep, output } from './panel';
import { openNode, saveNodes } from './workflow';

describe('a recording', () => {
	let workflow: WorkflowFile;
	beforeAll(async () => {
		workflow = await saveNodes({
			Recording: {
				parameters: {
					resource: 'call',
					operation: 'getRecording',
					callId: { __rl: true, mode: 'id', value: 'call_001200' },
				},
			},
		});
	});

	it('is a file that can be looked at, and plays', async () => {
		await openNode(workflow, 'Recording');
		await executeStep();
		await output().getByRole('radio', { name: 'Binary' }).click();
		await output().getByText('audio/wav').waitFor();
		await output().getByTestId('ndv-download-binary-data').waitFor();
		await output().getByTestId('ndv-view-binary-data').click();
		const player = page.locator('audio');
		await player.waitFor();
		const played = await player.evaluate(async (audio) => {
			const ended = new Promise((resolve, reject) => {
				audio.addEventListener('ended', resolve);
				audio.addEventListener('error', () => reject(new Error(audio.error?.message)));
			});
			await audio.play();
			await ended;
			return { seconds: audio.duration, upTo: audio.currentTime };
		});
		expect(played.seconds).toBeCloseTo(0.25);
		expect(played.upTo).toBeCloseTo(0.25);
	});
});
