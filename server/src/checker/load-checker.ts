/**
 * Loads all rules and the checker with the first document. A language server needs little code to answer `initialize`, so the
 * file that it starts from is small (`scripts/build.mjs` puts the rules and the checker in a separate bundle).
 */
export function loadChecker(): typeof import('./index.ts') {
  return require('./index.ts') as typeof import('./index.ts');
}
