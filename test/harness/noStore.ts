import { DataDeduplicationService } from 'n8n-core';

// n8n takes its store once a process, and a process runs many test files.
Object.assign(DataDeduplicationService, { instance: undefined });
