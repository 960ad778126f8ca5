/** `ocml convert`: a transcript, a request or a data set in another form, with all that is lost on the way. */
import type { Position } from 'vscode-languageserver-textdocument';
import {
  convertJson,
  convertTokens,
  convertTranscript,
  isTokens,
  jsonOf,
  type Note,
  type Output,
} from '../../convert/index.ts';
import { convertMessageLines, isMessages } from '../../convert/projection-lines.ts';
import {
  chosenDialect,
  isJsonDialect,
  json,
  jsonDialectOfFile,
  mayBeJson,
  openDocument,
} from '../../documents/document.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { laidOut } from '../../format/index.ts';
import { type AnyDialectId, allDialects, dialects } from '../../grammar/index.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { asLines, isOfTokens } from '../convert/lines.ts';
import { type ConvertOptions, readOptions } from '../convert/options.ts';
import { stretchesOf } from '../convert/pool.ts';
import { type PlacedNote, Report } from '../convert/report.ts';
import { mustDiffer } from '../files/distinct.ts';
import { type Input, joined, notUtf8, peek, readPieces } from '../files/input.ts';
import { beginFile, type NewFile } from '../files/new.ts';
import { printAside, writeDocument } from '../output.ts';
import { unpackedName } from '../packed/names.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

export const convert = command(table.convert, async (values, operands) => {
  const options = readOptions(values, operands);
  const { file, output, report } = options;
  mustDiffer({ FILE: file, '-o': output, '--report': report });
  const refused = await converted(options);
  if (refused === 0) return 0;
  await printAside([`ocml convert: ${notWritten(refused)}`]);
  return 1;
});

/** How many lines of a data set cannot be converted, or that the whole document cannot. */
type Refused = number | 'all';

const notWritten = (refused: Refused) =>
  refused === 'all'
    ? 'nothing is written'
    : refused === 1
      ? '1 line cannot be converted, and is empty in the output'
      : `${refused} lines cannot be converted, and are empty in the output`;

/** Where the output goes. Says whether it is still read. */
type Sink = (text: string) => Promise<boolean>;

async function converted(options: ConvertOptions): Promise<Refused> {
  const { file, to, output, report, force } = options;
  const files: NewFile[] = [];
  const begun = (path: string | undefined) => {
    const fresh = path === undefined ? undefined : beginFile(path, force);
    if (fresh) files.push(fresh);
    return fresh;
  };
  try {
    const [fresh, told] = [begun(output), begun(report)];
    const sink: Sink = async (text) => {
      if (!fresh) return writeDocument(text);
      fresh.write(text);
      return true;
    };
    const notes = new Report(file, to, told);
    const { head, utf16, all } = await peek(readPieces(file)).catch((error) => {
      throw new Error(`${file}: ${whyUnreadable(error)}`, { cause: error });
    });
    if (utf16) {
      // What was opened is closed.
      await all.return(undefined);
      throw new Error(`${file} is UTF-16: save it as UTF-8, for instance with \`iconv -f UTF-16 -t UTF-8\``);
    }
    const refused = isLines(options, head)
      ? await convertLines(all, options, notes, sink)
      : await convertWhole(await joined(all), options, notes, sink);
    await notes.end();
    // Nothing is there of what could not be said; a data set has its other lines.
    if (fresh && refused !== 'all') await fresh.finish();
    await told?.finish();
    return refused;
  } finally {
    for (const one of files) await one.close();
  }
}

const namedLines = /\.(?:jsonl|ndjson)$/i;
/** Two arrays of numbers, one per line. */
const arrays = /^\s*\[[\d\s,]+\][^\S\n]*\n\s*\[\s*\d/;

/** Whether the input is a data set: a conversation a line. */
function isLines({ file, from }: ConvertOptions, head: string): boolean {
  const name = unpackedName(file);
  const dialect = dialectOf(from);
  if (dialect !== undefined && !isJsonDialect(dialect)) return namedLines.test(name);
  if (!mayBeJson(name, head)) return false;
  if (isMessages(formOf({ file: name, from }, head), head)) return false;
  if (json().namesLines(name, head) || arrays.test(head)) return true;
  const shown = json().shownJson(name, head);
  return shown?.lines === true && shown.shape !== 'unknown';
}

/** The form that JSON is of: an option or its name says so, or it shows it. */
const formOf = ({ file, from }: Pick<ConvertOptions, 'file' | 'from'>, head: string): string | undefined =>
  from ?? jsonDialectOfFile(file) ?? json().shownJson(file, head)?.dialect;

const dialectOf = (from: ConvertOptions['from']): AnyDialectId | undefined => allDialects.find((one) => one === from);

async function convertWhole(input: Input, options: ConvertOptions, notes: Report, sink: Sink): Promise<Refused> {
  const { file } = options;
  if (input.invalidAt !== undefined) throw new Error(`${file}: ${notUtf8}`);
  const inNumbers = isOfTokens(options) && isTokens(input.text);
  if (options.readsTokens && !inNumbers) throw new Error(`${file}: ${notNumbers}`);
  const name = unpackedName(file);
  const document = openDocument(name, 'ocml', 0, input.text, dialectOf(options.from) ?? chosenDialect(name, undefined));
  const { output, notes: told } = inNumbers
    ? convertTokens(input.text, options)
    : document instanceof Transcript
      ? convertTranscript(document, options)
      : document.lines
        ? convertMessageLines(input.text, options)
        : convertJson(input.text, options, true);
  const at = (offset: number) => document.positionAt(offset);
  await notes.add(told.map((note) => placed(note, at, 0)));
  if (output === undefined) return 'all';
  await sink(written(output, options));
  return 0;
}

const notNumbers = 'with a form other than harmony, --tokens expects token ids as input, an array of numbers';

const placed = (note: Note, at: (offset: number) => Position, base: number): PlacedNote => ({
  note,
  start: at(note.start),
  end: at(note.end),
  offset: [base + note.start, base + note.end],
});

/** `--pretty`: for reading, each message on a line of its own, and JSON with indentation. */
function written(output: Output, options: ConvertOptions): string {
  const { pretty, to } = options;
  if ('text' in output) {
    if (!pretty) return output.text;
    const dialect = dialects.find((one) => one === to);
    return laidOut(new Transcript('', 'ocml', 0, output.text, { dialect }), { lines: 'expand' });
  }
  return pretty ? `${jsonOf(output.value, pretty)}\n` : asLines(output, options);
}

/** Stretch by stretch: what is kept does not grow with the file. */
async function convertLines(
  pieces: AsyncIterable<Input>,
  options: ConvertOptions,
  notes: Report,
  sink: Sink,
): Promise<number> {
  let [line, base, refused] = [0, 0, 0];
  for await (const out of stretchesOf(pieces, options, options.report !== undefined)) {
    if (out.notes.length > 0) await notes.add(out.notes.map((one) => moved(one, line, base)));
    notes.count(out.more);
    refused += out.refused;
    line += out.lines;
    base += out.length;
    if (!(await sink(out.text))) break;
  }
  return refused;
}

const moved = ({ note, start, end, offset }: PlacedNote, lines: number, by: number): PlacedNote => ({
  note,
  start: { line: start.line + lines, character: start.character },
  end: { line: end.line + lines, character: end.character },
  offset: [offset[0] + by, offset[1] + by],
});
