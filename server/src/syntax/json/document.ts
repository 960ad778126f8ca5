/**
 * A JSON document under edit, with the interface of a `TextDocument` of `vscode-languageserver-textdocument`. It consists of units that are
 * read separately. In JSON Lines, each line is a unit, so an edit rereads only its line. Other files, and the records of a session, are a
 * single unit.
 */

import type { Position, Range, TextDocument, TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import { isJsonLinesFile, type JsonDialectId, type RowFacts, type ShapeName } from '../../grammar/index.ts';
import { lastAtMost } from '../last-at-most.ts';
import type { Span } from '../span.ts';
import { isAlwaysLines, isMisnamed, linesOf, MAX_BLANK_LINES } from './json-lines.ts';
import {
  appendRecords,
  inheritRecords,
  type JsonUnit,
  jsonUnit,
  lineEnd,
  lineStartsOf,
  unitOfRecords,
} from './json-unit.ts';
import type { RowNames } from './row-names.ts';

const byteOrderMark = '\uFEFF';

/** The start offset and the start line of each unit. */
interface Places {
  readonly starts: readonly number[];
  readonly lines: readonly number[];
  readonly length: number;
  readonly lineCount: number;
}

export class JsonDocument implements TextDocument {
  private all: readonly JsonUnit[] = [];
  private known: Places | undefined;
  /** Whether the text begins with a byte-order mark. In the first unit, a space replaces the mark, so that parsers need not handle it. */
  private marked = false;
  /** Undefined, since only transcripts have a document header. */
  readonly header = undefined;

  /** `lines`: whether the document is JSON Lines. */
  constructor(
    readonly uri: string,
    readonly languageId: string,
    public version: number,
    text: string,
    readonly dialect: JsonDialectId,
    readonly lines: boolean,
    /** For `json`: the shape that was recognized when the document was opened. */
    readonly shape: ShapeName = 'unknown',
    /** For lines of `json`: the facts about the rows, which were also determined when the document was opened. */
    readonly rows?: RowFacts | undefined,
    /**
     * Whether the lines are records that belong together, such as those of a session. They are then a single unit, and `lines` is false.
     */
    readonly records = false,
    /** The field and role names that the rows use in place of the usual ones. */
    readonly names?: RowNames | undefined,
  ) {
    this.put(this.split(text));
  }

  /** Whether the file name implies JSON Lines, but the text is one value over several lines. */
  get misnamed(): boolean {
    const beginning = this.all.slice(0, MAX_BLANK_LINES).map(({ text }) => text);
    return !isAlwaysLines(this.dialect) && isMisnamed(this.uri, beginning.join(''));
  }

  /**
   * Whether an edit made the current division into units wrong. This happens if the file name implies JSON Lines, and the text has begun or
   * ceased to be JSON Lines.
   */
  get otherwise(): boolean {
    return !isAlwaysLines(this.dialect) && isJsonLinesFile(this.uri) && this.misnamed === (this.lines || this.records);
  }

  get units(): readonly JsonUnit[] {
    return this.all;
  }

  get length(): number {
    return this.places.length;
  }

  get lineCount(): number {
    return this.places.lineCount;
  }

  getText(range?: Range): string {
    if (range === undefined) return this.all.map((_, index) => this.written(index)).join('');
    return this.textBetween(this.offsetAt(range.start), this.offsetAt(range.end));
  }

  /** The text between two offsets. Only the units between them are accessed. */
  private textBetween(start: number, end: number): string {
    let text = '';
    for (let index = this.indexAt(start); index < this.all.length && this.startOf(index) < end; index++) {
      const from = this.startOf(index);
      text += this.written(index).slice(Math.max(0, start - from), end - from);
    }
    return text;
  }

  getLineRange(line: number): Range {
    const at = Math.max(0, Math.min(line, this.lineCount - 1));
    const start = { line: at, character: 0 };
    return {
      start,
      end: line < 0 ? start : this.positionAt(this.offsetAt({ line: at, character: Number.MAX_SAFE_INTEGER })),
    };
  }

  getEOLCharacters(line: number): string {
    if (line < 0 || line >= this.lineCount - 1) return '';
    const end = this.offsetAt({ line, character: Number.MAX_SAFE_INTEGER });
    return this.textBetween(end, this.offsetAt({ line: line + 1, character: 0 }));
  }

  positionAt(offset: number): Position {
    const { starts, length } = this.places;
    const at = Math.max(0, Math.min(offset, length));
    const index = lastAtMost(starts, at);
    return this.positionIn(index, at - (starts[index] as number));
  }

  /** Returns the LSP position of an offset in the unit `index`. */
  positionIn(index: number, offset: number): Position {
    const unit = this.all[index] as JsonUnit;
    const starts = lineStartsOf(unit);
    const line = lastAtMost(starts, offset);
    // A position is never between `\r` and `\n`, nor after the line break at the end of the unit.
    const character = Math.min(offset, lineEnd(unit.text, starts, line, offset)) - (starts[line] as number);
    return { line: (this.places.lines[index] as number) + line, character };
  }

  rangeIn(index: number, { start, end }: Span): Range {
    const from = this.positionIn(index, start);
    const unit = this.all[index] as JsonUnit;
    // A range that ends with a line break extends to the beginning of the next line.
    const breaks = end > start && /[\r\n]/.test(unit.text[end - 1] ?? '');
    return { start: from, end: breaks ? this.positionAt(this.startOf(index) + end) : this.positionIn(index, end) };
  }

  offsetAt({ line, character }: Position): number {
    const { starts, lines, length, lineCount } = this.places;
    if (line >= lineCount) return length;
    if (line < 0) return 0;
    const index = lastAtMost(lines, line);
    const unit = this.all[index] as JsonUnit;
    const unitLines = lineStartsOf(unit);
    const inUnit = line - (lines[index] as number);
    const from = unitLines[inUnit] as number;
    const at = from + character;
    const to = lineEnd(unit.text, unitLines, inUnit, at);
    return (starts[index] as number) + Math.max(from, Math.min(at, to));
  }

  /** The offset at which the unit `index` begins. */
  startOf(index: number): number {
    return this.places.starts[index] ?? 0;
  }

  /** The index of the unit that contains an offset. */
  indexAt(offset: number): number {
    return lastAtMost(this.places.starts, offset);
  }

  /** Applies edits in order, as `Transcript` does. */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.version = version;
    for (const change of changes) {
      if ('range' in change) {
        const a = this.offsetAt(change.range.start);
        const b = this.offsetAt(change.range.end);
        this.replace(Math.min(a, b), Math.max(a, b), change.text);
      } else {
        this.marked = false;
        this.put(this.split(change.text));
      }
    }
  }

  /** Replaces the text from `start` to `end` (UTF-16 offsets). Unchanged lines keep their units. */
  replace(start: number, end: number, text: string): void {
    if (this.records && start === this.length && start > 0) {
      this.all = [appendRecords(this.all[0] as JsonUnit, text)];
      this.known = undefined;
      return;
    }
    const first = this.indexAt(start);
    const last = this.indexAt(end);
    const before = this.written(first).slice(0, start - this.startOf(first));
    const after = this.written(last).slice(end - this.startOf(last));
    const fresh = this.split(before + text + after);
    if (this.records && first === last) inheritRecords(fresh[0] as JsonUnit, this.all[first] as JsonUnit, start);
    for (const at of [0, fresh.length - 1]) {
      const old = this.all[at === 0 ? first : last] as JsonUnit;
      if (fresh[at]?.text === old.text) fresh[at] = old;
    }
    // The last line may have been removed completely.
    if (fresh.length > 1 && fresh.at(-1)?.text === '') fresh.pop();
    if (fresh[0]?.text === '' && (first > 0 || last < this.all.length - 1)) fresh.shift();
    this.marked &&= first > 0;
    this.put([...this.all.slice(0, first), ...fresh, ...this.all.slice(last + 1)]);
  }

  /** Sets the units. In the first one, a byte-order mark becomes a space. */
  private put(all: readonly JsonUnit[]): void {
    const [first] = all;
    const fresh = first?.text.startsWith(byteOrderMark) ?? false;
    this.marked ||= fresh;
    this.all =
      first && fresh
        ? [{ ...jsonUnit(` ${first.text.slice(1)}`, this.names), records: this.records }, ...all.slice(1)]
        : all;
    this.known = undefined;
  }

  /** The text of a unit as it is in the document, with the byte-order mark. */
  private written(index: number): string {
    const { text } = this.all[index] as JsonUnit;
    return this.marked && index === 0 ? byteOrderMark + text.slice(1) : text;
  }

  private split(text: string): JsonUnit[] {
    if (this.records) return [unitOfRecords(text)];
    const unit = (one: string) => jsonUnit(one, this.names);
    return this.lines ? Array.from(linesOf(text), unit) : [unit(text)];
  }

  private get places(): Places {
    if (this.known === undefined) {
      const starts: number[] = [];
      const lines: number[] = [];
      let start = 0;
      let line = 0;
      for (const unit of this.all) {
        starts.push(start);
        lines.push(line);
        start += unit.text.length;
        line += lineStartsOf(unit).length - 1;
      }
      this.known = { starts, lines, length: start, lineCount: line + 1 };
    }
    return this.known;
  }
}
