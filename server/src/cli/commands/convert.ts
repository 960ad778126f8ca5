/** `ocml convert`: a transcript, a request or a data set in another form, with all that is lost on the way. */
import type { Position } from 'vscode-languageserver-textdocument';
import { forms, targetNames } from '../../convert/forms.ts';
import {
  convertJson,
  convertTokens,
  convertTranscript,
  isTokens,
  type Note,
  type Output,
} from '../../convert/index.ts';
import { chosenDialect, isJsonDialect, json, mayBeJson, openDocument } from '../../documents/document.ts';
import { whyUnreadable } from '../../files/regular.ts';
import { type AnyDialectId, allDialects } from '../../grammar/index.ts';
import { Transcript } from '../../syntax/transcript.ts';
import { isOfTokens } from '../convert/lines.ts';
import { type ConvertArguments, readArguments } from '../convert/options.ts';
import { stretchesOf } from '../convert/pool.ts';
import { type PlacedNote, Report } from '../convert/report.ts';
import { mustDiffer } from '../files/distinct.ts';
import { type Input, joined, notUtf8, peek, readPieces } from '../files/input.ts';
import { beginFile, type NewFile } from '../files/new.ts';
import { printAside, writeDocument, writeFailure } from '../output.ts';
import { type Command, wrapped } from './command.ts';

/**
 * Gives the exit code: 0 converted, with losses or without; 1 something could not be said; 2 wrong usage, or what cannot be
 * read or written.
 */
async function run(args: readonly string[]): Promise<number> {
  try {
    const options = readArguments(args);
    const { file, output, report } = options;
    mustDiffer({ FILE: file, '-o': output, '--report': report });
    const complete = await converted(options);
    const lost = writeFailure();
    if (lost !== undefined) throw new Error(`the output cannot be written: ${lost}`);
    return complete ? 0 : 1;
  } catch (error) {
    await printAside([`ocml convert: ${whyUnreadable(error)}`]);
    return 2;
  }
}

/** Where the output goes. Says whether somebody still reads it. */
type Sink = (text: string) => Promise<boolean>;

async function converted(options: ConvertArguments): Promise<boolean> {
  const { file, to, output, report, force } = options;
  const files: NewFile[] = [];
  const begun = (path: string | undefined) => {
    const fresh = path === undefined ? undefined : beginFile(path, force);
    if (fresh) files.push(fresh);
    return fresh;
  };
  try {
    const [fresh, told] = [begun(output), begun(report)];
    const sink: Sink = fresh ? async (text) => (fresh.write(text), true) : writeDocument;
    const notes = new Report(file, to, told);
    const { head, utf16, all } = await peek(readPieces(file));
    if (utf16) {
      // What was opened is closed.
      await all.return(undefined);
      throw new Error(`${file} is UTF-16: save it as UTF-8, for instance with \`iconv -f UTF-16 -t UTF-8\``);
    }
    const complete = isLines(options, head)
      ? await convertLines(all, options, notes, sink)
      : await convertWhole(await joined(all), options, notes, sink);
    await notes.end();
    // Nothing is there of what could not be said; a data set has its other lines.
    if (fresh && (complete || isLines(options, head))) await fresh.finish();
    await told?.finish();
    return complete;
  } finally {
    for (const one of files) await one.close();
  }
}

