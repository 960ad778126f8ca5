/** A stretch of a data set, line by line: its rows, one a line, with their notes. */
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
import type { Input } from '../files/input.ts';
import type { PlacedNote } from './report.ts';

export interface Lines {
  /** Whole lines, one value each. */
  readonly input: Pick<Input, 'text' | 'invalidAt'>;
  readonly options: Options;
  /** Whether every loss is reported with its place; otherwise only the first of each kind, with the number of the others. */
  readonly everyPlace: boolean;
}

export interface LinesOut {
  readonly text: string;
  /** Lines and offsets count from the beginning of the stretch. */
  readonly notes: readonly PlacedNote[];
  /** How many further losses there are of each kind. */
  readonly more: ReadonlyMap<string, number>;
  /** How many lines are left empty that said something. */
  readonly refused: number;
  /** How many of these become empty: nothing of what they say is left. */
  readonly emptied: number;
  /** How many lines say something. */
  readonly rows: number;
  readonly lines: number;
  /** UTF-16 units that were read. */
  readonly length: number;
}

/** The number of kinds of losses whose first one gets a place; all others are counted together. */
const MAX_KINDS = 100;
const others = '';

export function convertLines({ input: { text, invalidAt }, options: given, everyPlace }: Lines): LinesOut {
  const options = { ...given, row: true };
  const out: string[] = [];
  const notes: PlacedNote[] = [];
  const more = new Map<string, number>();
  const isNew = (note: Note) => everyPlace || (more.size < MAX_KINDS && !more.has(likeness(note)));
  let [line, at, refused, emptied, rows] = [0, 0, 0, 0, 0];
  for (const read of json().linesOf(text)) {
    const isValid = invalidAt === undefined || invalidAt < at || invalidAt >= at + read.length;
    const found = isValid ? convertLine(read, options, isNew) : invalidLine(invalidAt - at);
    const { output } = found;
    for (const note of found.notes) {
      if (note.kind === 'refused' || everyPlace) notes.push(placedAt(note, line, at));
      else {
        const like = likeness(note);
        const known = more.get(like);
        if (known === undefined && found.placed && more.size < MAX_KINDS) {
          notes.push(placedAt(note, line, at));
          more.set(like, 0);
        } else {
          const key = known === undefined ? others : like;
          more.set(key, (more.get(key) ?? 0) + 1);
        }
      }
    }
    if (found.notes.some(saysEmptied)) emptied++;
    if (/\S/.test(read)) {
      rows++;
      if (output === undefined) refused++;
    }
    if (output) out.push(asLines(output, options));
    // Where each line gives one, lines keep their numbers.
    else if (options.training !== 'each') out.push('\n');
    at += read.length;
    line++;
  }
  return { text: out.join(''), notes, more, refused, emptied, rows, lines: line, length: text.length };
}

/** The rows of an output, each on a line. */
export const asLines = (output: Output, options: Options): string =>
  rowsOf(output, options)
    .map((one) => `${jsonOf(one)}\n`)
    .join('');

/** A note without what leads back to its message: it may come from another thread. */
function placedAt({ code, kind, message, part, start, end }: Note, line: number, base: number): PlacedNote {
  return {
    note: { code, kind, message, part, start, end },
    start: { line, character: start },
    end: { line, character: end },
    offset: [base + start, base + end],
  };
}

/** Whether numbers would be those of tokens. */
export const isOfTokens = ({ from }: Pick<Options, 'from'>): boolean => from === undefined || hasTokens(from);

type LineOut = Pick<Converted, 'output' | 'notes' | 'placed'>;

/** `isNew`: whether the place of a loss is wanted. */
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
      ...{ code: 'conversion-unrepresentable', kind: 'refused', start: at, end: at + 1, part: undefined },
      message: 'These bytes are not UTF-8: what cannot be read would be lost.',
    },
  ],
});
