import { DataDeduplicationService } from 'n8n-core';

import { runRoom } from './room';

/** As `runRoom`; each file begins without n8n's store of keys, which n8n takes once a process. */
export function runEngineRoom(room: string): void {
	runRoom(room, () => void Object.assign(DataDeduplicationService, { instance: undefined }));
}
