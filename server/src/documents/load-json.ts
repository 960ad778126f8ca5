/** Loads the code for JSON when the first JSON document is opened. */

let room: typeof import('./json.ts') | undefined;

/** The parser, checker and features for JSON documents. */
export function json(): typeof import('./json.ts') {
  room ??= require('./json.ts') as typeof import('./json.ts');
  return room;
}
