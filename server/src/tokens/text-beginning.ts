/** A text with its tokens, so that the first tokens can be reused for another text with the same beginning. */
export class EncodedText {
  /**
   * `ends`: the ends of added tokens (UTF-16 offsets), in order; `counts`: the number of tokens up to each end.
   * `dividedAt`: the number of added tokens before the first segment that was encoded in pieces, if there is one.
   */
  constructor(
    readonly text: string,
    readonly ids: readonly number[],
    readonly words: readonly string[],
    readonly ends: readonly number[],
    readonly counts: readonly number[],
    readonly dividedAt: number | undefined,
  ) {}

  /**
   * The number of added tokens that certainly have the same positions in another text. `least`: the length of the text after a token
   * that must also be the same, since a longer token could match there: the length of the longest added token.
   */
  commonTokens(other: string, least: number): number {
    const length = commonLength(this.text, other) - least;
    let [low, high] = [0, this.ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.ends[middle] as number) <= length) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The length to compare at once (UTF-16 units): comparing slices is faster than comparing single characters. */
const STEP = 4096;

/** The length of the common prefix of two texts. */
function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at + STEP <= most && one.slice(at, at + STEP) === other.slice(at, at + STEP)) at += STEP;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
