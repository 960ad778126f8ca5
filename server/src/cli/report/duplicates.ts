/**
 * Finds rows that repeat other rows, by hash: equal rows, equal conversations, questions with several answers, and rows that are the
 * beginning of another row. Also finds candidates for near-duplicates, which are compared afterwards.
 *
 * Most hashes occur only once, and need not be kept. The repeated hashes are known only when all rows have been added, so a second pass
 * reads all hashes again.
 */

import { NumberList, NumberTable } from '../rows/number-table.ts';
import { KeySpool } from './key-spool.ts';
import { nextRow, ROW_KEYS, type RowKeys } from './part.ts';
import { RepeatSketch } from './repeat-sketch.ts';

/** The maximum numbers of rows, beginnings and bands that are remembered for comparison. */
const MAX_ROWS = 4_000_000;
const MAX_BEGINNINGS = 6_000_000;
const MAX_BANDS = 10_000_000;
/** The maximum numbers of groups, of positions listed in a group, and of pairs to compare. */
const MAX_GROUPS = 10_000;
const MAX_PLACES = 100;
const MAX_PAIRS = 20_000;
/** The size of the sketch that detects repeated hashes: 2^26 bits. If there are a million rows, an eighth of them is kept unnecessarily. */
const SKETCH_BITS = 26;
/** The kinds of hashes. Beginnings have the same kind as conversations, since a conversation may be the beginning of another one. */
const kinds = { row: 1, conversation: 2, question: 3, band: 4 } as const;

/** A group of rows that have something in common. */
export interface Group {
  count: number;
  /** The positions of the first rows of the group. */
  readonly places: number[];
}

/** The positions of a row and of another row: a later row that may be a near-duplicate, or a row that begins with the first one. */
export type Pair = readonly [place: number, other: number];

export interface Repeats {
  /** The number of rows that repeat an earlier row. */
  count: number;
  readonly groups: Map<number, Group>;
}

export interface Questions extends Repeats {
  /** The hashes of the different answers in a group, by the index of the group's first row. */
  readonly answers: Map<number, Set<number>>;
}

/** Determines whether a hash may occur more than once. `index`: the index of the hash in the keys. */
type IsAgain = (index: number, kind: number) => boolean;
const halvesOf = ({ buffer, byteOffset, length }: RowKeys) => new Uint32Array(buffer, byteOffset, 2 * length);

export class DuplicateIndex {
  readonly rows: Repeats = { count: 0, groups: new Map() };
  readonly conversations: Repeats = { count: 0, groups: new Map() };
  readonly questions: Questions = { count: 0, groups: new Map(), answers: new Map() };
  readonly beginnings: { count: number; readonly pairs: Pair[] } = { count: 0, pairs: [] };
  /** Pairs of rows that may be near-duplicates. */
  readonly candidates: Pair[] = [];
  /** Whether some candidates are not kept because there are too many. */
  hasMoreCandidates = false;

  private readonly byRow = new NumberTable(MAX_ROWS);
  private readonly byConversation = new NumberTable(MAX_ROWS);
  private readonly byQuestion = new NumberTable(MAX_ROWS);
  private readonly byBeginning = new NumberTable(MAX_BEGINNINGS);
  private readonly byBand = new NumberTable(MAX_BANDS);
  private readonly places = new NumberList();
  private readonly texts = new NumberList();
  private readonly begun = new Set<number>();
  private readonly spool = new KeySpool();
  private readonly sketch = new RepeatSketch(SKETCH_BITS);

  /** Adds the keys of rows and takes ownership of them. */
  add(keys: RowKeys): void {
    const { sketch } = this;
    const halves = halvesOf(keys);
    const note = (i: number, kind: number) => sketch.add(halves[2 * i] as number, halves[2 * i + 1] as number, kind);
    for (let at = 0; at < keys.length; ) {
      const end = nextRow(keys, at);
      note(at + 1, kinds.row);
      note(at + 2, kinds.conversation);
      note(at + 3, kinds.question);
      const bandsAt = at + ROW_KEYS + 1 + (keys[at + ROW_KEYS] as number);
      for (let i = at + ROW_KEYS + 1; i < bandsAt; i++) note(i, kinds.conversation);
      for (let i = bandsAt + 1; i < end; i++) note(i, kinds.band);
      at = end;
    }
    this.spool.add(keys);
  }

  /** Finds the repetitions. It is called when all rows have been added. */
  async finish(): Promise<void> {
    for await (const keys of this.spool.all()) {
      const halves = halvesOf(keys);
      const isAgain: IsAgain = (i, kind) =>
        this.sketch.hasAgain(halves[2 * i] as number, halves[2 * i + 1] as number, kind);
      for (let at = 0; at < keys.length; at = nextRow(keys, at)) this.addRow(keys, at, isAgain);
    }
    await this.spool.close();
  }

