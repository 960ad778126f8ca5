/** The JSON reader, loaded on first use: `JSON.parse` is enough for bodies without faults. */
import type { JsonFaultCode } from './faults.ts';
import type { JsonReading } from './nodes.ts';

let reader: typeof import('./reader.ts') | undefined;

function loaded(): typeof import('./reader.ts') {
  reader ??= require('./reader.ts') as typeof import('./reader.ts');
  return reader;
}

/** Reads a text that is one value. `limit`: the most faults; `allowed`: faults that do not count here. */
export function readJson(text: string, limit?: number, allowed?: ReadonlySet<JsonFaultCode>): JsonReading {
  return loaded().readJson(text, limit, allowed);
}

/** Returns a function that reads the value at an offset of a text. It is fast if offsets do not decrease from call to call. */
export function valuesIn(text: string): (from: number) => JsonReading {
  return loaded().valuesIn(text);
}
