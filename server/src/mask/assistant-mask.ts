/**
 * The mask that `transformers` makes of `{% generation %}` (`return_assistant_tokens_mask`), with its faults: a stretch whose
 * first character has no token ends the mask, and one whose last character has none, or has the first token, goes on to the end.
 */
import { offsetOf } from '../templates/jinja/runtime/text.ts';
import { tokenAt } from '../tokens/places.ts';
import type { Rendered } from './prompt.ts';
import { RefusedRow, UncertainMask } from './sequence.ts';

/** How `transformers` recognises the tag in the text of a template. */
export const GENERATION_TAG = /\{%-?\s*generation\s*-?%\}/;

/** Which tokens are the assistant's. Throws a `RefusedRow` where `transformers` fails. */
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

/** UTF-16 offsets of code points, which are asked for in any order. */
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
