/**
 * Every rule, and the checker that runs them, loaded with the first document. A language server needs little code to answer
 * `initialize`, so the file that it starts from is small (`scripts/build.mjs` puts these in another).
 */
export function loadChecker(): typeof import('./index.ts') {
  return require('./index.ts') as typeof import('./index.ts');
}
