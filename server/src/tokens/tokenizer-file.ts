/**
 * The user's `tokenizer.json`, as published with a model: text ↔ the numbers of its tokens. The file may come from a
 * stranger, so its size, nesting and numbers are checked before the library sees it, and its regular expressions get limited
 * time.
 */
import type { Tokenizer } from '@huggingface/tokenizers';
import { own } from '../syntax/own.ts';
import { cut } from './cut.ts';

/** In bytes. The largest that are in use, of a quarter of a million tokens, have 35 MB. */
export const largestTokenizer = 1 << 26;
/** The most words, merges and added tokens; no real tokenizer has more. */
const mostWords = 2_000_000;
const mostMerges = 4_000_000;
const mostAdded = 100_000;
/** How deep the parts nest that normalise, divide and decode, and how many values they have. */
const deepest = 24;
const mostValues = 50_000;

export interface FileTokenizer {
  /** The numbers of a text in which special tokens are what they look like; a piece at a time. */
  encode(text: string): Generator<readonly number[]>;
  count(text: string): number;
  /** Throws, with a message for users, at a number that is not one of a token. */
  decode(ids: readonly number[]): string;
}

/** Reads a tokenizer. Throws, in words that follow its name, where it is not one, or larger than any. */
export function readTokenizer(text: string): FileTokenizer {
  const data = parsed(text);
  checkWords(data);
  for (const part of ['normalizer', 'pre_tokenizer', 'post_processor', 'decoder']) checkPart(part, own(data, part));
  const tokenizer = made(data);
  const encodeText = (piece: string) => tokenizer.encode(piece, { add_special_tokens: false }).ids;
  function* encode(whole: string) {
    for (const piece of cut(whole)) yield encodeText(piece);
  }
  return {
    encode,
    count(whole) {
      let count = 0;
      for (const ids of encode(whole)) count += ids.length;
      return count;
    },
    decode(ids) {
      const wrong = ids.findIndex((id) => tokenizer.id_to_token(id) === undefined);
      if (wrong >= 0) throw new Error(`${ids[wrong]}, at position ${wrong + 1}, is not a token id of this tokenizer`);
      // The library throws at an empty list.
      if (ids.length === 0) return '';
      return tokenizer.decode([...ids], { skip_special_tokens: false, clean_up_tokenization_spaces: false });
    },
  };
}

type Data = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): Data {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  if (!isObject(data) || !isObject(data.model) || !Array.isArray(data.added_tokens ?? []))
    throw new Error('it is not a tokenizer.json: it has no `model`. Take the file next to the weights of a model');
  return { normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null, added_tokens: [], ...data };
}

function checkWords({ model, added_tokens: added }: Data): void {
  const { vocab, merges = [] } = model as Data;
  const numbers: unknown[] = isObject(vocab) ? Object.values(vocab) : [];
  const words = Array.isArray(vocab) ? vocab.length : numbers.length;
  if (words === 0) throw new Error('its vocabulary is empty');
  const tokens = added as readonly unknown[];
  if (words > mostWords || !Array.isArray(merges) || merges.length > mostMerges || tokens.length > mostAdded)
    throw new Error(
      `it has more than ${mostWords} words, ${mostMerges} merges or ${mostAdded} added tokens, which no tokenizer has`,
    );
  for (const token of tokens) {
    if (!isObject(token) || typeof token.content !== 'string' || token.content === '')
      throw new Error('an added token has no text');
    numbers.push(token.id);
  }
  const wrong = numbers.find((id) => !Number.isInteger(id) || (id as number) < 0 || (id as number) >= 2 * mostWords);
  if (wrong !== undefined) throw new Error(`${JSON.stringify(wrong)?.slice(0, 40)} is not a token id`);
}

function checkPart(name: string, part: unknown): void {
  let left = mostValues;
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest || --left < 0) throw new Error(`its \`${name}\` is nested too deeply, or has too many parts`);
    if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) visit(inner, depth + 1);
  };
  visit(part, 0);
}

function made(data: Data): Tokenizer {
  const library = require('@huggingface/tokenizers') as typeof import('@huggingface/tokenizers');
  try {
    return new library.Tokenizer(data, {});
  } catch (error) {
    throw new Error(`the library cannot read it: ${(error as Error).message}`);
  }
}
