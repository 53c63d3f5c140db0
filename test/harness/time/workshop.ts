/** Work that ends when it is told to, and notes what began and how much was under way. */
export function workshop() {
	const began: number[] = [];
	const ends = new Map<number, (error?: Error) => void>();
	let underWay = 0;
	let most = 0;
	const work = async (index: number) => {
		began.push(index);
		most = Math.max(most, ++underWay);
		try {
			await new Promise<void>((resolve, reject) => {
				ends.set(index, (error) => (error === undefined ? resolve() : reject(error)));
			});
			return `result ${index}`;
		} finally {
			underWay--;
		}
	};
	const settle = async () => {
		for (let turn = 0; turn < 20; turn++) await Promise.resolve();
	};
	return {
		began,
		work,
		most: () => most,
		async end(index: number, error?: Error) {
			ends.get(index)?.(error);
			await settle();
		},
		settle,
	};
}
