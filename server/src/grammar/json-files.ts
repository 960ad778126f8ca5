/** The JSON dialects that can be chosen, and the file names that determine one. */
import type { AnyDialectId, JsonDialectId } from './types.ts';

export const jsonDialects: readonly JsonDialectId[] = ['chatml-wire', 'openchatml-json', 'messages', 'stream-event'];

/** All JSON dialects, including JSON without a chosen dialect. */
export const anyJson: readonly JsonDialectId[] = [...jsonDialects, 'json'];

/** Whether no dialect was chosen, so that the dialect of each value is recognized by its content. */
export const isUnchosen = (dialect: AnyDialectId): boolean => dialect === 'json';

/** The dialects that are determined by the file name extension. */
export const jsonFiles: readonly (readonly [ending: string, dialect: JsonDialectId])[] = [
  ['.chatml.json', 'chatml-wire'],
  ['.ocml.json', 'openchatml-json'],
  ['.ocml.jsonl', 'openchatml-json'],
  ['.messages.json', 'messages'],
  ['.messages.jsonl', 'messages'],
  ['.events.jsonl', 'stream-event'],
];

/** Whether the name of a file has an extension for JSON or JSON Lines. */
export const isJsonFile = (path: string): boolean => /\.(?:json|jsonl|ndjson)$/i.test(path);

/** Whether the name of a file has an extension for JSON Lines. */
export const isJsonLinesFile = (path: string): boolean => /\.(?:jsonl|ndjson)$/i.test(path);
