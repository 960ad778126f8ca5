/** Chooses the encoding that best fits the models of a dialect, if the user has chosen none. */
import type { AnyDialectId, JsonDialectId, KnownDialectId } from '../grammar/index.ts';
import { getOwn } from '../syntax/get-own.ts';
import type { EncodingName } from './names.ts';

/**
 * The encodings by dialect. gpt-oss reads Harmony, and chat APIs serve GPT-4o and later models. ChatML came with
 * GPT-3.5 and GPT-4. The vocabularies of Llama 3 and of most current ChatML models are `cl100k_base` with additional
 * words.
 */
const encodings: Readonly<Record<KnownDialectId | JsonDialectId, EncodingName>> = {
  'openchatml-2.2': 'o200k_harmony',
  harmony: 'o200k_harmony',
  'openchatml-json': 'o200k_harmony',
  'stream-event': 'o200k_harmony',
  'openchatml-0.1': 'cl100k_base',
  'chatml-wire': 'cl100k_base',
  llama3: 'cl100k_base',
  phi3: 'cl100k_base',
  messages: 'o200k_base',
  json: 'o200k_base',
};

/**
 * Returns the encoding for a dialect. For a learned dialect, whose encoding is unknown, it is the encoding of most
 * models that have their own dialect.
 */
export const usualEncoding = (dialect: AnyDialectId): EncodingName => getOwn(encodings, dialect) ?? 'cl100k_base';
