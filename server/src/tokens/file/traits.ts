/**
 * Properties of a `tokenizer.json`: how its words spell bytes and spaces, its added tokens, and the tokens that it adds
 * before and after a text.
 */
import { getOwn } from '../../syntax/get-own.ts';
import type { AddedToken, Data, TokenizerData } from './data.ts';

export interface TokenizerTraits {
  /**
   * The spelling of words: each byte as a character (`bytes`), or text with `▁` for spaces and `<0xNN>` for bytes
   * (`spaces`). Undefined for any other spelling; the positions of tokens are then uncertain.
   */
  readonly spelling: 'bytes' | 'spaces' | undefined;
  /** The added tokens by id. */
  readonly added: ReadonlyMap<number, AddedToken>;
  /** The ids of added tokens by their text. */
  readonly addedIds: ReadonlyMap<string, number>;
  /** The ids of the tokens that are added before and after a text, unless it is a rendered conversation. */
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export function traitsOf(data: TokenizerData): TokenizerTraits {
  const { before, after } = framesIn(data.processor);
  return {
    spelling: spellingOf(data),
    added: new Map(data.added_tokens.map((token) => [token.id, token])),
    addedIds: new Map(data.added_tokens.map(({ content, id }) => [content, id])),
    before,
    after,
  };
}

function spellingOf({ normalizer, pre_tokenizer, decoder, model }: TokenizerData): TokenizerTraits['spelling'] {
  const parts = [normalizer, pre_tokenizer, decoder].flatMap(partsOf);
  const has = (type: string) => parts.some((part) => getOwn(part, 'type') === type);
  if (has('ByteLevel')) return 'bytes';
  const replaces = parts.some((part) => getOwn(part, 'type') === 'Replace' && JSON.stringify(part).includes('\u2581'));
  return has('Metaspace') || replaces || getOwn(model, 'byte_fallback') === true ? 'spaces' : undefined;
}

const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;

/** Returns a part with all the parts inside it. */
function partsOf(part: unknown): Data[] {
  if (!isObject(part)) return [];
  const inner = ['normalizers', 'pretokenizers', 'decoders'].map((key) => getOwn(part, key));
  return [part, ...inner.flatMap((list) => (Array.isArray(list) ? list.flatMap(partsOf) : []))];
}

/** Returns the special tokens that `TemplateProcessing` adds before and after a single text. */
function framesIn(processor: unknown): Pick<TokenizerTraits, 'before' | 'after'> {
  const before: number[] = [];
  const after: number[] = [];
  for (const part of processorsOf(processor)) {
    const [single, special] = [getOwn(part, 'single'), getOwn(part, 'special_tokens')];
    if (!Array.isArray(single) || !isObject(special)) continue;
    let isAfterSequence = false;
    for (const piece of single as readonly unknown[]) {
      if (!isObject(piece)) continue;
      const token = getOwn(piece, 'SpecialToken');
      if (getOwn(piece, 'Sequence') !== undefined) isAfterSequence = true;
      const name = isObject(token) ? getOwn(token, 'id') : undefined;
      const entry = typeof name === 'string' ? getOwn(special, name) : undefined;
      const ids = isObject(entry) ? getOwn(entry, 'ids') : undefined;
      if (!Array.isArray(ids)) continue;
      for (const id of ids) if (Number.isInteger(id)) (isAfterSequence ? after : before).push(id);
    }
  }
  return { before, after };
}

function processorsOf(processor: unknown): Data[] {
  if (!isObject(processor)) return [];
  const inner = getOwn(processor, 'processors');
  return [processor, ...(Array.isArray(inner) ? inner.filter(isObject) : [])];
}
