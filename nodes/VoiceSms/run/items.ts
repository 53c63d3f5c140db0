import type { IExecuteFunctions } from 'n8n-workflow';

import type { Clock } from '../api/clock';
import type { Settings } from '../api/connect';
import type { FilledIn } from '../fields/read/parameters';
import { fieldsFor, Parameters } from '../fields/read/parameters';
import { FieldReader } from '../fields/read/reader';
import { layers } from '../layers/index';
import { isDryRun, isDryRunAnyway } from '../layers/dryRun';
import type { Item } from '../layers/layer';
import type { FailedOutcome } from '../layers/outcome';
import { asItemError } from '../layers/outcome';
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
	const { asTool } = reading;
	const parameters = new Parameters(context, fieldsFor(asTool, operation.fields), asTool);
	const pause = pausing(clock);
	const count = context.getInputData().length;
	for (let index = 0; index < count; index++) {
		let onlyChecked = false;
		try {
			const reader = FieldReader.ofItem(context, parameters, index, operation.fields, reading);
			onlyChecked = isDryRun(reader.options);
			items.push(readItem(context, operation, reader, index, onlyChecked));
		} catch (caught) {
			// Another option may be what cannot be read.
			onlyChecked ||= isDryRunAnyway(operation, parameters, index);
			const error = asItemError(context, caught, index);
			items.push(onlyChecked ? { error, onlyChecked } : { error, invalid: true });
		}
		await pause();
	}
	return items;
}

function readItem(
	context: IExecuteFunctions,
	operation: Operation,
	reader: FieldReader,
	index: number,
	onlyChecked: boolean,
): Item {
	const input = operation.read(reader);
	const requestOptions = reader.collection('requestOptions');
	const settings: Settings = {
		timeoutMs: requestOptions.count('timeout'),
		tries: requestOptions.count('maxTries'),
		query: requestOptions.rows('queryParameters'),
	};
	return {
		index,
		input,
		settings,
		bound: requestOptions.count('requestsAtOnce'),
		onlyChecked,
		operationLanes: [operation.lane?.(input) ?? []].flat(),
		layers: layers.map(({ fits, read }) => {
			if (!fits(operation)) return undefined;
			return read === undefined ? true : read(reader.options, context, index);
		}),
	};
}
