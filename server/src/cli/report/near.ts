/**
 * Reads rows that may be near-duplicates again, and compares them. Their similarity is the number of three-word stretches in both rows,
 * divided by the number in either row.
 */
import { type JsonDialectId, modelRole } from '../../grammar/index.ts';
import { rowFacts } from '../../inspect/row-facts.ts';
import { countOf, textsIn } from '../../rows/row-piece.ts';
import { jsonUnit } from '../../syntax/json/json-unit.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import { rowPieces } from '../rows/read-row-pieces.ts';
import type { Pair } from './duplicates.ts';
import { PLACES_OF_FILE } from './part.ts';
import { TextScanner } from './text-scanner.ts';

/** The minimum similarity of near-duplicates: the fraction of all stretches that occur in both rows. */
const MIN_SIMILARITY = 0.8;

export interface NearPair {
  readonly places: Pair;
  /** The number of stretches in both rows, as a fraction of the stretches in either row. */
  readonly similarity: number;
  /** The text of the second row around its first difference from the first row. */
  readonly beginning: string;
}

export interface NearPairs {
  readonly pairs: readonly NearPair[];
  /** The number of candidate pairs that were not compared, because comparing them would take too much memory. */
  readonly left: number;
}

interface SourceFile {
  readonly path: string;
  readonly file: string;
  readonly dialect: JsonDialectId;
  /** The bytes of the source, if they are not read from the file. */
  readonly bytes?: AsyncIterable<Buffer> | undefined;
  /** The names that the rows use for their fields and roles. */
  readonly names: RowNames | undefined;
}

interface Compared {
  readonly stretches: Uint32Array;
  readonly text: string;
}

/** The maximum number of stretches in memory. Rows that would exceed it are not compared. */
const MAX_STRETCHES = 8_000_000;
/** The maximum length of the text of a row that is kept to show differences (UTF-16 units). */
const MAX_TEXT = 2000;
const MAX_SHOWN = 80;

/** Compares pairs of rows. Each file is read up to the last row that is needed. */
export async function nearPairs(candidates: readonly Pair[], files: readonly SourceFile[]): Promise<NearPairs> {
  const positions = new Set(candidates.flat());
  const rows = new Map<number, Compared>();
  let stretchCount = 0;
  for (const [number, { path, file, dialect, names, bytes }] of files.entries()) {
    const base = number * PLACES_OF_FILE;
    const last = maxOf(positions, base, base + PLACES_OF_FILE);
    if (last < 0) continue;
    let before = 0;
    for await (const piece of rowPieces(path, file, { sessions: true, bytes })) {
      const first = base + (piece.isList ? before : piece.line);
      let i = 0;
      for (const row of anyIn(positions, first, piece) ? textsIn(piece) : []) {
        const position = base + (piece.isList ? before + i++ : row.line);
        if (!positions.has(position) || stretchCount > MAX_STRETCHES) continue;
        const compared = comparedOf(row.text, dialect, names);
        stretchCount += compared.stretches.length;
        rows.set(position, compared);
      }
      before += countOf(piece);
      if (base + (piece.isList ? before : piece.line + lastLine(piece)) > last) break;
    }
  }
  const pairs: NearPair[] = [];
  let left = 0;
  for (const places of candidates) {
    const [one, other] = places.map((place) => rows.get(place));
    if (one === undefined || other === undefined) {
      left++;
      continue;
    }
    const similarity = similarityOf(one.stretches, other.stretches);
    if (similarity < MIN_SIMILARITY) continue;
    pairs.push({
      places,
      similarity: Math.round(similarity * 1000) / 1000,
      beginning: difference(one.text, other.text),
    });
  }
  return { pairs: pairs.sort((a, b) => b.similarity - a.similarity || a.places[0] - b.places[0]), left };
}

function maxOf(positions: ReadonlySet<number>, from: number, to: number): number {
  let most = -1;
  for (const position of positions) if (position >= from && position < to && position > most) most = position;
  return most;
}

const lastLine = ({ spans }: { readonly spans: Uint32Array }): number => spans.at(-1) ?? 0;

function anyIn(
  positions: ReadonlySet<number>,
  first: number,
  piece: { readonly spans: Uint32Array; readonly isList: boolean },
): boolean {
  const count = piece.isList ? countOf(piece) : lastLine(piece) + 1;
  for (let position = first; position < first + count; position++) if (positions.has(position)) return true;
  return false;
}

const scanner = new TextScanner();

function comparedOf(text: string, dialect: JsonDialectId, names: RowNames | undefined): Compared {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  scanner.begin();
  const collected = new Set<number>();
  scanner.collected = collected;
  const texts: string[] = [];
  for (const message of rowFacts(jsonUnit(text, names), value, dialect).messages) {
    for (const one of message.texts) scanner.text(one);
    // Reasoning is compared, but never shown.
    const visibleText = message.role === modelRole ? (message.answer ?? '') : message.texts.join('');
    texts.push(visibleText.slice(0, MAX_TEXT));
  }
  scanner.collected = undefined;
  return { stretches: Uint32Array.from(collected).sort(), text: texts.join('\n').slice(0, MAX_TEXT) };
}

/** Returns the fraction of all stretches that occur in both rows. The lists must be sorted. */
function similarityOf(one: Uint32Array, other: Uint32Array): number {
  let [i, j, both] = [0, 0, 0];
  while (i < one.length && j < other.length) {
    const [a, b] = [one[i] as number, other[j] as number];
    if (a === b) both++;
    if (a <= b) i++;
    if (b <= a) j++;
  }
  const all = one.length + other.length - both;
  return all === 0 ? 1 : both / all;
}

/** Returns an excerpt of the second text, from shortly before its first difference from the first text. */
function difference(one: string, other: string): string {
  let at = 0;
  while (at < other.length && one[at] === other[at]) at++;
  const from = Math.max(0, at - MAX_SHOWN / 4);
  return `${from > 0 ? '…' : ''}${other.slice(from, from + MAX_SHOWN).replace(/\s+/g, ' ')}`;
}
