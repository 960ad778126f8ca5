/** The code that SGLang's detectors share: reading JSON calls, and text after calls. */
import { isObject } from '../../../syntax/is-object.ts';
import type { Parsed } from '../parser.ts';
import { isParsed, type ModelOutput } from './output.ts';

const warned = (json: string) => (error: string) => `Failed to parse JSON part: ${json}, JSON parse error: ${error}`;
export const undefinedCall = (name: unknown) => `Model attempted to call undefined function: ${String(name ?? 'None')}`;

/** Adds a JSON call, or the calls in a list. Returns the stop if the detector drops one. */
export function addJson(output: ModelOutput, start: number, end: number, kind: string): Parsed | undefined {
  const json = output.text.slice(start, end);
  const read = output.json({ start, end }, warned(json));
  if (isParsed(read)) return { ...read, ...(read.stop && { stop: { ...read.stop, kind } }) };
  const { value } = read;
  for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
    if (value === undefined) continue;
    const name = isObject(one) ? one.name : undefined;
    if (typeof name !== 'string' || name === '')
      return output.stop(start, 'sglang-call-undefined', { text: undefinedCall(name), json: { start, end } });
    output.call(name, { start, end });
  }
  return undefined;
}

/** Reads the text after calls. It is shown to users, so text that may belong to a call is a fault. */
export function restOf(output: ModelOutput, end: number): Parsed {
  const rest = output.text.slice(end);
  if (/[{}[\]"]/.test(rest)) return output.stop(end + rest.length - rest.trimStart().length, 'sglang-rest-text');
  output.answer(end, output.text.length);
  return output.accept();
}