  /** Discards the keys that were added. */
  close(): Promise<void> {
    return this.spool.close();
  }

  private addRow(keys: RowKeys, at: number, isAgain: IsAgain): void {
    const position = keys[at] as number;
    const row = keys[at + 1] as number;
    const conversation = keys[at + 2] as number;
    const question = keys[at + 3] as number;
    const bandsAt = at + ROW_KEYS + 1 + (keys[at + ROW_KEYS] as number);
    const bands: number[] = [];
    for (let i = bandsAt + 1; i < nextRow(keys, at); i++) if (isAgain(i, kinds.band)) bands.push(keys[i] as number);
    let hasCommon = bands.length > 0 || isAgain(at + 1, kinds.row) || isAgain(at + 3, kinds.question);
    for (let i = at + ROW_KEYS + 1; i < bandsAt && !hasCommon; i++) hasCommon = isAgain(i, kinds.conversation);
    // Most rows have nothing in common with other rows, and are not kept.
    if (!hasCommon && !isAgain(at + 2, kinds.conversation)) return;
    const index = this.places.length;
    this.places.push(position);
    this.texts.push(conversation);
    const equal = isAgain(at + 1, kinds.row) ? this.byRow.getOrSet(row, index) : undefined;
    if (equal !== undefined) {
      this.repeat(this.rows, equal, position);
      return;
    }
    if (conversation === 0) return;
    const isCommon = isAgain(at + 2, kinds.conversation);
    const same = isCommon ? this.byConversation.getOrSet(conversation, index) : undefined;
    if (same !== undefined) {
      this.repeat(this.conversations, same, position);
      return;
    }
    if (isAgain(at + 3, kinds.question)) this.addQuestion(question, conversation, index);
    if (isCommon) this.addAsBeginning(conversation, index);
    for (let i = at + ROW_KEYS + 1; i < bandsAt; i++)
      if (isAgain(i, kinds.conversation)) this.addBeginning(keys[i] as number, index);
    if (bands.length > 0) this.addBands(bands, index);
  }

  private repeat(repeats: Repeats, first: number, position: number): void {
    repeats.count++;
    let group = repeats.groups.get(first);
    if (group === undefined) {
      if (repeats.groups.size >= MAX_GROUPS) return;
      group = { count: 1, places: [this.places.at(first)] };
      repeats.groups.set(first, group);
    }
    group.count++;
    if (group.places.length < MAX_PLACES) group.places.push(position);
  }

  private addQuestion(question: number, conversation: number, index: number): void {
    if (question === 0) return;
    const first = this.byQuestion.getOrSet(question, index);
    if (first === undefined) return;
    this.repeat(this.questions, first, this.places.at(index));
    const answers = this.questions.answers.get(first) ?? new Set([this.texts.at(first)]);
    if (this.questions.groups.has(first)) this.questions.answers.set(first, answers);
    if (answers.size < MAX_PLACES) answers.add(conversation);
  }

  /** Adds a row that may be the beginning of an earlier row. */
  private addAsBeginning(conversation: number, index: number): void {
    const longer = this.byBeginning.get(conversation);
    if (longer !== undefined) this.begins(index, this.places.at(longer));
  }

  private addBeginning(number: number, index: number): void {
    const shorter = this.byConversation.get(number);
    if (shorter !== undefined) this.begins(shorter, this.places.at(index));
    this.byBeginning.getOrSet(number, index);
  }

  private begins(index: number, other: number): void {
    if (this.begun.has(index)) return;
    this.beginnings.count++;
    if (this.begun.size >= MAX_ROWS / 8) return;
    this.begun.add(index);
    if (this.beginnings.pairs.length < MAX_GROUPS) this.beginnings.pairs.push([this.places.at(index), other]);
  }

  private addBands(bands: readonly number[], index: number): void {
    const partners = new Set<number>();
    for (const band of bands) {
      const first = this.byBand.getOrSet(band, index);
      if (first !== undefined) partners.add(first);
    }
    for (const partner of partners) {
      if (this.candidates.length >= MAX_PAIRS) this.hasMoreCandidates = true;
      else this.candidates.push([this.places.at(partner), this.places.at(index)]);
    }
  }

  /** Whether every row was compared with all others. This is false if a table is full, or if some keys could not be stored. */
  get isExact(): boolean {
    const tables = [this.byRow, this.byConversation, this.byQuestion, this.byBeginning, this.byBand];
    return !this.spool.isIncomplete && !tables.some(({ isFull }) => isFull);
  }
}
