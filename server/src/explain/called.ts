/** A text that is nothing but a call in JSON, as models write it that were not shown their tools. */
import { isObject } from '../model/body-json.ts';

/** A longer text is a document (UTF-16 units). */
const longest = 100_000;
const fenced = /^\s*```(?:json)?\s*\n([^]*?)\n\s*```\s*$/;

/** The name of the function that a text calls as a whole, perhaps in a list or in a fence of Markdown. */
export function calledIn(text: string): string | undefined {
  if (text.length > longest) return undefined;
  const json = fenced.exec(text)?.[1] ?? text;
  if (!/^\s*[[{]/.test(json)) return undefined;
  try {
    const value: unknown = JSON.parse(json);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    const call = isObject(first) && isObject(first.function) ? first.function : first;
    if (!isObject(call) || typeof call.name !== 'string') return undefined;
    const given = call.arguments ?? call.parameters;
    // A schema declares a function.
    if (isObject(given)) return isObject(given.properties) ? undefined : call.name;
    return typeof given === 'string' && given.trim().startsWith('{') ? call.name : undefined;
  } catch {
    return undefined;
  }
}
