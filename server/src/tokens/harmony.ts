/**
 * The vocabulary of Harmony, `o200k_harmony`: text ↔ the numbers of its tokens. It takes 2 MB, so it is loaded when
 * something first asks for it.
 */

interface Encoding {
  encode(text: string, options: { readonly disallowedSpecial: ReadonlySet<string> }): number[];
  decode(ids: Iterable<number>): string;
  decodeGenerator(ids: Iterable<number>): Iterable<string>;
}

let loaded: Encoding | undefined;

function encoding(): Encoding {
  loaded ??= require('gpt-tokenizer/encoding/o200k_harmony') as Encoding;
  return loaded;
}

/**
 * How far a stretch is looked at for its first token (UTF-16 units). The encoder takes quadratic time for a word, and no
 * token is longer than 128 bytes.
 */
const farEnough = 400;

/**
 * The number of the first token of ordinary text, in which special tokens count as what they are spelled with; undefined
 * where that depends on more of the text than is looked at, or where there is none.
 */
export function firstTokenOf(text: string): number | undefined {
  const head = text.slice(0, farEnough);
  if (text.length > farEnough && isOneWord(head)) return undefined;
  return encoding().encode(head, { disallowedSpecial: none })[0];
}

const none: ReadonlySet<string> = new Set();

/** Whether text may go on as part of the one word, or the one run of spaces or signs, that it is. */
const isOneWord = (head: string) => /^(?:[^\r\n\p{L}\p{N}]?[\p{L}\p{M}']*|\s*[^\s\p{L}\p{N}]*[\r\n/]*)$/u.test(head);

/** The numbers of the special tokens, and how many numbers there are in all. */
const [firstSpecial, size] = [199_998, 201_088];

export interface Decoded {
  readonly text: string;
  /** Where each token begins in the text (UTF-16 offsets). */
  readonly starts: readonly number[];
}

/** The text of tokens. Throws, in words for users, at a number that is not one of a token. */
export function decodeTokens(ids: readonly number[]): Decoded {
  const wrong = ids.findIndex((id) => !Number.isInteger(id) || id < 0 || id >= size);
  if (wrong >= 0) throw new Error(`${ids[wrong]}, at position ${wrong + 1}, is not the number of a token of Harmony`);
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  function* fed(): Generator<number> {
    for (const id of ids) {
      starts.push(length);
      yield id;
    }
  }
  for (const part of encoding().decodeGenerator(fed())) {
    parts.push(part);
    length += part.length;
  }
  return { text: parts.join(''), starts };
}

/** Whether a number is that of a special token, such as `<|start|>`. */
export const isSpecialId = (id: number): boolean => id >= firstSpecial && id < size;

/** How a token reads. */
export const tokenText = (id: number): string => decodeTokens([id]).text;
