/** The envelope of replies (2.2 §8.2), and replies without an envelope in other formats. */
import { isObject } from '../syntax/is-object.ts';
import { members, parseJson } from '../syntax/json/values.ts';
import { type ConversationMessage, plain, textOfPieces } from './conversation.ts';

/** Puts the content of a reply into the envelope, unless it is already in one. `json`: the content as written. */
export function enveloped(json: string): string {
  const { value } = parseJson(json);
  return isObject(value) && typeof value.ok === 'boolean' ? json : `{"ok":true,"content":${json},"error":null}`;
}

/** Returns the content from which `enveloped` restores a body, and whether the restored body is exactly the same. */
export function contentOf(body: string): { readonly json: string; readonly exact: boolean } {
  const { value, error } = parseJson(body);
  const member = isObject(value) ? members(body).findLast(({ key }) => key === 'content') : undefined;
  const contents = member ? [body.slice(member.valueStart, member.valueEnd)] : [];
  const json = [...contents, body].find((one) => error === undefined && enveloped(one) === body);
  if (json !== undefined) return { json, exact: true };
  return { json: error === undefined ? body : JSON.stringify(body), exact: false };
}

/**
 * Returns the content of a tool's reply as it is written without an envelope. The quotes of a string are dropped, unless the string without
 * them would be valid JSON.
 */
export function bareContent(json: string): string {
  const { value } = parseJson(json);
  return typeof value === 'string' && parseJson(value).error !== undefined ? value : json;
}

/** Returns the content from which `bareContent` restores a text, and whether the restored text is exactly the same. */
export function contentOfBare(text: string): { readonly json: string; readonly exact: boolean } {
  const asString = JSON.stringify(text);
  const isJson = parseJson(text).error === undefined;
  const exactJson = [...(isJson ? [text] : []), asString].find((json) => bareContent(json) === text);
  // White space around a JSON value is not part of the value, so it would be lost.
  const isTrimmed = exactJson !== text || text.trim() === text;
  return { json: exactJson ?? (isJson ? text : asString), exact: exactJson !== undefined && isTrimmed };
}

/** The message with its reply in the envelope, for formats with replies in envelopes. */
export const inEnvelope = (one: ConversationMessage): ConversationMessage =>
  one.slot || one.envelope === undefined || one.envelope === textOfPieces(one.pieces)
    ? one
    : { ...one, pieces: plain(one.envelope), source: undefined };
