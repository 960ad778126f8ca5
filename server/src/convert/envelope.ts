/** The envelope of replies (2.2 §8.2), and the bare content that other forms have instead. */
import { isObject } from '../model/body-json.ts';
import { members, parseJson } from '../syntax/json/values.ts';

/** A content as the body of a reply: in the envelope, unless it has one. `json`: the content as it is written. */
export function enveloped(json: string): string {
  const { value } = parseJson(json);
  return isObject(value) && typeof value.ok === 'boolean' ? json : `{"ok":true,"content":${json},"error":null}`;
}

/** The content that a body comes back from, and whether it does so as it was. */
export function contentOf(body: string): { readonly json: string; readonly exact: boolean } {
  const { value, error } = parseJson(body);
  const place = isObject(value) ? members(body).findLast(({ key }) => key === 'content') : undefined;
  const held = place ? [body.slice(place.valueStart, place.valueEnd)] : [];
  const json = [...held, body].find((one) => error === undefined && enveloped(one) === body);
  if (json !== undefined) return { json, exact: true };
  return { json: error === undefined ? body : JSON.stringify(body), exact: false };
}
