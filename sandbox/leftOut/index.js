throw new Error(
	'The sandbox leaves this package out, because no example needs it. To have it, delete its two lines in sandbox/package.json, and run "npm install" in that folder.',
);
