/** The JSON to insert for a schema: its required values, with placeholders. */
import type { SchemaObject } from '../../model/tools/schema.ts';
import { defaultOf, listedIn, membersOf, schemasAt } from './schemas.ts';

/** A placeholder, which has either a list of choices or an initial value, or neither. */
interface Stop {
  readonly choices?: readonly string[];
  readonly text?: string;
}

/** A piece of JSON, or a placeholder. */
export type Piece = string | Stop;

/** Writes a value as JSON that is safe in a transcript, because its strings cannot contain a control token. */
export const json = (value: unknown): string => JSON.stringify(value).replaceAll('<|', '\\u003c|');

/**
 * Limits of the inserted JSON. An object that is nested deeper, or that has more required fields, stays empty. A longer list of choices is
 * not offered.
 */
const SKELETON_LIMITS = { depth: 4, members: 12, choices: 30 };

/** The JSON and placeholders of a value that fits its schemas: its default, a choice, or the quotes or brackets of its type. */
export function valuePieces(schemas: readonly SchemaObject[], depth = 0): readonly Piece[] {
  const fallback = defaultOf(schemas);
  const values = listedIn(schemas).map(({ value }) => json(value));
  if (values.length === 1 && fallback === undefined) return values;
  if (values.length > 1 && values.length <= SKELETON_LIMITS.choices) return [{ choices: values }];
  const fallbackJson = fallback === undefined ? undefined : json(fallback);
  if (fallbackJson?.startsWith('"')) return ['"', { text: fallbackJson.slice(1, -1) }, '"'];
  if (fallbackJson !== undefined) return [{ text: fallbackJson }];
  const type = schemas.flatMap((schema) => schema.type ?? []).find((name) => name !== 'null');
  if (type === 'string') return ['"', {}, '"'];
  if (type === 'array') return ['[', {}, ']'];
  return type === 'object' ? objectPieces(schemas, depth) : [{}];
}

/** The JSON and placeholders of an object with its required fields. If there are none, an empty object to fill in. */
export function objectPieces(schemas: readonly SchemaObject[], depth = 0): readonly Piece[] {
  const required = membersOf(schemas).filter((member) => member.required);
  if (required.length === 0 || required.length > SKELETON_LIMITS.members || depth >= SKELETON_LIMITS.depth)
    return ['{', {}, '}'];
  const members = required.flatMap(({ key, schema }, i) => [
    `${i > 0 ? ', ' : ''}${json(key)}: `,
    ...valuePieces(schemasAt(schema, []), depth + 1),
  ]);
  return ['{', ...members, '}'];
}

/** The pieces as plain text. A placeholder with choices becomes its first choice. */
export function plain(pieces: readonly Piece[], write: (json: string) => string): string {
  return pieces
    .map((piece) => write(typeof piece === 'string' ? piece : (piece.choices?.[0] ?? piece.text ?? '')))
    .join('');
}

/** The pieces as a snippet of the protocol, with a tab stop for each placeholder. */
export function snippet(pieces: readonly Piece[], write: (json: string) => string): string {
  let stops = 0;
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return write(piece).replace(/[\\$}]/g, '\\$&');
      stops++;
      const choices = piece.choices?.map((choice) => write(choice).replace(/[\\$},|]/g, '\\$&'));
      if (choices) return `\${${stops}|${choices.join(',')}|}`;
      const text = write(piece.text ?? '').replace(/[\\$}]/g, '\\$&');
      return text === '' ? `$${stops}` : `\${${stops}:${text}}`;
    })
    .join('');
}
