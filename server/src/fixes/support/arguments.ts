/**
 * Finds the intended arguments of a call whose arguments do not fit the declaration. A correction is only offered if it leaves fewer
 * problems.
 */

import { type ArgumentOptions, argumentProblems } from '../../arguments/problems.ts';
import type { Schema } from '../../model/tools/schema.ts';
import { isObject } from '../../syntax/is-object.ts';
import { members, parseJson } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import { titleText } from '../fix.ts';

interface IntendedArguments {
  readonly text: string;
  /** The action, as the title of a fix. */
  readonly title: string;
}

/** The text that should replace the key or value at `span` of the arguments. `suggestion`: the text that the rule suggests. */
export function meantArgument(
  schema: Schema | undefined | false,
  json: string,
  span: Span,
  suggestion: string | undefined,
  options: ArgumentOptions,
): IntendedArguments | undefined {
  const source = json.slice(span.start, span.end);
  const text = suggestion ?? decoded(source);
  if (text === undefined || !schema) return undefined;
  const after = json.slice(0, span.start) + text + json.slice(span.end);
  const count = (one: string) => argumentProblems(schema, one, options).length;
  if (parseJson(after).error !== undefined || count(after) >= count(json)) return undefined;
  const title =
    suggestion === undefined
      ? `Decode ${titleText(json, span)} in the body, which is JSON in a JSON string`
      : `Replace ${titleText(json, span)} in the body with \`${suggestion}\``;
  return { text, title };
}

/** The object or the array that a JSON string contains. */
function decoded(json: string): string | undefined {
  const { value: outer } = parseJson(json);
  if (typeof outer !== 'string') return undefined;
  const { value: inner } = parseJson(outer);
  return typeof inner === 'object' && inner !== null ? outer.trim() : undefined;
}

/**
 * The arguments in a body that is a whole call in the format of chat APIs: `{"name": …, "arguments": "…"}`. Undefined if they do not fit
 * the declaration.
 */
export function unwrapped(schema: Schema, json: string, options: ArgumentOptions): IntendedArguments | undefined {
  const call = parseJson(json).value;
  const name = isObject(call) ? call.name : undefined;
  const isTool = name === undefined || name === options.tool || options.tool.endsWith(`.${name}`);
  const member = members(json).findLast(({ key }) => key === 'arguments');
  const argumentsText = member && json.slice(member.valueStart, member.valueEnd);
  const text = argumentsText && (decoded(argumentsText) ?? argumentsText);
  if (!isTool || text === undefined || !isObject(parseJson(text).value)) return undefined;
  if (argumentProblems(schema, text, options).length > 0) return undefined;
  return { text, title: 'Keep only the arguments in the body' };
}
