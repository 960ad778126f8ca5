/**
 * The mask that `transformers` derives from `{% generation %}` (`return_assistant_tokens_mask`), including its bugs. If
 * the first character of a span has no token, neither this span nor any later one is marked. If the last character of a
 * span has no token, or belongs to token 0, everything from the beginning of the span to the end of the text is marked.
 */
import { offsetOf } from '../templates/jinja/runtime/text.ts';
import { tokenAt } from '../tokens/places.ts';
import type { Rendered } from './prompt.ts';
import { RefusedRow, UncertainMask } from './sequence.ts';

/** Matches `{% generation %}` in a template, in the same way as `transformers`. */
export const GENERATION_TAG = /\{%-?\s*generation\s*-?%\}/;

/** Returns for each token whether it belongs to the assistant. Throws a `RefusedRow` if `transformers` would fail. */
export function assistantMask({ text, ids, places, generations }: Rendered): boolean[] {
  const mask = new Array<boolean>(ids.length).fill(false);
  if (places === undefined) throw new UncertainMask('token positions are uncertain with this tokenizer');
  const offset = offsets(text);
  for (const { start, end } of generations) {
    if (end === 0) throw new RefusedRow("OverflowError: can't convert negative int to unsigned");
    const [first, last] = [tokenAt(places, offset(start)), tokenAt(places, offset(end - 1))];
    if (first === undefined) break;
    mask.fill(true, first, last === undefined || last === 0 ? ids.length : last + 1);
  }
  return mask;
}

/** Returns a function that maps code point indexes, in any order, to UTF-16 offsets. */
function offsets(text: string): (index: number) => number {
  if (!/[\ud800-\udfff]/.test(text)) return (index) => index;
  const all = new Int32Array(text.length + 1);
  let [count, at] = [0, 0];
  for (const character of text) {
    all[count++] = at;
    at += character.length;
  }
  all.fill(at, count);
  return (index) => (index < all.length ? (all[index] as number) : offsetOf(text, index));
}
