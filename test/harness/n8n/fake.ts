/** Some members of a type: of a function only that it is one, as n8n's are overloaded. */
type Part<T> = T extends (...args: never[]) => unknown
	? (...args: never[]) => unknown
	: T extends object
		? { [Name in keyof T]?: Part<T[Name]> }
		: T;

/**
 * n8n's context, or one of our own, with the members that the test needs. A name that the type does not
 * have is an error. The only place where tests take a part for the whole.
 */
export function fake<T>(part: Part<T>): T {
	return part as T;
}

/** A value of another type than the code states, as expressions, services and saved workflows give them. */
export function untyped<T = never>(value: unknown): T {
	return value as T;
}
