/**
 * A transcript under edit: the sequence of its blocks, with the interface of a `TextDocument` of `vscode-languageserver-textdocument`. The
 * text is not stored as one string. An edit rereads only the message that it affects.
 */
import type { Position, Range, TextDocument, TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import type { DialectId } from '../grammar/index.ts';
import type { Block } from './block.ts';
import { type Detected, type DialectChoice, detect, tellsDialect } from './dialect.ts';
import { editBlock } from './edit-block.ts';
import { type Family, families, familyOf } from './families/index.ts';
import { breaksBefore, isBreak, lineStartBefore, offsetAfterBreak } from './lines.ts';
import { type BlockChange, changeOf, type Rescanned, rescan, type TextEdit, textBetween } from './rescan.ts';
import { BlockSequence, type Place } from './sequence.ts';

/** The maximum number of changes that are stored until they are requested. */
const MAX_KEPT_CHANGES = 10_000;

export class Transcript implements TextDocument {
  /** False, since a message may extend over many lines, unlike a value of JSON Lines. */
  readonly lines = false;
  /** False, since an edit never changes how a transcript is divided into units, unlike in `JsonDocument`. */
  readonly otherwise = false;
  private sequence = new BlockSequence();
  private detected: Detected = { family: families['openchatml-2.2'], header: undefined };
  private changes: BlockChange[] | undefined = [];

  constructor(
    readonly uri: string,
    readonly languageId: string,
    public version: number,
    text: string,
    /** The dialect chosen outside the document, if any. */
    readonly choice: DialectChoice = {},
  ) {
    this.read(text);
  }

  get blocks(): BlockSequence {
    return this.sequence;
  }

  /** The family by whose rules the document is read. */
  get family(): Family {
    return this.detected.family;
  }

  get dialect(): DialectId {
    return this.family.dialect;
  }

  /** The block of the document header, if there is one. */
  get header(): Block | undefined {
    return this.detected.header;
  }

  /** The last block; undefined if the document is empty. */
  get lastBlock(): Block | undefined {
    return this.sequence.at(this.sequence.length - 1);
  }

  get lineCount(): number {
    return this.sequence.lineBreaks + 1;
  }

  get length(): number {
    return this.sequence.textLength;
  }

  /** Returns the changes since the last call. Undefined if there were too many to store, so that any block may have changed. */
  takeChanges(): readonly BlockChange[] | undefined {
    const blockChanges = this.changes;
    this.changes = [];
    return blockChanges;
  }

  /** Stores a change for `takeChanges`. The number is limited, since a file that is followed may grow for days without being checked. */
  private keepChange(change: BlockChange): void {
    if (this.changes !== undefined && this.changes.length < MAX_KEPT_CHANGES) this.changes.push(change);
    else this.changes = undefined;
  }

  /**
   * Applies edits in order. The offsets of each are in the text after the previous edit. A change without a range replaces the whole text.
   * As in `TextDocument`, ranges out of bounds are clamped.
   */
  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.version = version;
    for (const change of changes) {
      if (!('range' in change)) {
        this.read(change.text);
        continue;
      }
      const a = this.offsetAt(change.range.start);
      const b = this.offsetAt(change.range.end);
      this.replace(Math.min(a, b), Math.max(a, b), change.text);
    }
  }

  /** Replaces the text from `start` to `end` (UTF-16 offsets). Only the blocks that the edit affects are read again, if possible. */
  replace(start: number, end: number, text: string): void {
    if (start === end && text === '') return;
    const from = this.sequence.placeAt(start);
    const until = this.sequence.placeAt(end);
    if (from === undefined || until === undefined) {
      this.read(text);
      return;
    }
    const edited = from.block === until.block && editBlock(from.block, start - from.start, end - from.start, text);
    if (edited) this.sequence.splice(from.index, 1, [edited]);
    this.keepChange(edited ? { removed: [from.block], added: [edited] } : this.rescan({ start, end, text }));
    const tells = this.choice.dialect !== undefined || tellsDialect(this.sequence, this.family);
    const detected = tells ? this.detect() : undefined;
    if (detected?.family === this.family) this.detected = detected;
    else this.read(this.getText());
  }

  private read(text: string): void {
    const removed = this.sequence.slice();
    let added: readonly Block[] = [];
    const fresh = (family: Family) => {
      added = family.scan({ text, first: true, last: true }).blocks;
      this.sequence = new BlockSequence(added);
    };
    const first = familyOf(this.choice.dialect ?? 'openchatml-2.2');
    fresh(first);
    this.detected = this.detect();
    const { family } = this;
    if (family.dialect !== first.dialect) {
      fresh(family);
      this.detected = { family, header: undefined };
    } else if (family !== first) {
      // The modes of a dialect read headers differently, but agree on where each header begins and ends.
      for (const block of added) block.family = family;
    }
    for (const block of removed) block.leaf = undefined;
    this.keepChange({ removed, added });
  }

  private detect(): Detected {
    return detect(this.sequence, this.choice);
  }

  private rescan(edit: TextEdit): BlockChange {
    const [rescanned] = rescan(this.sequence, [edit], this.family) ?? [];
    return rescanned === undefined ? { removed: [], added: [] } : this.exchange(rescanned);
  }

  /** Exchanges blocks. Old blocks at both ends that equal the new ones are kept. */
  private exchange(rescanned: Rescanned): BlockChange {
    const { index, removed, added } = changeOf(this.sequence, rescanned);
    this.sequence.splice(index, removed.length, added);
    return { removed, added };
  }

  getText(range?: Range): string {
    if (range === undefined) return this.slice(0, this.length);
    return this.slice(this.offsetAt(range.start), this.offsetAt(range.end));
  }

  /** Returns the text between two UTF-16 offsets. */
  slice(start: number, end: number): string {
    return textBetween(this.sequence, start, end);
  }

  /** Returns the LSP position of a UTF-16 offset. For an offset within `\r\n`, this is the position before the line break. */
  positionAt(offset: number): Position {
    const clamped = Math.max(0, Math.min(offset, this.length));
    const place = this.sequence.placeAt(clamped);
    if (place === undefined) return { line: 0, character: 0 };
    return this.positionIn(place, clamped - place.start);
  }

  /** Returns the LSP position of an offset in a block of this transcript. */
  positionIn({ block, start, startLine }: Place, offset: number): Position {
    const lineStart = lineStartBefore(block.text, offset);
    let at = offset;
    while (at > Math.max(0, lineStart) && isBreak(block.text, at - 1)) at--;
    if (lineStart < 0) return { line: startLine, character: start + at - this.lineStart(startLine) };
    return { line: startLine + breaksBefore(block, lineStart), character: at - lineStart };
  }

  /** Returns the UTF-16 offset of an LSP position. A character after the end of the line counts as the end. */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    if (line >= this.lineCount) return this.length;
    return Math.min(this.lineStart(line) + Math.max(0, character), this.lineEnd(line));
  }

  getLineRange(line: number): Range {
    const at = Math.max(0, Math.min(line, this.lineCount - 1));
    const character = line < 0 ? 0 : this.lineEnd(at) - this.lineStart(at);
    return { start: { line: at, character: 0 }, end: { line: at, character } };
  }

  getEOLCharacters(line: number): string {
    if (line < 0 || line >= this.lineCount - 1) return '';
    return this.slice(this.lineEnd(line), this.lineStart(line + 1));
  }

  /** The offset at which a line begins. */
  private lineStart(line: number): number {
    if (line === 0) return 0;
    const place = this.sequence.placeOfBreak(line);
    if (place === undefined) return this.length;
    return place.start + offsetAfterBreak(place.block, line - place.startLine);
  }

  /** The offset at which a line ends, before its line break. */
  private lineEnd(line: number): number {
    if (line >= this.lineCount - 1) return this.length;
    const next = this.lineStart(line + 1);
    const place = this.sequence.placeAt(next - 1);
    if (place === undefined) return next;
    const wide = next - 2 >= place.start && place.block.text.startsWith('\r\n', next - 2 - place.start);
    return wide ? next - 2 : next - 1;
  }
}
