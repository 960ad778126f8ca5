/**
 * Converts text to token ids, and back, with the `tokenizer.json` of a model. The file may be untrusted: `file/data.ts`
 * checks it before the library reads it, `file/parts.ts` and `file/model.ts` limit the output for a text, and its
 * regular expressions run under a time limit.
 */
import type { Tokenizer } from '@huggingface/tokenizers';
import { cut, hasLongRun } from './cut.ts';
import { type TokenizerData, tokenizerData } from './file/data.ts';
import { Meter, PartError } from './file/meter.ts';
import { guardModel, type Model, TokenMissing } from './file/model.ts';
import { guard, type Part } from './file/parts.ts';
import { Splitter } from './file/splitter.ts';
import { type TokenizerTraits, traitsOf } from './file/traits.ts';

export { TokenMissing } from './file/model.ts';

/** The maximum size of a file in bytes. The largest tokenizers in use, with a quarter of a million tokens, have 35 MB. */
export const MAX_TOKENIZER_SIZE = 1 << 26;
/**
 * The maximum length of text that is encoded at once (UTF-16 units). This limit is needed for runs of digits, since no other limit divides
 * them.
 */
const MAX_PIECE_LENGTH = 1 << 19;
/** The maximum length of decoded text is this number of characters per token, plus `MAX_DECODED_LENGTH`. */
const perToken = 128;
const MAX_DECODED_LENGTH = 1 << 20;

export interface FileTokenizer {
  /** Yields the ids of a text piece by piece. Special tokens are recognized by their spelling. */
  encode(text: string): Generator<readonly number[]>;
  count(text: string): number;
  /** Returns all ids that `encode` yields, with their words from the vocabulary. */
  words(text: string): TokenWords;
  /** The spelling of the words, and the added tokens. */
  readonly traits: TokenizerTraits;
  /** Decodes ids. Throws, with a message for users, if a number is not a token id. */
  decode(ids: readonly number[]): string;
  /** Returns the name of the part of the tokenizer that is running. If a time limit ends the work, the message contains this name. */
  working(): string | undefined;
}

export interface TokenWords {
  readonly ids: readonly number[];
  readonly words: readonly string[];
  /** Whether a run longer than any word was divided before encoding, so that the ids may differ from those of the whole text. */
  readonly divided: boolean;
}

/** The library's internal data about added tokens. */
interface Inside {
  readonly added_tokens: unknown[];
  readonly added_tokens_map: Map<string, unknown>;
  readonly special_tokens: string[];
  readonly all_special_ids: number[];
  splitter_unnormalized: Pick<Splitter, 'split'>;
  splitter_normalized: Pick<Splitter, 'split'>;
}

/**
 * Reads a tokenizer. If it is invalid, or larger than any real tokenizer, throws an error whose message is a clause
 * about the file. The methods of the tokenizer throw a `TokenMissing` for text that has no token in the vocabulary.
 */
