/** Finds marks in the texts that a template writes: control tokens and tags, which do not occur in prose. */

/**
 * Matches a mark: `<|…|>`, the pair `<|…>` and `<…|>` of Gemma 4, `[INST]`, `[[end]]`, `@@end`, `<start_of_turn>`, `</s>` or `<<SYS>>`.
 * Also matches tokens with the full-width bars of DeepSeek, or in other brackets (`◁…▷`, `【…】`).
 */
const mark =
  /<\|[^\s<>|]{1,60}\|?>|<[A-Za-z_]{1,60}\|>|<｜[^\s<>｜]{1,60}｜>|\[\[\/?[A-Za-z_]{2,30}\]\]|\[\/?[A-Za-z_]{2,30}\]|@@\/?[A-Za-z_]{2,30}(?!\w)|<\/?[A-Za-z][\w:.-]{0,30}>|<<\/?[A-Z]+>>|<[A-Z_]+>|[◁【][^◁▷【】\s]{1,20}[▷】]/g;

export const marksIn = (text: string): string[] => [...text.matchAll(mark)].map(([token]) => token);

export const hasMark = (text: string): boolean => text.search(mark) >= 0;

/** The offset at which the last mark ends; 0 if there is no mark. */
export function lastMarkEnd(text: string): number {
  let end = 0;
  for (const { 0: token, index } of text.matchAll(mark)) end = index + token.length;
  return end;
}

/** The last offset at or before `at` that is not inside a mark or a word. */
export function boundaryBefore(text: string, at: number): number {
  for (const { 0: token, index } of text.matchAll(mark)) if (index < at && at < index + token.length) return index;
  if (lastMarkEnd(text.slice(0, at)) === at || at >= text.length) return at;
  let end = at;
  while (end > 0 && word.test(text[end - 1] as string)) end--;
  // An unclosed bracket may begin a mark.
  const before = text.slice(0, end);
  return Math.max(lastMarkEnd(before), begunMark(before));
}

/** The offset of the first unclosed bracket; the end of the text if there is none. */
function begunMark(text: string): number {
  let from = 0;
  for (const bracket of ['>', ']', '▷', '】']) from = Math.max(from, text.lastIndexOf(bracket) + 1);
  const opened = text.slice(from).search(/[<[◁【]/);
  return opened < 0 ? text.length : from + opened;
}

const word = /[\p{L}\p{N}_]/u;

export function commonPrefix(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = first.length;
  for (const text of others) {
    let at = 0;
    while (at < length && text[at] === first[at]) at++;
    length = at;
  }
  return first.slice(0, length);
}
