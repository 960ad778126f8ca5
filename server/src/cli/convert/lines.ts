/** A stretch of a data set, line by line: a line out for each line in, and what there is to say of it. */
import {
  asValue,
  type Converted,
  convertJson,
  convertTokens,
  hasTokens,
  isTokenArray,
  type Note,
  type Options,
} from '../../convert/index.ts';
import { json } from '../../documents/document.ts';
import type { Input } from '../files/input.ts';
import type { PlacedNote } from './report.ts';

export interface Lines {
  /** Whole lines, one value each. */
  readonly input: Pick<Input, 'text' | 'invalidAt'>;
  readonly options: Options;
  /** How many losses are told with their places; of more, only their number is asked for. */
  readonly placed: number;
}

export interface LinesOut {
  readonly text: string;
  /** Lines and offsets count from the beginning of the stretch. */
  readonly notes: readonly PlacedNote[];
  /** Losses that nobody asks the places of. */
  readonly uncounted: number;
  /** No line is left empty that said something. */
  readonly complete: boolean;
  readonly lines: number;
}

export function convertLines({ input: { text, invalidAt }, options: given, placed }: Lines): LinesOut {
  const options = { ...given, row: true };
  const out: string[] = [];
  const notes: PlacedNote[] = [];
  let [line, at, uncounted, told, complete] = [0, 0, 0, 0, true];
  for (const read of json().linesOf(text)) {
    const isValid = invalidAt === undefined || invalidAt < at || invalidAt >= at + read.length;
    const found = isValid ? convertLine(read, options, told < placed) : invalidLine(invalidAt - at);
    const { output } = found;
    if (found.placed) {
      for (const note of found.notes) {
        if (note.kind !== 'refused') told++;
        notes.push(placedAt(note, line, at));
      }
    } else uncounted += found.notes.length;
    if (output === undefined && /\S/.test(read)) complete = false;
    out.push(output === undefined ? '\n' : `${JSON.stringify(asValue(output))}\n`);
    at += read.length;
    line++;
  }
  return { text: out.join(''), notes, uncounted, complete, lines: line };
}

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

function convertLine(line: string, options: Options, wantsPlaces: boolean): LineOut {
  if (!/\S/.test(line)) return { output: undefined, notes: [], placed: true };
  if (isOfTokens(options) && isTokenArray(line)) return convertTokens(line, options);
  const quick = convertJson(line, options, false);
  if (quick.notes.length === 0 || quick.placed) return quick;
  return quick.output !== undefined && !wantsPlaces ? quick : convertJson(line, options, true);
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
