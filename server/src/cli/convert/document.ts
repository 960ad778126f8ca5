/** Converts one input of `ocml convert`: a transcript, a request or a data set, and reports all losses. */

import type { Position } from 'vscode-languageserver-textdocument';
import { convertDocument } from '../../convert/document.ts';
import {
  convertTokens,
  dialectOfForm,
  isTokens,
  jsonOf,
  type Note,
  type Output,
  recordsOf,
  rowsAsLines,
  saysEmptied,
} from '../../convert/index.ts';
import { isMessages } from '../../convert/projection-lines.ts';
import { targets } from '../../convert/targets/index.ts';
import { openNamed } from '../../documents/document.ts';
import { mayBeJson } from '../../documents/opening.ts';
import { chosenDialect, isJsonDialect, jsonDialectOfFile, sniff } from '../../documents/sniff.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { laidOut } from '../../format/index.ts';
import { dialects, hasMessages, isJsonLinesFile } from '../../grammar/index.ts';
import { unpackedName } from '../../packed/names.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import { Transcript } from '../../syntax/transcript.ts';
import type { Destination, OpenOutput } from '../files/destination.ts';
import { type Input, joined, notUtf8, peek, readPieces } from '../files/input.ts';
import { InputFault, utf16Fault } from '../input-fault.ts';
import { printAside } from '../output.ts';
import { answersIn } from '../stream/answer-events.ts';
import { asLines, isOfTokens } from './convert-lines.ts';
import type { ConvertOptions } from './convert-options.ts';
import type { OutputForm } from './endings.ts';
import { convertRows, isRowList } from './list.ts';
import { stretchesOf } from './pool.ts';
import { type PlacedNote, Report, type ReportFile } from './report.ts';
import { RowCounter } from './row-counter.ts';

/** The refused parts of an input: some lines of a data set, or the whole document (`all`). */
export type Refused = RefusedLines | RefusedDocument;

interface RefusedLines {
  readonly lines: number;
  /** The number of rows that lose all of their content. `rows` is the total number of rows. */
  readonly emptied: number;
  readonly rows: number;
}

interface RefusedDocument {
  readonly lines: 'all';
  /** The number of rows that lose all of their content, if the document is a list of rows. */
  readonly emptied: number;
  readonly rows: number | undefined;
}

const none: RefusedLines = { lines: 0, emptied: 0, rows: 0 };

/** Returns the message about an input that cannot be converted, or not completely. */
export function notWritten(refused: Refused): string {
  const { lines, emptied, rows } = refused;
  const becameEmpty =
    emptied === 0 || rows === undefined
      ? ''
      : `; rows without anything to convert: ${count(emptied)} of ${count(rows)}`;
  if (lines === 'all') return `nothing was written${becameEmpty}`;
  const counted =
    lines === 1
      ? '1 line cannot be converted, and is empty in the output'
      : `${count(lines)} lines cannot be converted, and are empty in the output`;
  return counted + becameEmpty;
}

const rowsOfAnswers = (rows: number): string =>
  rows === 1 ? '1 row, for one answer' : `${count(rows)} rows, one for each answer`;

const count = (many: number): string => many.toLocaleString('en-US');

/**
 * Converts one input and writes the output to the destination. The destination's file is created only if the input was read to its end and
 * yields output.
 */
export async function convertInput(
  options: ConvertOptions,
  destination: Destination<OutputForm>,
  reportFile?: ReportFile,
): Promise<Refused> {
  const { path, file, to } = options;
  let out: OpenOutput | undefined;
  let notes: Report | undefined;
  const counter = options.training === 'each' ? new RowCounter() : undefined;
  const open = async (form: OutputForm) => {
    const opened = await destination.open(options, form);
    out = opened;
    if (counter === undefined) return opened.write;
    return (text: string) => {
      counter.add(text);
      return opened.write(text);
    };
  };
  /** Reports the number of rows if each answer becomes one row, since this number is not evident from the input. */
  const tellRows = async () => {
    if (counter) await printAside([`ocml convert: ${file}: ${rowsOfAnswers(counter.count)}`]);
  };
  try {
    if (await isRowList(options)) {
      notes = new Report(file, to, reportFile);
      const refused = await convertList(options, notes, open, destination.rows);
      await notes.end();
      if (refused.lines !== 'all') {
        await out?.finish();
        await tellRows();
      }
      return refused;
    }
    const { head, utf16, all } = await peek(readPieces(path)).catch((error) => {
      throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
    });
    if (utf16) {
      // Ending the generator closes the input.
      await all.return(undefined);
      throw utf16Fault(file);
    }
    // Positions in an assembled stream are not positions in the file, so messages refer to the assembled answers.
    const isAddedUp = options.from === undefined && isEventStream(head);
    notes = new Report(isAddedUp ? `${file} (assembled answers)` : file, to, reportFile);
    const refused = isDataSet(options, head)
      ? await convertLines(all, options, notes, await open('rows'))
      : await convertWhole(await joined(all), options, notes, open, destination.rows);
    await notes.end();
    // If a whole document cannot be converted, there is no output. If lines of a data set cannot be converted, the other lines are written.
    if (refused.lines !== 'all') {
      await out?.finish();
      await tellRows();
    }
    return refused;
  } catch (error) {
    notes?.abandon(whyUnreadable(error));
    throw error;
  } finally {
    await out?.close();
  }
}

