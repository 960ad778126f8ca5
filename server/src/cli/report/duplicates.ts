/**
 * Rows that repeat others, as far as numbers that stand for them tell: equal rows, equal conversations, one question with several
 * answers, rows that are the beginning of others, and rows that may be nearly the same, which are compared afterwards.
 */
import { NumberList, NumberTable } from './number-table.ts';
import { ROW_KEYS, type RowKeys } from './part.ts';

/** So many rows are compared with all others, and so many beginnings and bands. */
const MAX_ROWS = 4_000_000;
const MAX_BEGINNINGS = 6_000_000;
const MAX_BANDS = 10_000_000;
/** So many groups are kept, with so many rows of each, and so many pairs to compare. */
const MAX_GROUPS = 10_000;
const MAX_PLACES = 100;
const MAX_PAIRS = 20_000;

/** Rows that have something in common. */
export interface Group {
  /** How many rows. */
  count: number;
  /** Where the first of them are. */
  readonly places: number[];
}

/** A row, and one that comes after it, or has it as its beginning. */
export type Pair = readonly [place: number, other: number];

export interface Repeats {
  /** How many rows are one of an earlier kind. */
  count: number;
  readonly groups: Map<number, Group>;
}

export interface Questions extends Repeats {
  /** The different answers of a group, by the index of its first row. */
  readonly answers: Map<number, Set<number>>;
}

export class DuplicateIndex {
  readonly rows: Repeats = { count: 0, groups: new Map() };
  readonly conversations: Repeats = { count: 0, groups: new Map() };
  readonly questions: Questions = { count: 0, groups: new Map(), answers: new Map() };
  readonly beginnings: { count: number; readonly pairs: Pair[] } = { count: 0, pairs: [] };
  /** Pairs of rows that may be nearly the same. */
  readonly candidates: Pair[] = [];
  /** There were more of these than are kept. */
  hasMoreCandidates = false;

  private readonly byRow = new NumberTable(MAX_ROWS);
  private readonly byConversation = new NumberTable(MAX_ROWS);
  private readonly byQuestion = new NumberTable(MAX_ROWS);
  private readonly byBeginning = new NumberTable(MAX_BEGINNINGS);
  private readonly byBand = new NumberTable(MAX_BANDS);
  private readonly places = new NumberList();
  private readonly texts = new NumberList();
  private readonly begun = new Set<number>();

  /** `move`: how places of these rows become those of the whole. */
  add({ rows, beginnings, bands }: RowKeys, move: (place: number) => number = (place) => place): void {
    let [begin, band] = [0, 0];
    for (let at = 0; at < rows.length; at += ROW_KEYS) {
      const [place, row, conversation, question] = rows.slice(at, at + ROW_KEYS) as [number, number, number, number];
      const manyBeginnings = beginnings[begin++] as number;
      const manyBands = bands[band++] as number;
      this.addRow(
        move(place),
        { row, conversation, question },
        beginnings.slice(begin, begin + manyBeginnings),
        bands.slice(band, band + manyBands),
      );
      begin += manyBeginnings;
      band += manyBands;
    }
  }

  private addRow(
    place: number,
    { row, conversation, question }: { readonly row: number; readonly conversation: number; readonly question: number },
    beginnings: readonly number[],
    bands: readonly number[],
  ): void {
    const index = this.places.length;
    this.places.push(place);
    this.texts.push(conversation);
    const equal = this.byRow.getOrSet(row, index);
    if (equal !== undefined) {
      this.repeat(this.rows, equal, place);
      return;
    }
    if (conversation === 0) return;
    const same = this.byConversation.getOrSet(conversation, index);
    if (same !== undefined) {
      this.repeat(this.conversations, same, place);
      return;
    }
    this.addQuestion(question, conversation, index);
    this.addBeginnings(conversation, beginnings, index);
    this.addBands(bands, index);
  }

  private repeat(repeats: Repeats, first: number, place: number): void {
    repeats.count++;
    let group = repeats.groups.get(first);
    if (group === undefined) {
      if (repeats.groups.size >= MAX_GROUPS) return;
      group = { count: 1, places: [this.places.at(first)] };
      repeats.groups.set(first, group);
    }
    group.count++;
    if (group.places.length < MAX_PLACES) group.places.push(place);
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

  private addBeginnings(conversation: number, beginnings: readonly number[], index: number): void {
    const place = this.places.at(index);
    const longer = this.byBeginning.get(conversation);
    if (longer !== undefined) this.begins(index, this.places.at(longer));
    for (const number of beginnings) {
      const shorter = this.byConversation.get(number);
      if (shorter !== undefined) this.begins(shorter, place);
      this.byBeginning.getOrSet(number, index);
    }
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

  /** Whether every row was compared with every other. */
  get isExact(): boolean {
    return ![this.byRow, this.byConversation, this.byQuestion, this.byBeginning, this.byBand].some(
      ({ isFull }) => isFull,
    );
  }

  /** The place of the first row that is written with a number, for comparing data sets. */
  hasRow(row: number): boolean {
    return this.byRow.get(row) !== undefined;
  }
}
