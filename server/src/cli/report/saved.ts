/**
 * Stores the figures of a part of a data set in a file, which `--merge` reads. The file has one line for the keys of each piece, and a last
 * line with all other figures.
 */
import { whyUnreadable } from '../../files/regular.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { readPieces } from '../files/input.ts';
import { beginFile } from '../files/new.ts';
import { DuplicateIndex } from './duplicates.ts';
import { addPart, nextRow, noPart, PLACES_OF_FILE, type ReportPart, type RowKeys } from './part.ts';
import type { TrainingSpec } from './training.ts';

const version = 2;

/** The settings with which the figures were counted. */
export interface Counted {
  readonly vocabulary: string | undefined;
  readonly training: TrainingSpec | undefined;
  readonly forTraining: boolean;
}

export interface SavedFile {
  keep(keys: RowKeys): void;
  finish(part: ReportPart, counted: Counted): Promise<void>;
  close(): Promise<void>;
}

/** Begins a file. An existing file is replaced, so that a part is not counted twice if its count is restarted. */
export function beginSaved(path: string): SavedFile {
  const fresh = beginFile(path, true);
  return {
    keep: ({ buffer, byteOffset, byteLength }) =>
      fresh.write(`${JSON.stringify({ keys: Buffer.from(buffer, byteOffset, byteLength).toString('base64') })}\n`),
    async finish(part, counted) {
      const { keys: _, ...figures } = part;
      fresh.write(`${JSON.stringify({ version, ...counted, figures }, encoded)}\n`);
      await fresh.finish();
    },
    close: () => fresh.close(),
  };
}

const encoded = (_: string, value: unknown): unknown => (value instanceof Map ? { map: [...value] } : value);

function decoded(_: string, value: unknown): unknown {
  const list =
    typeof value === 'object' && value !== null ? getOwn(value as Record<string, unknown>, 'map') : undefined;
  return Array.isArray(list) ? new Map(list as [unknown, unknown][]) : value;
}

/** Adds up the files in order. Throws an error with a message for the user if a file was not written by `--counts`. */
export async function mergeSaved(paths: readonly string[]) {
  const part = noPart();
  const index = new DuplicateIndex();
  let counted: Counted | undefined;
  try {
    for (const path of paths) {
      const more = await readSaved(path, part.files.length, index);
      addPart(part, more.part, part.files.length);
      counted ??= more.counted;
    }
    await index.finish();
  } finally {
    await index.close();
  }
  return { part, index, ...(counted ?? { vocabulary: undefined, training: undefined, forTraining: false }) };
}

async function readSaved(path: string, before: number, index: DuplicateIndex) {
  let savedFigures: { readonly part: ReportPart; readonly counted: Counted } | undefined;
  try {
    for await (const { text } of readPieces(path))
      for (const line of text.split('\n')) {
        if (line === '') continue;
        const data = JSON.parse(line, decoded) as Record<string, unknown>;
        if (typeof data.keys === 'string') index.add(keysIn(data.keys, before));
        else savedFigures = figuresIn(data);
      }
  } catch (error) {
    throw new Error(
      `${path}: ${error instanceof SyntaxError || error instanceof TypeError ? notOurs : whyUnreadable(error)}`,
    );
  }
  if (savedFigures === undefined) throw new Error(`${path}: ${notOurs}`);
  return savedFigures;
}

const notOurs = 'this file is incomplete, or was not written by ocml report --counts';

/** Reads the keys of rows, and adjusts their positions. `before`: the number of files that precede the files of these rows. */
function keysIn(encodedKeys: string, before: number): RowKeys {
  const bytes = Buffer.from(encodedKeys, 'base64');
  if (bytes.length % 8 !== 0) throw new SyntaxError(notOurs);
  const keys = new Float64Array(Uint8Array.from(bytes).buffer);
  for (let at = 0; at < keys.length; ) {
    const end = nextRow(keys, at);
    if (!(end > at && end <= keys.length && Number.isInteger(end))) throw new SyntaxError(notOurs);
    (keys[at] as number) += before * PLACES_OF_FILE;
    at = end;
  }
  return keys;
}

/** Reads figures. Throws an error if their structure differs from the structure of an empty part. */
function figuresIn({ version: fileVersion, figures, vocabulary, training, forTraining }: Record<string, unknown>) {
  const part = { ...(figures as object), keys: new Float64Array(0) } as unknown as ReportPart;
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
  if (fileVersion !== version || !isAlike(noPart(), part)) throw new SyntaxError(notOurs);
  return { part, counted: { vocabulary, training, forTraining: forTraining === true } as Counted };
}
