import { execSync } from 'node:child_process';

/** Engine tests run the built node, so that what they prove is what is packed. */
export default function build() {
	execSync('npm run build', { stdio: 'pipe' });
}
