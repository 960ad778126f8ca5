/** `ocml check --fix`: applies the safe fixes to a file, and replaces the file if anything changed. */
import { rmSync } from 'node:fs';
import type { CheckerSettings } from '../../checker/checker.ts';
import type { AnyDocument } from '../../documents/document.ts';
import { json } from '../../documents/load-json.ts';
import type { SniffedJson } from '../../documents/sniff.ts';
import { type Input, notUtf8, piecesOf, type Piece as ReadPiece, readPieces, withMark } from '../files/input.ts';
import { type Piece, type Place, replaceFile, type State, whyNotFixed } from '../files/replace.ts';
import { createTemporaryFile } from '../files/temporary.ts';
import { writeDocument } from '../output.ts';
import type { CheckTask } from './task.ts';

/** Where and how a file is fixed. */
export interface Fixing {
  /** The place where the fixed text is written; undefined if changes are only printed. */
  readonly place: Place | undefined;
  /** The state before the file was read; undefined for standard input, whose fixed text is printed instead. */
  readonly original: State | undefined;
  /** Reports why the file stays unchanged. */
  refuse(reason: string): void;
}

/** Fixes a file that was read in one piece. Returns the resulting text, which is the old one if the file must stay unchanged. */
export async function fixFile(
  input: Input,
  document: AnyDocument,
  settings: CheckerSettings,
  { place, original, refuse }: Fixing,
): Promise<string> {
  try {
    const { text, piece } = await fixedWhole(input, document, settings);
    if (place && original) await replaceFile(place, original, [piece]);
    else await writeDocument(piece.after);
    return text;
  } catch (error) {
    refuse(whyNotFixed(error));
    return input.text;
  }
}

/** Returns the fixed text of a file without writing it. Throws if the file is not UTF-8. */
export async function fixedWhole(input: Input, document: AnyDocument, settings: CheckerSettings) {
  if (input.invalidAt !== undefined) throw new Error(notUtf8);
  // Checks without fixes do not load this module.
  const { fixedText } = await import('../../fixes/document-fixes.ts');
  const text = fixedText(document, settings);
  const piece: Piece = { before: withMark(input, input.text), after: withMark(input, text) };
  return { text, piece };
}

/**
 * The settings for reading JSON Lines, either in a chosen dialect or each line according to its own shape. `shape`: the shape of the whole
 * file.
 */
export type LineReading = Pick<SniffedJson, 'dialect' | 'shape' | 'rows' | 'texts' | 'names'>;

/** Fixes JSON Lines piece by piece. Yields the pieces of the resulting text. */
export async function* fixLines(
  task: CheckTask,
  reading: LineReading,
  pieces: AsyncIterable<Input>,
  { place, original, refuse }: Fixing,
): AsyncGenerator<ReadPiece> {
  const fixedPieces = fixedLines(task, reading, pieces);
  if (place === undefined) return;
  if (original) {
    await replaceFile(place, original, fixedPieces).catch((error) => refuse(whyNotFixed(error)));
    yield* readPieces(task.path);
  } else yield* printed(place, fixedPieces);
}

/** Prints the fixed text of standard input once all of it is fixed. Until then, the text is in a temporary file. */
async function* printed({ beside }: Place, pieces: AsyncIterable<Piece>): AsyncGenerator<ReadPiece> {
  const temporaryFile = createTemporaryFile(beside);
  try {
    rmSync(beside, { force: true });
    for await (const { after } of pieces) temporaryFile.write(after);
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for await (const bytes of temporaryFile.read()) await writeDocument(decoder.decode(bytes, { stream: true }));
    yield* piecesOf(temporaryFile.read());
  } catch (error) {
    throw new Error(whyNotFixed(error));
  } finally {
    await temporaryFile.close();
  }
}

/** Yields the fixed text of JSON Lines, piece by piece, without writing it. Throws an error at a piece that is not UTF-8. */
export async function* fixedLines(
  task: CheckTask,
  { dialect, shape, rows, texts, names }: LineReading,
  pieces: AsyncIterable<Input>,
): AsyncGenerator<Piece> {
  const { fixUnit } = await import('../../fixes/json/fix-all.ts');
  const { JsonInspector, jsonUnit, linesOf } = json();
  const inspector = new JsonInspector({ dialect, shape, rows, lines: true, names }, task, () => {}, texts);
  for await (const input of pieces) {
    if (input.invalidAt !== undefined) throw new Error(notUtf8);
    let after = '';
    for (const line of linesOf(input.text)) after += fixUnit(jsonUnit(line, names), inspector)?.text ?? line;
    yield { before: withMark(input, input.text), after: withMark(input, after) };
  }
}
