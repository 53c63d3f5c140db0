/** GitHub's colours. A browser takes the reader's theme also for a picture in a page. */
export const themes = `<style>
:root { --paper: #ffffff; --ink: #1f2328; --line: #d1d9e0 }
@media (prefers-color-scheme: dark) { :root { --paper: #0d1117; --ink: #f0f6fc; --line: #3d444d } }
svg { background: var(--paper) }
</style>`;
