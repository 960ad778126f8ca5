/** The model of a tokenizer, which turns words into tokens. The library drops a word that has no token; here, such a word is an error. */
import { getOwn } from '../../syntax/get-own.ts';
import type { Data } from './data.ts';
import { type Meter, PartError } from './meter.ts';

/** The maximum length of a word that is passed to a model (UTF-16 units). */
const MAX_WORD_SIZE = 1 << 20;
/**
 * The maximum number of tokens that a Unigram model may consider for a word. It is a number per character plus a base, limited to
 * `MAX_NODES`. Each token takes 100 bytes.
 */
const [nodesEach, nodesAnyway, MAX_NODES] = [128, 10_000, 6_000_000];

/** Thrown for text that has no token. `isWord`: whether the cause cannot be narrowed down to a part of this text. */
export class TokenMissing extends Error {
  constructor(
    readonly text: string,
    readonly isWord: boolean,
  ) {
    super(`its vocabulary has no id for ${describeText(text)}, nor for unknown text`);
  }
}

const MAX_NAME_LENGTH = 40;

function describeText(text: string): string {
  const characters = [...text.slice(0, MAX_NAME_LENGTH + 1)];
  if (characters.length !== 1)
    return JSON.stringify(text.length > MAX_NAME_LENGTH ? `${text.slice(0, MAX_NAME_LENGTH)}…` : text);
  const code = (text.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
  return `${JSON.stringify(text)} (U+${code})`;
}

interface Lattice {
  readonly chars: readonly string[];
  insert(...values: readonly number[]): void;
}

/** The fields and methods of the library's models that are used here; each kind of model has some of them. */
export interface Model {
  readonly tokens_to_ids: Map<string, number>;
  readonly vocab: string[];
  readonly unk_token_id?: number | null;
  readonly unk_token?: string | null;
  readonly byte_fallback?: boolean;
  readonly ignore_merges?: boolean;
  encode(words: readonly string[]): string[];
  bpe?(word: string): readonly string[];
  tokenize?(word: string): readonly string[];
  populate_nodes?(lattice: Lattice): void;
}

/** Makes a model throw an error for words that are too long, or that have no token. */
export function guardModel(model: Model, data: Data, meter: Meter): void {
  const name = `\`model\` (${String(getOwn(data, 'type')).slice(0, 40)})`;
  if (model.populate_nodes) limitNodes(model, name);
  const divide = divider(model);
  model.encode = (words) => {
    const tokens: string[] = [];
    for (const word of words) {
      if (word.length > MAX_WORD_SIZE)
        throw new PartError(
          `its ${name} receives a word of more than ${MAX_WORD_SIZE} characters: no part of the tokenizer splits the text`,
        );
      meter.enter(name, word.length);
      for (const token of divide(word)) tokens.push(token);
    }
    meter.leave();
    return tokens;
  };
}

function divider(model: Model): (word: string) => Iterable<string> {
  const knowsUnknown = typeof model.unk_token_id === 'number';
  const inner = model.encode.bind(model);
  const { bpe, tokenize } = model;
  if (tokenize) return (word) => tokenize.call(model, word);
  if (bpe && !knowsUnknown) return (word) => pairs(word, model, bpe.bind(model));
  return (word) => {
    const tokens = inner([word]);
    if (!knowsUnknown && tokens.some((token) => !model.tokens_to_ids.has(token))) throw new TokenMissing(word, true);
    return tokens;
  };
}

const encoder = new TextEncoder();

/** Divides a word by byte-pair encoding, for a model that has no token for unknown text. */
function* pairs(word: string, model: Model, bpe: (word: string) => readonly string[]): Generator<string> {
  const { tokens_to_ids: ids } = model;
  if (model.ignore_merges && ids.has(word)) {
    yield word;
    return;
  }
  for (const token of bpe(word)) {
    if (ids.has(token)) {
      yield token;
      continue;
    }
    const bytes = model.byte_fallback ? [...encoder.encode(token)].map(byteToken) : [];
    if (bytes.length === 0 || !bytes.every((byte) => ids.has(byte))) throw new TokenMissing(token, false);
    yield* bytes;
  }
}

const byteToken = (byte: number) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;

/** Limits the number of nodes in a lattice, which has a node for each word of the vocabulary that matches at some position of the text. */
function limitNodes(model: Model, name: string): void {
  const populate = model.populate_nodes?.bind(model);
  model.populate_nodes = (lattice) => {
    const insert = lattice.insert.bind(lattice);
    let remainingNodes = Math.min(MAX_NODES, nodesAnyway + nodesEach * lattice.chars.length);
    lattice.insert = (...values) => {
      if (--remainingNodes < 0)
        throw new PartError(`too many words in its ${name} are prefixes of one another to tokenize this text`);
      insert(...values);
    };
    populate?.(lattice);
  };
}
