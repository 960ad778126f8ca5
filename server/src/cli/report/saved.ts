/**
 * The figures of a part of a data set as a file, which `--merge` adds up: a line for the keys of each piece, and a last one with
 * everything else.
 */
import { whyUnreadable } from '../../files/regular.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { readPieces } from '../files/input.ts';
import { beginFile } from '../files/new.ts';
import { DuplicateIndex } from './duplicates.ts';
import { addPart, noPart, PLACES_OF_FILE, type ReportPart, ROW_KEYS, type RowKeys } from './part.ts';
import type { TrainingSpec } from './training.ts';

const version = 1;

/** What was counted, besides the figures. */
export interface Counted {
  readonly vocabulary: string | undefined;
  readonly training: TrainingSpec | undefined;
}

export interface SavedFile {
  keep(keys: RowKeys): void;
  finish(part: ReportPart, counted: Counted): Promise<void>;
  close(): Promise<void>;
}

/** Begins a file, which replaces an existing one: a part that was begun again is counted once. */
export function beginSaved(path: string): SavedFile {
  const fresh = beginFile(path, true);
  return {
    keep: ({ rows, beginnings, bands }) =>
      fresh.write(`${JSON.stringify({ keys: [rows, beginnings, bands].map(toBase64) })}\n`),
    async finish(part, counted) {
      const { keys: _, ...figures } = part;
      fresh.write(`${JSON.stringify({ version, ...counted, figures }, encoded)}\n`);
      await fresh.finish();
    },
    close: () => fresh.close(),
  };
}

const toBase64 = (numbers: readonly number[]): string =>
  Buffer.from(Float64Array.from(numbers).buffer).toString('base64');

const encoded = (_: string, value: unknown): unknown => (value instanceof Map ? { map: [...value] } : value);

function decoded(_: string, value: unknown): unknown {
  const list =
    typeof value === 'object' && value !== null ? getOwn(value as Record<string, unknown>, 'map') : undefined;
  return Array.isArray(list) ? new Map(list as [unknown, unknown][]) : value;
}

/** Adds up the files, in their order. Throws, in words for the user, at what `--counts` did not write. */
export async function mergeSaved(paths: readonly string[]) {
  const part = noPart();
  const index = new DuplicateIndex();
  let counted: Counted | undefined;
  for (const path of paths) {
    const more = await readSaved(path, part.files.length, index);
    addPart(part, more.part, part.files.length);
    counted ??= more.counted;
  }
  return { part, index, ...(counted ?? { vocabulary: undefined, training: undefined }) };
}

async function readSaved(path: string, before: number, index: DuplicateIndex) {
  let found: { readonly part: ReportPart; readonly counted: Counted } | undefined;
  try {
    for await (const { text } of readPieces(path))
      for (const line of text.split('\n')) {
        if (line === '') continue;
        const data = JSON.parse(line, decoded) as Record<string, unknown>;
        if (Array.isArray(data.keys)) index.add(keysIn(data.keys), (place) => place + before * PLACES_OF_FILE);
        else found = figuresIn(data);
      }
  } catch (error) {
    throw new Error(
      `${path}: ${error instanceof SyntaxError || error instanceof TypeError ? notOurs : whyUnreadable(error)}`,
    );
  }
  if (found === undefined) throw new Error(`${path}: ${notOurs}`);
  return found;
}

const notOurs = 'ocml report --counts did not write this, or not to its end';

function keysIn(lists: readonly unknown[]): RowKeys {
  const [rows, beginnings, bands] = lists.map((list) => {
    const bytes = Buffer.from(String(list), 'base64');
    if (bytes.length % 8 !== 0) throw new SyntaxError(notOurs);
    return [...new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))];
  });
  if (rows === undefined || beginnings === undefined || bands === undefined || rows.length % ROW_KEYS !== 0)
    throw new SyntaxError(notOurs);
  for (const list of [beginnings, bands]) {
    let at = 0;
    for (let row = 0; row < rows.length / ROW_KEYS; row++) {
      const many = list[at];
      if (many === undefined || !(many >= 0 && at + many < list.length)) throw new SyntaxError(notOurs);
      at += many + 1;
    }
  }
  return { rows, beginnings, bands };
}

/** The figures have the form of those of no rows. */
function figuresIn({ version: written, figures, vocabulary, training }: Record<string, unknown>) {
  const part = { ...(figures as object), keys: { rows: [], beginnings: [], bands: [] } } as unknown as ReportPart;
  const isAlike = (one: unknown, other: unknown): boolean => {
    if (one instanceof Map || Array.isArray(one) || typeof one !== 'object' || one === null)
      return (
        typeof one === typeof other &&
        one instanceof Map === other instanceof Map &&
        Array.isArray(one) === Array.isArray(other)
      );
    return (
      typeof other === 'object' &&
      other !== null &&
      Object.entries(one).every(
        ([key, value]) => value === undefined || isAlike(value, getOwn(other as Record<string, unknown>, key)),
      )
    );
  };
  if (written !== version || !isAlike(noPart(), part)) throw new SyntaxError(notOurs);
  return { part, counted: { vocabulary, training } as Counted };
}
