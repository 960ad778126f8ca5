/** Recognizes the errors that servers report, in the formats of all chat APIs. */

import type { Data } from '../model/json/audience.ts';
import { isObject } from '../syntax/is-object.ts';

const inWords = (...some: readonly unknown[]): string => {
  const one = some.find((value) => value !== undefined && value !== null && value !== '');
  return typeof one === 'string' ? one : one === undefined ? 'error' : JSON.stringify(one);
};

/** Returns the text of the error that an event reports; undefined if it reports none. */
export function errorIn({ error, type, object, response, message, code }: Data): string | undefined {
  if (type === 'error' || object === 'error')
    return isObject(error) ? inWords(error.message, error) : inWords(message, error, code);
  if (isObject(error)) return inWords(error.message, error.code, error);
  if (typeof error === 'string' && error !== '') return error;
  if (type !== 'response.failed') return undefined;
  const inner = isObject(response) && isObject(response.error) ? response.error.message : undefined;
  return inWords(inner, 'the response failed');
}