/** Matches two arrays of numbers on separate lines. */
const arrays = /^\s*\[[\d\s,]+\][^\S\n]*\n\s*\[\s*\d/;

/** Whether the input is a data set, with one conversation per line. */
function isDataSet({ file, from, names }: ConvertOptions, head: string): boolean {
  const name = unpackedName(file);
  const dialect = dialectOfForm(from);
  if (dialect !== undefined && !isJsonDialect(dialect)) return isJsonLinesFile(name);
  if (!mayBeJson(name, head)) return false;
  const sniffed = sniff(name, head, undefined, names);
  const recognised = sniffed.language === 'json' ? sniffed.recognised : undefined;
  if (sniffed.language === 'stream' || isMessages(from ?? jsonDialectOfFile(name) ?? recognised, head)) return false;
  if (sniffed.lines && isJsonLinesFile(name)) return true;
  return arrays.test(head) || (sniffed.language === 'json' && sniffed.lines && hasMessages(sniffed.shape));
}

type Open = (form: OutputForm) => Promise<OpenOutput['write']>;

/** Converts an input as a whole. `toLines`: whether the output is JSON Lines, regardless of the input. */
async function convertWhole(
  input: Input,
  options: ConvertOptions,
  notes: Report,
  open: Open,
  toLines: boolean,
): Promise<Refused> {
  const { file } = options;
  if (input.invalidAt !== undefined) throw new InputFault(`${file}: ${notUtf8}`);
  const stream = options.from === undefined ? answersIn(file, { name: file, text: input.text }, 'convert') : undefined;
  if (stream?.added) {
    const form = { ...options, file: stream.name };
    const read = { ...input, text: stream.text, mark: false };
    if (!isDataSet(form, stream.text)) return convertWhole(read, form, notes, open, toLines);
    return convertLines(only(read), form, notes, await open('rows'));
  }
  const inNumbers = isOfTokens(options) && isTokens(input.text);
  if (options.readsTokens && !inNumbers) throw new Error(`${file}: ${notNumbers}`);
  const name = unpackedName(file);
  const chosen = dialectOfForm(options.from) ?? chosenDialect(name, undefined);
  const document = openNamed(name, input.text, chosen, options.names);
  const rowOptions = { ...options, row: toLines };
  const converted = inNumbers ? convertTokens(input.text, rowOptions) : convertDocument(document, rowOptions);
  const { output, rows, notes: conversionNotes } = converted;
  const at = (offset: number) => document.positionAt(offset);
  await notes.add(conversionNotes.map((note) => placed(note, at, 0)));
  if (output === undefined) {
    const emptied = new Set(conversionNotes.filter(saysEmptied).map(({ start }) => start)).size;
    return { lines: 'all', emptied, rows: converted.refusedOf };
  }
  const form = 'text' in output ? 'text' : options.training === 'each' ? 'rows' : 'value';
  const write = await open(form);
  const isInLines = toLines || rowsAsLines(converted, options) !== undefined;
  await write(isInLines ? linesOf(rows, output, options) : textOfOutput(output, options));
  return none;
}

/** Returns the output as JSON Lines: the rows of a list, one per line, or the whole output as a single row. */
const linesOf = (rows: readonly unknown[] | undefined, output: Output, options: ConvertOptions): string =>
  rows ? rows.map((row) => `${jsonOf(row)}\n`).join('') : asLines(output, options);

const notNumbers = 'with a format other than harmony, --tokens expects an array of token ids as input';

const placed = (note: Note, at: (offset: number) => Position, base: number): PlacedNote => ({
  note,
  start: at(note.start),
  end: at(note.end),
  offset: [base + note.start, base + note.end],
});

/** Returns the text to write. With `--pretty`, each message is on a separate line, and JSON is indented. */
function textOfOutput(output: Output, options: ConvertOptions): string {
  const { pretty, to } = options;
  if ('text' in output) {
    if (!pretty) return output.text;
    const dialect = dialects.find((one) => one === dialectOfForm(to));
    return laidOut(new Transcript('', 'ocml', 0, output.text, { dialect }), { lines: 'expand' });
  }
  const records = recordsOf(output, options);
  if (records) return records.map((record) => `${jsonOf(record)}\n`).join('');
  return pretty ? `${jsonOf(output.value, pretty)}\n` : asLines(output, options);
}

async function* only<T>(one: T): AsyncGenerator<T> {
  yield one;
}

/** Converts a list row by row. Nothing is written unless all rows can be converted. */
async function convertList(options: ConvertOptions, notes: Report, open: Open, toLines: boolean): Promise<Refused> {
  const { to, training } = options;
  const isInLines = toLines || targets[to].onlyLines === true || training === 'each';
  const { file, refused, emptied, rows } = await convertRows(options, isInLines ? '\n' : ',', notes);
  try {
    if (refused > 0) return { lines: 'all', emptied, rows };
    const write = await open(training === 'each' ? 'rows' : 'value');
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for await (const chunk of file.read()) if (!(await write(decoder.decode(chunk, { stream: true })))) break;
    return none;
  } finally {
    await file.close();
  }
}

/** Converts lines chunk by chunk, so that memory use does not grow with the file. */
async function convertLines(
  pieces: AsyncIterable<Input>,
  options: ConvertOptions,
  notes: Report,
  write: OpenOutput['write'],
): Promise<RefusedLines> {
  let [line, base] = [0, 0];
  let refused = none;
  for await (const out of stretchesOf(pieces, options, options.report !== undefined)) {
    if (out.notes.length > 0) await notes.add(out.notes.map((one) => moved(one, line, base)));
    notes.count(out.more);
    refused = {
      lines: refused.lines + out.refused,
      emptied: refused.emptied + out.emptied,
      rows: refused.rows + out.rows,
    };
    line += out.lines;
    base += out.length;
    if (!(await write(out.text))) break;
  }
  return refused;
}

const moved = ({ note, start, end, offset }: PlacedNote, lines: number, by: number): PlacedNote => ({
  note,
  start: { line: start.line + lines, character: start.character },
  end: { line: end.line + lines, character: end.character },
  offset: [offset[0] + by, offset[1] + by],
});
