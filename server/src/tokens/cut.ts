/**
 * Cuts a text into pieces that can be encoded one by one, with the same tokens as the whole text. An encoder takes quadratic time for
 * a run of letters, signs or spaces, so a run longer than any word is cut, too. Tokens may differ only there.
 */

/** A run of at least this length is cut (UTF-16 units). */
const step = 1000;
/** The approximate length to encode at a time, so that memory does not grow with the text (UTF-16 units). */
const pieceSize = 1 << 18;

/** Matches a run of `step` letters, signs or spaces, which OpenAI's encodings encode as a whole. */
const run = new RegExp(`[\\p{L}\\p{M}]{${step}}|[^\\s\\p{L}\\p{N}]{${step}}|\\s{${step}}`, 'uy');
/** No token extends across a line break before a letter, or from a letter to the next word. */
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

/** Whether a text has a run that is cut: its tokens may differ from those of the whole text. */
export function hasLongRun(text: string): boolean {
  for (let at = step; at < text.length; at += step) {
    run.lastIndex = at + (isLow(text, at) ? 1 : 0);
    if (run.test(text)) return true;
  }
  return false;
}

/** The pieces of a stretch without long runs. */
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