export function readTokenizer(text: string): FileTokenizer {
  const data = tokenizerData(text);
  const meter = new Meter();
  const tokenizer = inOurWords('the tokenizer library cannot read it', () => createTokenizer(data, meter));
  const { vocab } = tokenizer.model as unknown as Model;

  function encodeText(piece: string): { readonly ids: number[]; readonly tokens: string[] } {
    meter.begin(piece.length);
    const { ids, tokens } = inOurWords('its parts are incompatible', () =>
      tokenizer.encode(piece, { add_special_tokens: false }),
    );
    const missingIndex = ids.findIndex((id) => !Number.isInteger(id));
    if (missingIndex >= 0) throw new TokenMissing(String(tokens[missingIndex]), false);
    return { ids, tokens };
  }
  function* encoded(whole: string) {
    for (const piece of pieces(whole)) {
      try {
        yield encodeText(piece);
      } catch (error) {
        throw error instanceof TokenMissing && !error.isWord ? smallest(error, piece) : error;
      }
    }
  }
  /**
   * Finds the character in a text for which the vocabulary has no token. The original error may name it only as bytes, or in another
   * spelling.
   */
  function smallest(error: TokenMissing, piece: string): unknown {
    for (const character of new Set(piece)) {
      try {
        encodeText(character);
      } catch (inner) {
        return inner instanceof TokenMissing ? new TokenMissing(character, true) : inner;
      }
    }
    return error;
  }

  function* encode(whole: string) {
    for (const { ids } of encoded(whole)) yield ids;
  }

  return {
    encode,
    traits: traitsOf(data),
    working: () => meter.at,
    words(whole) {
      const all = [...encoded(whole)];
      const [first] = all;
      if (first !== undefined && all.length === 1) return { ids: first.ids, words: first.tokens, divided: false };
      return {
        ids: all.flatMap(({ ids }) => ids),
        words: all.flatMap(({ tokens }) => tokens),
        divided: hasLongRun(whole),
      };
    },
    count(whole) {
      let count = 0;
      for (const ids of encode(whole)) count += ids.length;
      return count;
    },
    decode(ids) {
      let length = 0;
      for (const [i, id] of ids.entries()) {
        const token = vocab[id];
        if (token === undefined) throw new Error(`${id}, at position ${i + 1}, is not a token id of this tokenizer`);
        length += token.length;
        if (length > perToken * ids.length + MAX_DECODED_LENGTH)
          throw new PartError(`its vocabulary turns ${ids.length} tokens into more than ${length - 1} characters`);
      }
      // The library throws an error for an empty list.
      if (ids.length === 0) return '';
      meter.begin(length);
      return inOurWords('its parts are incompatible', () =>
        tokenizer.decode([...ids], { skip_special_tokens: false, clean_up_tokenization_spaces: false }),
      );
    },
  };
}

function* pieces(whole: string): Generator<string> {
  for (const piece of cut(whole)) {
    for (let from = 0; from < piece.length; ) {
      const at = from + MAX_PIECE_LENGTH;
      // Do not cut between the halves of a surrogate pair.
      const to = at + ((piece.charCodeAt(at) & 0xfc00) === 0xdc00 ? 1 : 0);
      yield piece.slice(from, to);
      from = to;
    }
  }
}

const MAX_REASON_LENGTH = 200;

/** Adds a context to errors of the library, since the messages of these errors are about the library's own code. */
function inOurWords<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const isOurs = error instanceof PartError || error instanceof TokenMissing;
    if (isOurs || !(error instanceof Error)) throw error;
    throw new Error(`${what}: ${error.message.slice(0, MAX_REASON_LENGTH)}`);
  }
}

function createTokenizer(data: TokenizerData, meter: Meter): Tokenizer {
  const library = require('@huggingface/tokenizers') as typeof import('@huggingface/tokenizers');
  const tokenizer = new library.Tokenizer({ ...data, added_tokens: [] }, {});
  for (const kind of ['normalizer', 'pre_tokenizer', 'decoder'] as const)
    guard(kind, tokenizer[kind] as Part | null, data[kind] as TokenizerData, meter);
  const [inside, model] = [tokenizer as unknown as Inside, tokenizer.model as unknown as Model];
  const { normalizer } = tokenizer;
  const [asWritten, normalized]: [string[], string[]] = [[], []];
  for (const one of data.added_tokens) {
    const token = new library.AddedToken(one);
    const { content, id, special } = token;
    inside.added_tokens.push(token);
    model.tokens_to_ids.set(content, id);
    model.vocab[id] = content;
    if (special) {
      inside.special_tokens.push(content);
      inside.all_special_ids.push(id);
    }
    inside.added_tokens_map.set(content, token);
    if (token.normalized && normalizer !== null) {
      meter.begin(content.length);
      const changed = normalizer.normalize(content);
      normalized.push(changed);
      inside.added_tokens_map.set(changed, token);
    } else asWritten.push(content);
  }
  inside.splitter_unnormalized = new Splitter(asWritten);
  inside.splitter_normalized = new Splitter(normalized);
  guardModel(model, data.model, meter);
  return tokenizer;
}
