/** What a conversion has to say, on standard error and in a report: each note with its place, as it comes. */
import type { Position } from 'vscode-languageserver-textdocument';
import type { Note } from '../../convert/index.ts';
import { severities } from '../../convert/notes.ts';
import type { NewFile } from '../files/new.ts';
import { printAside } from '../output.ts';

/** A note with its place in the file: positions and offsets from 0, in UTF-16 units. */
export interface PlacedNote {
  readonly note: Note;
  readonly start: Position;
  readonly end: Position;
  readonly offset: readonly [start: number, end: number];
}

/** So many losses are told; all are in the report. */
const mostTold = 20;

export class Report {
  private losses = 0;
  private told = 0;
  private written = 0;

  constructor(
    private readonly file: string,
    private readonly to: string,
    private readonly report: NewFile | undefined,
  ) {
    report?.write(`{"file":${JSON.stringify(file)},"to":${JSON.stringify(to)},"notes":[`);
  }

  /** Of how many more losses somebody reads where they are. */
  get placed(): number {
    return this.report ? Number.POSITIVE_INFINITY : Math.max(0, mostTold - this.told);
  }

  /** Losses whose places nobody asks for. */
  count(losses: number): void {
    this.losses += losses;
  }

  async add(notes: readonly PlacedNote[]): Promise<void> {
    const lines: string[] = [];
    for (const { note, start, end, offset } of notes) {
      const { code, kind, message, part } = note;
      const severity = severities[kind];
      if (kind !== 'refused') this.losses++;
      if (kind === 'refused' || this.told++ < mostTold)
        lines.push(`${this.file}:${start.line + 1}:${start.character + 1}: ${severity} ${code}: ${message}`);
      const entry = { code, severity, kind, message, range: { start, end }, offset, ...(part && { part }) };
      this.report?.write(`${this.written++ > 0 ? ',' : ''}\n${JSON.stringify(entry)}`);
    }
    if (lines.length > 0) await printAside(lines);
  }

  /** `failed`: how many lines could not be converted, and the number of all. */
  async end(): Promise<void> {
    this.report?.write(`${this.written > 0 ? '\n' : ''}]}\n`);
    const more = this.losses - Math.min(this.told, mostTold);
    if (more > 0)
      await printAside([
        `${this.file}: ${more} more ${more === 1 ? 'thing' : 'things'} that ${this.to} cannot hold; --report FILE lists them all`,
      ]);
  }
}
