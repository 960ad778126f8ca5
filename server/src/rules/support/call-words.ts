/** Calls in ChatML whose member names are not those that parsers expect, but those of other formats and models. */
import { isObject } from '../../syntax/is-object.ts';
import { members, parseJson } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';

type CallMember = 'name' | 'arguments';

/** The names of the members of a call in other formats. */
const otherNames: Readonly<Record<CallMember, readonly string[]>> = {
  name: ['function', 'function_name', 'tool', 'tool_name', 'action'],
  arguments: ['parameters', 'args', 'params', 'input', 'inputs', 'kwargs', 'action_input'],
};

/** The key, with its quotes, that was meant as a missing member of a call; `text`: the call, an object. */
export function keyFor(text: string, lacking: CallMember): (Span & { readonly key: string }) | undefined {
  const known: readonly string[] = ['name', 'arguments'];
  const all = members(text).filter(({ key }) => !known.includes(key));
  const member =
    all.find(({ key }) => otherNames[lacking].includes(key)) ?? all.find(({ key }) => closest(key, known) === lacking);
  return member && { key: member.key, start: member.keyStart, end: member.keyEnd };
}

/** The member of an object that is the whole call, and its key: `{"tool_call": {"name": …, "arguments": …}}`. */
export function wrappedCall(text: string): { key: string; at: Span; inner: Span } | undefined {
  for (const { key, keyStart, keyEnd, valueStart, valueEnd } of members(text)) {
    const { value } = parseJson(text.slice(valueStart, valueEnd));
    if (isObject(value) && typeof value.name === 'string' && Object.hasOwn(value, 'arguments'))
      return { key, at: { start: keyStart, end: keyEnd }, inner: { start: valueStart, end: valueEnd } };
  }
  return undefined;
}
