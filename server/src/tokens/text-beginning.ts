/** A text with its tokens, of which another text that begins in the same way takes over the first. */
export class EncodedText {
  /**
   * `ends`: where added tokens end (UTF-16 offsets), in order; `counts`: how many tokens there are up to each of them.
   * `dividedAt`: after how many added tokens something was encoded in pieces, if it was.
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
   * How many of the added tokens are at the same place in another text, whatever follows there. `least`: how much text after a token
   * decides that it ends there: the length of the longest added token.
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

/** How much is compared at once (UTF-16 units): slices are compared faster than characters one by one. */
const STEP = 4096;

/** The length of the beginning that two texts have in common. */
function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at + STEP <= most && one.slice(at, at + STEP) === other.slice(at, at + STEP)) at += STEP;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}
