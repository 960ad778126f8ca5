/** JSON to be written: what a schema asks for, with places to fill in. */
import type { SchemaObject } from '../../model/tools/schema.ts';
import { defaultOf, listedIn, membersOf, schemasAt } from './schemas.ts';

/** A place to fill in: with one of some choices, or with what is there to begin with. */
interface Stop {
  readonly choices?: readonly string[];
  readonly text?: string;
}

/** JSON, and places to fill in. */
export type Piece = string | Stop;

/** JSON that may be in a transcript: no string holds a token. */
export const json = (value: unknown): string => JSON.stringify(value).replaceAll('<|', '\\u003c|');

/** Objects are written with the members that they must have, down to a depth; more than a few are for the user to choose. */
const SKELETON_LIMITS = { depth: 4, members: 12, choices: 30 };

/** A value as its schemas have it: a default, a choice, or the quotes or brackets of its type. */
export function valuePieces(schemas: readonly SchemaObject[], depth = 0): readonly Piece[] {
  const fallback = defaultOf(schemas);
  const values = listedIn(schemas).map(({ value }) => json(value));
  if (values.length === 1 && fallback === undefined) return values;
  if (values.length > 1 && values.length <= SKELETON_LIMITS.choices) return [{ choices: values }];
  const written = fallback === undefined ? undefined : json(fallback);
  if (written?.startsWith('"')) return ['"', { text: written.slice(1, -1) }, '"'];
  if (written !== undefined) return [{ text: written }];
  const type = schemas.flatMap((schema) => schema.type ?? []).find((name) => name !== 'null');
  if (type === 'string') return ['"', {}, '"'];
  if (type === 'array') return ['[', {}, ']'];
  return type === 'object' ? objectPieces(schemas, depth) : [{}];
}

/** An object with the members that it must have; an empty one to fill in if there are none. */
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

/** Pieces as text, the first of the choices chosen. */
export function plain(pieces: readonly Piece[], write: (json: string) => string): string {
  return pieces
    .map((piece) => write(typeof piece === 'string' ? piece : (piece.choices?.[0] ?? piece.text ?? '')))
    .join('');
}

/** Pieces as a snippet of the protocol, with a tab stop for each place. */
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
