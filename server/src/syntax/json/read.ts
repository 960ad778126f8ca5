/** Loads the JSON reader on first use. For bodies without faults, `JSON.parse` is enough. */
import type { JsonFaultCode } from './faults.ts';
import type { JsonReading } from './nodes.ts';

let reader: typeof import('./reader.ts') | undefined;

function loaded(): typeof import('./reader.ts') {
  reader ??= require('./reader.ts') as typeof import('./reader.ts');
  return reader;
}

/** Reads a text as one value. `limit`: the maximum number of faults; `allowedCodes`: the codes that are not faults here. */
export function readJson(text: string, limit?: number, allowedCodes?: ReadonlySet<JsonFaultCode>): JsonReading {
  return loaded().readJson(text, limit, allowedCodes);
}

/** Returns a function that reads the value at an offset of a text. It is fast if offsets do not decrease from call to call. */
export function valuesIn(text: string): (from: number) => JsonReading {
  return loaded().valuesIn(text);
}