const namedLines = /\.(?:jsonl|ndjson)$/i;
/** Two arrays of numbers, one a line. */
const arrays = /^\s*\[[\d\s,]+\][^\S\n]*\n\s*\[\s*\d/;

/** Whether the input is a data set: a conversation a line. */
function isLines({ file, from }: ConvertArguments, head: string): boolean {
  const dialect = dialectOf(from);
  if (dialect !== undefined && !isJsonDialect(dialect)) return namedLines.test(file);
  if (!mayBeJson(file, head)) return false;
  if (namedLines.test(file) || arrays.test(head)) return true;
  const shown = json().shownJson(file, head);
  return shown !== undefined && shown.lines && shown.shape !== 'unknown';
}

const dialectOf = (from: ConvertArguments['from']): AnyDialectId | undefined => allDialects.find((one) => one === from);

async function convertWhole(input: Input, options: ConvertArguments, notes: Report, sink: Sink): Promise<boolean> {
  const { file } = options;
  if (input.invalidAt !== undefined) throw new Error(`${file}: ${notUtf8}`);
  const inNumbers = isOfTokens(options) && isTokens(input.text);
  if (options.readsTokens && !inNumbers) throw new Error(`${file}: ${notNumbers}`);
  const document = openDocument(file, 'ocml', 0, input.text, dialectOf(options.from) ?? chosenDialect(file, undefined));
  const { output, notes: told } = inNumbers
    ? convertTokens(input.text, options)
    : document instanceof Transcript
      ? convertTranscript(document, options)
      : convertJson(input.text, options, true);
  const at = (offset: number) => document.positionAt(offset);
  await notes.add(told.map((note) => placed(note, at, 0)));
  if (output === undefined) return false;
  await sink(written(output, options));
  return true;
}

const notNumbers =
  '--tokens, with another form than harmony, reads numbers of tokens, and these are none: an array of them is expected';

const placed = (note: Note, at: (offset: number) => Position, base: number): PlacedNote => ({
  note,
  start: at(note.start),
  end: at(note.end),
  offset: [base + note.start, base + note.end],
});

function written(output: Output, { pretty }: ConvertArguments): string {
  if ('text' in output) return output.text;
  return `${pretty ? JSON.stringify(output.value, null, 2) : JSON.stringify(output.value)}\n`;
}

/** Stretch by stretch: what is kept does not grow with the file. */
async function convertLines(
  pieces: AsyncIterable<Input>,
  options: ConvertArguments,
  notes: Report,
  sink: Sink,
): Promise<boolean> {
  let [line, base, complete] = [0, 0, true];
  for await (const { input, out } of stretchesOf(pieces, options, () => notes.placed)) {
    notes.count(out.uncounted);
    if (out.notes.length > 0) await notes.add(out.notes.map((one) => moved(one, line, base)));
    complete &&= out.complete;
    line += out.lines;
    base += input.text.length;
    if (!(await sink(out.text))) break;
  }
  return complete;
}

const moved = ({ note, start, end, offset }: PlacedNote, lines: number, by: number): PlacedNote => ({
  note,
  start: { line: start.line + lines, character: start.character },
  end: { line: end.line + lines, character: end.character },
  offset: [offset[0] + by, offset[1] + by],
});

const usage = `Usage: ocml convert --to FORM [FILE | -] [options]

Writes a transcript, a request of a chat API or a data set in another form, to standard output. What that form has no place for is
dropped, and said with its place on standard error. A data set (.jsonl) is converted line by line: a line out for each line in,
and an empty one for each that cannot be converted.

  --to FORM              ${wrapped(targetNames)}
  --from FORM            what it is, if its content does not tell: any of these, or
                         ${wrapped(forms.filter((form) => !targetNames.some((name) => name === form)))}
  -o FILE                write to a new FILE
  --report FILE          write all that is lost as JSON to a new FILE
  --force                replace a FILE that exists
  --pretty               indent JSON
  --tokens               with --to harmony, the numbers of its tokens, as a JSON array, in which a text may hold the spelling of a
                         token; such arrays are read as well, whatever the form that they become
  --public               only what end users see
  --for-sampling RULE    what a model goes on from, without reasoning that is over: ocm, as OpenChatML 2.2 says, or
                         harmony, as openai/harmony does it
  --for-training         a row to train on: the last answer ends with <|return|>; with --each-answer, a row for each
  --bos TOKEN            what begins the sequence of ChatML or Llama 3, or none
  --keep-names           name speakers in Harmony, though its parser rejects that

Exit code: 0 converted, with losses or without, 1 something could not be said, 2 wrong usage, or a file that cannot be read or
written.`;

export const convert: Command = { usage, run };
