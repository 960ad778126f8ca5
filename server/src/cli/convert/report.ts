/**
 * Reports a conversion. Most refusals are printed on standard error as they occur. At the end, each kind of loss is printed with the
 * position of its first occurrence. A report file contains each note with its position.
 */
import type { Position } from 'vscode-languageserver-textdocument';
import { likeness, type Note, saysEmptied, saysUnpaired } from '../../convert/index.ts';
import { severities } from '../../convert/notes.ts';
import { locatedMessage } from '../check/formats/format.ts';
import type { NewFile } from '../files/new.ts';
import { type Coloured, printAside } from '../output.ts';
import type { ConvertNote } from '../printed-json.ts';

/** A note with its position in the file. Positions and offsets are counted from 0, in UTF-16 units. */
export interface PlacedNote {
  readonly note: Note;
  readonly start: Position;
  readonly end: Position;
  readonly offset: readonly [start: number, end: number];
}

/** The maximum number of kinds of losses that are printed. The report file has no such limit. */
const MAX_REPORTED_LOSSES = 20;

/** The first loss of a kind, and the number of further losses of this kind. */
interface Kind {
  readonly first: PlacedNote;
  more: number;
}

/** The file of `--report`. `byLine`: whether the file has one line for each input, with one object. */
export interface ReportFile {
  readonly fresh: NewFile;
  readonly byLine: boolean;
}

export class Report {
  private readonly kinds = new Map<string, Kind>();
  /** The number of losses whose kinds are not printed individually. */
  private others = 0;
  private written = 0;
  private readonly report: NewFile | undefined;
  /** The text before each note and before the end of the list. It is a line break, unless the report has one line per input. */
  private readonly gap: string;

  constructor(
    private readonly file: string,
    private readonly to: string,
    report: ReportFile | undefined,
  ) {
    this.report = report?.fresh;
    this.gap = report?.byLine ? '' : '\n';
    this.report?.write(`{"file":${JSON.stringify(file)},"to":${JSON.stringify(to)},"notes":[`);
  }

  /** Adds losses that are already counted. `losses`: the number of losses, by the key of their kind. */
  count(losses: ReadonlyMap<string, number>): void {
    for (const [like, more] of losses) {
      const kind = this.kinds.get(like);
      if (kind) kind.more += more;
      else this.others += more;
    }
  }

  async add(notes: readonly PlacedNote[]): Promise<void> {
    const refused: Coloured[] = [];
    for (const one of notes) {
      const { note, start, end, offset } = one;
      const { code, kind, message, part } = note;
      // Refusals for these two reasons are summarized like losses, since every row of a data set may be refused for the same reason.
      if (kind === 'refused' && !saysEmptied(note) && !saysUnpaired(note)) refused.push(this.line(one));
      else this.lose(one);
      const entry: ConvertNote = {
        code,
        severity: severities[kind],
        kind,
        message,
        range: { start, end },
        offset,
        ...(part && { part }),
      };
      this.report?.write(`${this.written++ > 0 ? ',' : ''}${this.gap}${JSON.stringify(entry)}`);
    }
    if (refused.length > 0) await printAside(refused);
  }

  private lose(one: PlacedNote): void {
    const like = likeness(one.note);
    const kind = this.kinds.get(like);
    if (kind) kind.more++;
    else if (this.kinds.size < MAX_REPORTED_LOSSES) this.kinds.set(like, { first: one, more: 0 });
    else this.others++;
  }

  private line({ note: { code, kind, message }, start }: PlacedNote, more = 0): Coloured {
    const alike = more > 0 ? ` (and ${more} more like this)` : '';
    return locatedMessage(
      `${this.file}:${start.line + 1}:${start.character + 1}`,
      severities[kind],
      `${code}: ${message}${alike}`,
    );
  }

  /** Ends the report with an error, if an input could not be read, or its output could not be written, to the end. */
  abandon(reason: string): void {
    this.report?.write(`],"error":${JSON.stringify(reason)}}\n`);
  }

  async end(): Promise<void> {
    this.report?.write(`${this.written > 0 ? this.gap : ''}]}\n`);
    const lines: (string | Coloured)[] = [...this.kinds.values()].map(({ first, more }) => this.line(first, more));
    if (this.others > 0)
      lines.push(
        `${this.file}: ${this.to} cannot express ${this.others} more ${this.others === 1 ? 'part' : 'parts'}; --report FILE lists all parts`,
      );
    if (lines.length > 0) await printAside(lines);
  }
}
