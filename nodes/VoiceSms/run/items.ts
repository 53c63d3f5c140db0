import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import { readRequestSettings } from '../fields/forms/requestOptions';
import type { FilledIn } from '../fields/read/parameters';
import { Parameters } from '../fields/read/parameters';
import { FieldReader } from '../fields/read/reader';
import { isDryRunAnyway } from '../layers/dryRun';
import { isOnlyChecked, settingsOf } from '../layers/index';
import type { FailedOutcome, Item } from '../layers/layer';
import { asItemError } from '../layers/layer';
import type { Operation } from '../operations/operation';
import { pausing } from '../util/pausing';

export type ItemOrError = Item | FailedOutcome;

/** Reads the fields of all items; an invalid field is the error of its item. */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	clock: Clock,
	reading: FilledIn,
): Promise<ItemOrError[]> {
	const items: ItemOrError[] = [];
	const parameters = new Parameters(context, operation.fields, reading);
	const pause = pausing(clock);
	for (const index of context.getInputData().keys()) {
		try {
			const reader = new FieldReader(context, parameters, index);
			const input = operation.read(reader);
			const settings = settingsOf(operation, reader.options, context, index);
			items.push({
				index,
				input,
				...readRequestSettings(reader),
				onlyChecked: isOnlyChecked(settings),
				operationLanes: [operation.lane?.(input) ?? []].flat(),
				layers: settings,
			});
		} catch (caught) {
			const error = asItemError(context, caught, index);
			const onlyChecked = isDryRunAnyway(operation, parameters, index);
			items.push(onlyChecked ? { error, onlyChecked } : { error, invalid: true });
		}
		await pause();
	}
	return items;
}
