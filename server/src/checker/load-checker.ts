/**
 * Loads the checker with all its rules when the first document is checked. A language server needs little code to answer `initialize`, so
 * its entry file stays small: `scripts/build.mjs` puts the checker in a separate bundle.
 */
export function loadChecker(): typeof import('./index.ts') {
  return require('./index.ts') as typeof import('./index.ts');
}
