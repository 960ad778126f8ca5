/** Finds the rows to show in a stretch of a data set. It runs in a thread. */
import type { DataSetFilter, SelectRowsParams } from '../../../../protocol/data-sets.ts';
import { unitsIn } from '../../rows/utf16-units.ts';
import { rowsOfStretch, type Stretch } from '../data-set-stretch.ts';
import { asksForFacts, fits, isWithin } from '../filter.ts';
import { type FindRows, type FindSpec, findRowsBy } from '../find/find-rows.ts';
import type { RowSource } from '../read-rows.ts';
import { factsOf, type RowLanguage } from '../summary.ts';
import { type Count, counterOf, type VocabularySpec } from '../vocabulary.ts';

export interface SelectSpec extends RowLanguage {
  readonly find?: FindSpec;
  readonly filter?: Omit<DataSetFilter, 'codes'>;
  readonly sort?: SelectRowsParams['sort'];
  /** Present if the filter or the order of the rows depends on their number of tokens. */
  readonly vocabulary?: VocabularySpec;
}

export interface SelectTask {
  readonly kind: 'select';
  readonly source: RowSource;
  readonly stretch: Stretch;
  readonly spec: SelectSpec;
  /** The only rows to consider, in ascending order; if undefined, all rows. */
  readonly among?: Uint32Array;
}

export interface SelectedRows {
  /** The numbers of the rows to show, in ascending order. */
  readonly numbers: Uint32Array;
  /** The sort key of each row to show. Present if the rows are sorted. */
  readonly keys?: Uint32Array;
  /** Whether the last row is so long that only its beginning was read. */
  readonly isCut: boolean;
}

let last: { readonly key: string; readonly find: FindRows } | undefined;

function findBy(spec: FindSpec): FindRows {
  const key = JSON.stringify(spec);
  if (last?.key !== key) last = { key, find: findRowsBy(spec) };
  return last.find;
}

export function selectStretch({ source, stretch, spec, among }: SelectTask): SelectedRows {
  const rows = rowsOfStretch(source, stretch);
  const { bytes, starts, ends, unread } = rows;
  const { find, filter = {}, sort, vocabulary } = spec;
  const wantedMask = find ? findBy(find)(rows) : new Uint8Array(starts.length).fill(1);
  if (among) keepOnly(wantedMask, among, stretch.row);
  const count = vocabulary && counterOf(vocabulary);
  const isMeasured = filter.length !== undefined || sort?.by === 'length';
  const needsFacts = asksForFacts(filter) || count !== undefined;
  const numbers: number[] = [];
  const keys: number[] = [];
  for (let i = 0; i < starts.length; i++) {
    if (wantedMask[i] === 0) continue;
    const [start, end] = [starts[i] as number, ends[i] as number];
    const more = i === starts.length - 1 ? unread : 0;
    const length = isMeasured ? unitsIn(bytes.subarray(start, end)) + more : 0;
    if (!isWithin(length, filter.length)) continue;
    const text = needsFacts ? bytes.toString('utf8', start, end) : '';
    const facts = needsFacts ? factsOf(text, spec) : undefined;
    if (!fits(facts, filter)) continue;
    const tokens = count ? tokensOf(facts?.messages.flatMap(({ texts }) => texts) ?? [], text, count) : 0;
    if (!isWithin(tokens, filter.tokens)) continue;
    numbers.push(stretch.row + i);
    if (sort) keys.push(Math.min(sort.by === 'tokens' ? tokens : length, 0xffffffff));
  }
  return {
    numbers: Uint32Array.from(numbers),
    ...(sort && { keys: Uint32Array.from(keys) }),
    isCut: unread > 0,
  };
}

function keepOnly(wantedMask: Uint8Array, among: Uint32Array, first: number): void {
  const bytes = new Uint8Array(wantedMask.length);
  for (const number of among) bytes[number - first] = 1;
  for (let i = 0; i < wantedMask.length; i++) wantedMask[i] = (wantedMask[i] as number) & (bytes[i] as number);
}

/** Returns the number of tokens in the texts of a row or, if the row is not a conversation, in its JSON. */
const tokensOf = (texts: readonly string[], text: string, count: Count): number =>
  (texts.length > 0 ? texts : [text]).reduce((sum, one) => sum + count(one), 0);
