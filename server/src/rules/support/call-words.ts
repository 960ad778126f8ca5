/** Recognizes calls in ChatML whose fields have the names of other formats and models instead of those that parsers expect. */
import { isObject } from '../../syntax/is-object.ts';
import { members, parseJson } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import { closest } from '../../syntax/tokens/closest.ts';

type CallMember = 'name' | 'arguments';

/** The names that the fields of a call have in other formats. */
const otherNames: Readonly<Record<CallMember, readonly string[]>> = {
  name: ['function', 'function_name', 'tool', 'tool_name', 'action'],
  arguments: ['parameters', 'args', 'params', 'input', 'inputs', 'kwargs', 'action_input'],
};

/** The key, with its quotes, that was probably meant as the missing field `lacking`. `text`: the call, a JSON object. */
export function keyFor(text: string, lacking: CallMember): (Span & { readonly key: string }) | undefined {
  const names: readonly string[] = ['name', 'arguments'];
  const all = members(text).filter(({ key }) => !names.includes(key));
  const member =
    all.find(({ key }) => otherNames[lacking].includes(key)) ?? all.find(({ key }) => closest(key, names) === lacking);
  return member && { key: member.key, start: member.keyStart, end: member.keyEnd };
}

/**
 * Finds a call that is wrapped in another object, as in `{"tool_call": {"name": …, "arguments": …}}`. `key`, `at`: the key of the call and
 * its span; `inner`: the span of the call itself.
 */
export function wrappedCall(text: string): { key: string; at: Span; inner: Span } | undefined {
  for (const { key, keyStart, keyEnd, valueStart, valueEnd } of members(text)) {
    const { value } = parseJson(text.slice(valueStart, valueEnd));
    if (isObject(value) && typeof value.name === 'string' && Object.hasOwn(value, 'arguments'))
      return { key, at: { start: keyStart, end: keyEnd }, inner: { start: valueStart, end: valueEnd } };
  }
  return undefined;
}
