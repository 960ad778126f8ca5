/** The dialects that are JSON and can be chosen, and the file names that settle them. */
import type { AnyDialectId, JsonDialectId } from './types.ts';

export const jsonDialects: readonly JsonDialectId[] = ['chatml-wire', 'openchatml-json', 'messages', 'stream-event'];

/** The same, including JSON without a chosen dialect. */
export const anyJson: readonly JsonDialectId[] = [...jsonDialects, 'json'];

/** Whether no dialect was chosen, so that each value is recognised by its content. */
export const isUnchosen = (dialect: AnyDialectId): boolean => dialect === 'json';

/** By the ending of the file's name. */
export const jsonFiles: readonly (readonly [ending: string, dialect: JsonDialectId])[] = [
  ['.chatml.json', 'chatml-wire'],
  ['.ocml.json', 'openchatml-json'],
  ['.ocml.jsonl', 'openchatml-json'],
  ['.messages.json', 'messages'],
  ['.messages.jsonl', 'messages'],
  ['.events.jsonl', 'stream-event'],
];

/** Whether the name of a file says that it is JSON: one value, or one a line. */
export const isJsonFile = (path: string): boolean => /\.(?:json|jsonl|ndjson)$/i.test(path);

/** Whether the name of a file says that it is JSON Lines. */
export const isJsonLinesFile = (path: string): boolean => /\.(?:jsonl|ndjson)$/i.test(path);
