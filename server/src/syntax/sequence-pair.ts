/** Validates a configured pair of sequence tokens, whichever configuration it comes from. */

import { chatmlTokens, controlTokens, type SequencePair } from '../grammar/index.ts';
import { isObject } from './is-object.ts';

/** A description of the expected value, for messages. */
export const wantedPair =
  'two tokens without spaces that are not OpenChatML tokens, as in `{"begin": "<bos>", "end": "<eos>"}`';

export function isSequencePair(value: unknown): value is SequencePair {
  if (!isObject(value)) return false;
  const { begin, end, ...rest } = value;
  return isToken(begin) && isToken(end) && Object.keys(rest).length === 0;
}

/** Whether a value can be a sequence token. Tokens of OpenChatML cannot, except for its own sequence tokens. */
function isToken(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\S+$/.test(value)) return false;
  return ![...chatmlTokens, ...controlTokens].some(({ kind, text }) => kind !== 'sequence' && value.includes(text));
}
