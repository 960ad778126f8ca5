/** A text with its tokens. The first of these tokens can be reused for another text that begins in the same way. */
export class EncodedText {
  /**
   * `ends`: the UTF-16 offsets at which added tokens end, in order. `counts`: the number of tokens up to each of these
   * offsets. `dividedAt`: the number of added tokens before the first segment that was divided before encoding, if
   * there is one.
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
   * Returns the number of added tokens at the beginning that are certain to be the same in another text. `least`: the
   * number of UTF-16 units after a token that must also be the same, because a longer token might match there. It is
   * the length of the longest added token.
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

/** The length of the slices that are compared (UTF-16 units). Comparing slices is faster than comparing single characters. */
const STEP = 4096;

/** Returns the length of the common beginning of two texts. */
function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at + STEP <= most && one.slice(at, at + STEP) === other.slice(at, at + STEP)) at += STEP;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
