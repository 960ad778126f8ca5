/** Checks a `tokenizer.json` before the library reads it: its size, nesting, strings and numbers must be within limits. */

import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';

/** The maximum number of each: words, merges and added tokens. No real tokenizer has more. */
const MAX_WORDS = 2_000_000;
const MAX_MERGES = 4_000_000;
const MAX_ADDED_TOKENS = 100_000;
/**
 * The maximum total length of the words of a Unigram model, and of all added tokens. The library may store a tree node
 * for each character.
 */
const MAX_LETTERS = 4_000_000;
/** The maximum length of an added token, and of a string in a part of the tokenizer (UTF-16 units). */
const MAX_TOKEN_LENGTH = 4096;
const MAX_TEXT_LENGTH = 10_000;
/** The maximum nesting depth of a normalizer, pre-tokenizer or decoder, and the maximum number of values in it. */
const MAX_COMPONENT_DEPTH = 24;
const MAX_VALUES = 50_000;
/** The maximum value of WordPiece's option for the length of the longest word. The time for a word is cubic in its length. */
const MAX_WORD_LENGTH = 1000;

export type Data = Readonly<Record<string, unknown>>;

export interface AddedToken {
  readonly content: string;
  readonly id: number;
  readonly special?: boolean;
  readonly normalized?: boolean;
  readonly lstrip?: boolean;
  readonly rstrip?: boolean;
}

/** The data that is passed to the library. The post-processor is removed, because it would add tokens before and after a text. */
export interface TokenizerData extends Data {
  readonly model: Data;
  readonly added_tokens: readonly AddedToken[];
  /** The post-processor, which the library does not run. `traits.ts` reads from it which tokens it adds before and after a text. */
  readonly processor?: unknown;
}

/**
 * Parses and checks a file. If it is invalid or exceeds a limit, throws an error whose message is a clause about the
 * file, such as “it is not JSON”.
 */
export function tokenizerData(text: string): TokenizerData {
  const data = parsed(text);
  checkWords(data);
  for (const part of ['normalizer', 'pre_tokenizer', 'decoder']) checkPart(part, getOwn(data, part));
  const { vocab: _, merges: __, ...rest } = data.model;
  checkPart('model', rest);
  const wordLimit = rest.max_input_chars_per_word ?? 0;
  if (typeof wordLimit !== 'number' || wordLimit > MAX_WORD_LENGTH)
    throw new Error(
      `its \`model\` splits words of more than ${MAX_WORD_LENGTH} characters (\`max_input_chars_per_word\`), unlike any real tokenizer`,
    );
  return data;
}

function parsed(text: string): TokenizerData {
  let data: unknown;
  try {
    data = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Error('it is not JSON');
  }
  if (!isObject(data) || !isObject(data.model) || !Array.isArray(data.added_tokens ?? []))
    throw new Error(
      'it is not a tokenizer.json: it has no `model`. Use the tokenizer.json next to the weights of a model',
    );
  const { normalizer = null, pre_tokenizer = null, decoder = null } = data;
  const addedTokens = (data.added_tokens ?? []) as TokenizerData['added_tokens'];
  const processor = getOwn(data, 'post_processor');
  return {
    normalizer,
    pre_tokenizer,
    decoder,
    post_processor: null,
    processor,
    added_tokens: addedTokens,
    model: data.model,
  };
}

function checkWords({ model, added_tokens: tokens }: TokenizerData): void {
  const { vocab, merges = [] } = model;
  const numbers: unknown[] = isObject(vocab) ? Object.values(vocab) : [];
  const words = Array.isArray(vocab) ? vocab.length : numbers.length;
  if (words === 0) throw new Error('its vocabulary is empty');
  if (words > MAX_WORDS || !Array.isArray(merges) || merges.length > MAX_MERGES || tokens.length > MAX_ADDED_TOKENS)
    throw new Error(
      `it has more than ${MAX_WORDS} words, ${MAX_MERGES} merges or ${MAX_ADDED_TOKENS} added tokens, which no tokenizer has`,
    );
  if (Array.isArray(vocab)) checkScores(vocab, model.unk_id);
  checkMerges(merges);
  let letters = 0;
  for (const token of tokens as readonly unknown[]) {
    if (!isObject(token) || typeof token.content !== 'string' || token.content === '')
      throw new Error('an added token has no text');
    if (token.content.length > MAX_TOKEN_LENGTH)
      throw new Error(`an added token has more than ${MAX_TOKEN_LENGTH} characters, which no tokenizer has`);
    letters += token.content.length;
    numbers.push(token.id);
  }
  if (letters > MAX_LETTERS) throw tooManyLetters('added tokens');
  const wrong = numbers.find((id) => !Number.isInteger(id) || (id as number) < 0 || (id as number) >= 2 * MAX_WORDS);
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)?.slice(0, 40)} is not a token id`);
}

const tooManyLetters = (what: string) =>
  new Error(`its ${what} have more than ${MAX_LETTERS} characters, which no tokenizer has`);

/** Checks the words of a Unigram model, each of which must have a score. */
function checkScores(words: readonly unknown[], unknown: unknown): void {
  let letters = 0;
  for (const [i, row] of words.entries()) {
    const [word, score] = Array.isArray(row) ? (row as readonly unknown[]) : [];
    if (typeof word !== 'string' || !Number.isFinite(score))
      throw new Error(`word ${i + 1} of its vocabulary is not a pair of a string and a score`);
    letters += word.length;
  }
  if (letters > MAX_LETTERS) throw tooManyLetters('words');
  if (unknown === undefined || unknown === null) return;
  if (!Number.isInteger(unknown) || (unknown as number) < 0 || (unknown as number) >= words.length)
    throw new Error('its `unk_id` is not the index of a word');
}

/** Checks that the merges are either all strings, or all pairs of strings. */
function checkMerges(merges: readonly unknown[]): void {
  const arePairs = Array.isArray(merges[0]);
  const wrong = merges.findIndex((merge) =>
    arePairs
      ? !Array.isArray(merge) || merge.length !== 2 || merge.some((part) => typeof part !== 'string')
      : typeof merge !== 'string',
  );
  if (wrong >= 0) throw new Error(`merge ${wrong + 1} of its \`model\` is not a pair of strings`);
}

function checkPart(name: string, part: unknown): void {
  let remainingValues = MAX_VALUES;
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_COMPONENT_DEPTH || --remainingValues < 0)
      throw new Error(`its \`${name}\` is nested too deeply, or has too many parts`);
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      // This value can take hundreds of kilobytes, and is not used.
      if (key === 'precompiled_charsmap') continue;
      if (typeof inner === 'string' && inner.length > MAX_TEXT_LENGTH)
        throw new Error(
          `the ${JSON.stringify(key)} of its \`${name}\` has more than ${MAX_TEXT_LENGTH} characters, which no tokenizer has`,
        );
      visit(inner, depth + 1);
    }
  };
  visit(part, 0);
}
