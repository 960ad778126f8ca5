/** The encoding that best fits the models of a dialect, if none is chosen. */
import type { AnyDialectId, JsonDialectId, KnownDialectId } from '../grammar/index.ts';
import { getOwn } from '../syntax/get-own.ts';
import type { EncodingName } from './names.ts';

/**
 * gpt-oss reads Harmony, and chat APIs serve models since GPT-4o. ChatML came with GPT-3.5 and GPT-4; the vocabularies of Llama 3
 * and of most current ChatML models are `cl100k_base` with additional words.
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

/** The encoding for a dialect; for a learned dialect, whose encoding is unknown, that of most models with their own dialect. */
export const usualEncoding = (dialect: AnyDialectId): EncodingName => getOwn(encodings, dialect) ?? 'cl100k_base';
