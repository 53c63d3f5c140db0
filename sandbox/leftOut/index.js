throw new Error(
	'The sandbox leaves this package out, because no example needs it. To try a node that does, delete its line under "overrides" in sandbox/package.json, and run "npm install" there.',
);
