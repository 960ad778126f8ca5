/**
 * Cuts a text into pieces that can be encoded separately and have the same tokens as the whole text. A run of letters, symbols or spaces is
 * also cut if it is longer than any word. The reason is that the time to encode it is quadratic in its length. Only at such a cut may the
 * tokens differ.
 */

/** The minimum length of a run that is cut (UTF-16 units). */
const step = 1000;
/** The approximate length of a piece (UTF-16 units). Since it is fixed, memory use does not grow with the text. */
const pieceSize = 1 << 18;

/** Matches a run of `step` letters, symbols or spaces, which OpenAI's encodings encode as a whole. */
const run = new RegExp(`[\\p{L}\\p{M}]{${step}}|[^\\s\\p{L}\\p{N}]{${step}}|\\s{${step}}`, 'uy');
/** Matches the end of a token: a line break before a letter, or a letter before a space and a word. No token continues from there. */
const between = /[\r\n](?=\p{L})|\p{L}(?= \p{L})/gu;

export function* cut(text: string): Generator<string> {
  let from = 0;
  for (let at = step; at < text.length; at += step) {
    // Do not cut between the halves of a surrogate pair.
    const point = at + (isLow(text, at) ? 1 : 0);
    run.lastIndex = point;
    if (!run.test(text)) continue;
    yield* whole(text, from, point);
    from = point;
  }
  yield* whole(text, from, text.length);
}

/** Whether a text contains a run long enough to be cut. If so, the tokens of the pieces may differ from those of the whole text. */
export function hasLongRun(text: string): boolean {
  for (let at = step; at < text.length; at += step) {
    run.lastIndex = at + (isLow(text, at) ? 1 : 0);
    if (run.test(text)) return true;
  }
  return false;
}

/** Yields the pieces of a range of the text that has no long runs. */
function* whole(text: string, start: number, end: number): Generator<string> {
  let from = start;
  while (end - from > pieceSize) {
    between.lastIndex = from + pieceSize;
    const match = between.exec(text);
    if (!match || between.lastIndex >= end) break;
    yield text.slice(from, between.lastIndex);
    from = between.lastIndex;
  }
  if (from < end) yield text.slice(from, end);
}

const isLow = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
