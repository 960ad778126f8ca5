/** Converts a chunk of a data set, row by row, and collects the notes on each row. */
import type { Position } from 'vscode-languageserver-textdocument';
import {
  type Converted,
  convertJson,
  convertTokens,
  hasTokens,
  isTokenArray,
  jsonOf,
  likeness,
  type Note,
  type Options,
  type Output,
  rowsOf,
  saysEmptied,
} from '../../convert/index.ts';
import { json } from '../../documents/load-json.ts';
import { lastAtMost } from '../../syntax/last-at-most.ts';
import { moved, type RowPlace } from '../check/line-checker.ts';
import type { Input } from '../files/input.ts';
import type { PlacedNote } from './report.ts';

export interface Lines {
  /** Whole lines, with one value on each. */
  readonly input: Pick<Input, 'text' | 'invalidAt'>;
  readonly options: Options;
  /**
   * Whether every loss is reported with its position. Otherwise, only the first loss of each kind has a position, and further losses are
   * counted.
   */
  readonly everyPlace: boolean;
}

/** A row of a list, and the position at which it begins in the file. */
export interface ListedRow {
  readonly text: string;
  readonly place: RowPlace;
}

/** Several rows of a list. */
export interface ListedRows extends Omit<Lines, 'input'> {
  readonly rows: readonly ListedRow[];
  /** The separator that is written after each row. */
  readonly end: '\n' | ',';
}

export interface ConvertedLines {
  readonly text: string;
  /** Notes whose lines and offsets are counted from the beginning of the chunk. */
  readonly notes: readonly PlacedNote[];
  /** The number of further losses of each kind, whose positions are not reported. */
  readonly more: ReadonlyMap<string, number>;
  /** The number of input lines, blank ones excepted, that yield an empty line in the output, because they cannot be converted. */
  readonly refused: number;
  /** The number of rows that lost all of their content. */
  readonly emptied: number;
  /** The number of lines that are not blank. */
  readonly rows: number;
  readonly lines: number;
  /** The number of UTF-16 units that were read. */
  readonly length: number;
}

/** The maximum number of kinds of losses that are distinguished. All losses of further kinds are counted together. */
const MAX_KINDS = 100;
/** The key for all losses whose kinds are not distinguished. */
const OTHERS = '';

export function convertLines({
  input: { text, invalidAt },
  options: convertOptions,
  everyPlace,
}: Lines): ConvertedLines {
  const options = { ...convertOptions, row: true };
  const converter = new RowConverter(options, everyPlace, '\n');
  let [line, at] = [0, 0];
  for (const row of json().linesOf(text)) {
    const isValid = invalidAt === undefined || invalidAt < at || invalidAt >= at + row.length;
    const convert = isValid ? undefined : invalidLine(invalidAt - at);
    converter.add(row, (start) => ({ line, character: start }), at, convert);
    at += row.length;
    line++;
  }
  return converter.out(line, text.length);
}

/** Converts rows of a list. The notes have positions in the file. */
export function convertListed({ rows, options: convertOptions, everyPlace, end }: ListedRows): ConvertedLines {
  const converter = new RowConverter({ ...convertOptions, row: true }, everyPlace, end);
  for (const { text, place } of rows) converter.add(text, positionIn(text, place), place.offset);
  return converter.out(0, 0);
}

/** Returns a function that converts offsets in a row to positions in the file. */
function positionIn(text: string, place: RowPlace): (start: number) => Position {
  let starts: number[] | undefined;
  return (start) => {
    starts ??= [0, ...[...text.matchAll(/\r\n?|\n/g)].map(({ 0: end, index }) => index + end.length)];
    const line = lastAtMost(starts, start);
    return moved({ line, character: start - (starts[line] as number) }, place);
  };
}

/** Converts rows one by one, and counts rows and losses. */
class RowConverter {
  private readonly texts: string[] = [];
  private readonly notes: PlacedNote[] = [];
  private readonly more = new Map<string, number>();
  private refused = 0;
  private emptied = 0;
  private rows = 0;

  constructor(
    private readonly options: Options,
    private readonly everyPlace: boolean,
    private readonly end: '\n' | ',',
  ) {}

  /** Converts a row and adds it to the output. `at`: the offset at which the row begins. */
  add(
    text: string,
    position: (start: number) => Position,
    at: number,
    converted = convertLine(text, this.options, this.isNew),
  ): void {
    const { options, end } = this;
    const { output } = converted;
    for (const note of converted.notes)
      if (this.registerNote(note, converted.placed)) this.notes.push(placedAt(note, position, at));
    if (converted.notes.some(saysEmptied)) this.emptied++;
    if (/\S/.test(text)) {
      this.rows++;
      if (output === undefined) this.refused++;
    }
    if (output) for (const one of rowsOf(output, options)) this.texts.push(jsonOf(one), end);
    // A row that cannot be converted becomes an empty line. If each row yields one line, every row then keeps its line number.
    else if (options.training !== 'each') this.texts.push(end);
  }

  /**
   * Returns whether to report a note with its position, and counts the note otherwise. `isPlaced`: whether the position of the note is
   * known.
   */
  private registerNote(note: Note, isPlaced: boolean): boolean {
    if (note.kind === 'refused' || this.everyPlace) return true;
    const { more } = this;
    const like = likeness(note);
    const count = more.get(like);
    if (count === undefined && isPlaced && more.size < MAX_KINDS) {
      more.set(like, 0);
      return true;
    }
    const key = count === undefined ? OTHERS : like;
    more.set(key, (more.get(key) ?? 0) + 1);
    return false;
  }

  private readonly isNew = (note: Note) =>
    this.everyPlace || (this.more.size < MAX_KINDS && !this.more.has(likeness(note)));

  out(lines: number, length: number): ConvertedLines {
    const { notes, more, refused, emptied, rows } = this;
    return { text: this.texts.join(''), notes, more, refused, emptied, rows, lines, length };
  }
}

/** Returns the rows of an output as text, each on a line. */
export const asLines = (output: Output, options: Options): string =>
  rowsOf(output, options)
    .map((one) => `${jsonOf(one)}\n`)
    .join('');

/** Returns a note with its position. The link to its message is dropped, since it cannot be sent between threads. */
function placedAt(
  { code, kind, message, part, start, end }: Note,
  position: (start: number) => Position,
  base: number,
): PlacedNote {
  return {
    note: { code, kind, message, part, start, end },
    start: position(start),
    end: position(end),
    offset: [base + start, base + end],
  };
}

/** Whether arrays of numbers in the input are token ids. */
export const isOfTokens = ({ from }: Pick<Options, 'from'>): boolean => from === undefined || hasTokens(from);

type LineOut = Pick<Converted, 'output' | 'notes' | 'placed'>;

/** Converts a line, and determines the positions of losses only if they are needed. `isNew`: whether the position of a loss is needed. */
function convertLine(line: string, options: Options, isNew: (note: Note) => boolean): LineOut {
  if (!/\S/.test(line)) return { output: undefined, notes: [], placed: true };
  if (isOfTokens(options) && isTokenArray(line)) return convertTokens(line, options);
  const quick = convertJson(line, options, false);
  if (quick.notes.length === 0 || quick.placed) return quick;
  return quick.output !== undefined && !quick.notes.some(isNew) ? quick : convertJson(line, options, true);
}

const invalidLine = (at: number): LineOut => ({
  output: undefined,
  placed: true,
  notes: [
    {
      code: 'conversion-unrepresentable',
      kind: 'refused',
      start: at,
      end: at + 1,
      part: undefined,
      message: 'These bytes are not UTF-8 and would be lost.',
    },
  ],
});
