/** Reads a row of a data set, of any shape, as a conversation. */

import { convertJson } from '../../convert/index.ts';
import { isObject } from '../../syntax/is-object.ts';
import type { Value } from '../jinja/runtime/values.ts';
import { valueOfJson } from '../values.ts';

export type Members = Readonly<Record<string, unknown>>;

export interface Row {
  readonly members: Members;
  readonly messages: readonly unknown[];
  /** The values of the row as Python reads them, if `JSON.parse` would not keep all information. */
  readonly exact: ReadonlyMap<string, Value> | undefined;
  /** Whether the row is already in the format of a chat API, so that it was not converted from another format. */
  readonly native: boolean;
}

export const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((one) => isObject(one) && 'role' in one);

/** Reads the conversation in the JSON text of a row; undefined if the row is not a conversation. */
export function rowIn(text: string): Row | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isObject(data) && isList(data.messages)) {
    const exact = /\d[.eE]|\d{16}|"\d+"\s*:/.test(text) ? (valueOfJson(text) as ReadonlyMap<string, Value>) : undefined;
    return { members: data, messages: data.messages, exact, native: true };
  }
  if (isList(data)) return { members: { messages: data }, messages: data, exact: undefined, native: true };
  // A row with the field `text` is already a rendered prompt.
  if (!isObject(data) || typeof data.text === 'string') return undefined;
  const { output } = convertJson(text, { to: 'messages', from: undefined, keepNames: true, bos: undefined }, false);
  const value = output !== undefined && 'value' in output ? output.value : undefined;
  if (!isObject(value) || !isList(value.messages)) return undefined;
  const { messages, tools, ...others } = value;
  const members = tags.test(text)
    ? { ...others, messages: messages.map(withoutThoughts) }
    : { ...others, messages, ...(tools !== undefined && { tools }) };
  return { members, messages: members.messages, exact: undefined, native: false };
}

/**
 * Matches tags of thoughts and tools. A trainer passes text with these tags to the template unchanged, so the content of the tags is not
 * also passed separately.
 */
const tags = /<(?:think|tools)\b/;

function withoutThoughts(message: unknown): unknown {
  if (!isObject(message)) return message;
  const { reasoning_content: _, ...others } = message;
  return others;
}
