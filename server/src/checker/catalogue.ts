/**
 * Every rule, and the checker that runs them, loaded when they are first asked for: a document is. What a language server
 * needs to say that it is there is small, and so is the file that it starts from (`scripts/build.mjs` puts these in another).
 */
export function catalogue(): typeof import('./index.ts') {
  return require('./index.ts') as typeof import('./index.ts');
}
