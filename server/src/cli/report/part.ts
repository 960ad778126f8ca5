/** The figures of a part of a data set, which is a piece, a file or a shard. The figures of the next part can be added to them. */
import type { Severity } from '../../rules/support/rule.ts';
import { addTotals, noTotals, type Totals } from '../mask/totals.ts';
import { addColumns, type Columns, noColumns } from './columns.ts';
import { addLengths, type Lengths, noLengths } from './lengths.ts';

/** The number of occurrences, and the position of the first row with an occurrence. */
export interface Occurrence {
  count: number;
  first: number;
}

export interface ToolCounts {
  declared: number;
  called: number;
  answered: number;
  first: number;
}

export interface FindingCounts {
  readonly severity: Severity;
  count: number;
  /** The positions of the first rows with the finding. */
  readonly places: number[];
}

export interface Texts extends Occurrence {
  /** The beginning of the text. */
  readonly beginning: string;
}

/** Lengths of rows, messages and answers in one unit. */
export interface LengthsIn {
  readonly rows: Lengths;
  readonly messages: Lengths;
  readonly answers: Lengths;
}

const noLengthsIn = (): LengthsIn => ({ rows: noLengths(), messages: noLengths(), answers: noLengths() });

/**
 * The keys of rows, in the order of the rows. The keys of each row are the following numbers: the position of the row; the hashes of its
 * bytes, of its messages, and of the messages before the last turn (0 if there are none); a count, followed by as many hashes of beginnings
 * (the first message, the first two messages, and so on); and a second count, which is 0 or `BANDS`, followed by as many hashes of bands
 * (`signature.ts`).
 */
export type RowKeys = Float64Array<ArrayBuffer>;

/** The number of keys of a row before the first count. */
export const ROW_KEYS = 4;

/** Returns the offset of the next row's keys; NaN or an offset beyond the end if the keys are malformed. */
export function nextRow(keys: RowKeys, at: number): number {
  const bandsAt = at + ROW_KEYS + 1 + (keys[at + ROW_KEYS] as number);
  return bandsAt + 1 + (keys[bandsAt] as number);
}

export interface ReportPart {
  readonly files: string[];
  rows: number;
  bytes: number;
  readonly shapes: Map<string, Occurrence>;
  /** `notJson` counts the rows that are not JSON, and `notRead` counts the rows that are not conversations. */
  readonly notJson: Occurrence;
  readonly notRead: Occurrence;
  readonly notUtf8: Occurrence;
  readonly columns: Columns;
  readonly roles: Map<string, number>;
  readonly sequences: Map<string, Occurrence>;
  /** The number of rows whose sequence of roles is not counted separately. */
  otherSequences: number;
  readonly endings: Map<string, Occurrence>;
  readonly turns: Lengths;
  readonly messages: Lengths;
  readonly tools: Map<string, ToolCounts>;
  /** The number of uses of tools that are not counted separately. */
  otherTools: number;
  readonly systems: Map<number, Texts>;
  /**
   * `withSystem` is the number of rows with a system prompt. `otherSystems` is the number of those rows whose prompt is not counted
   * separately.
   */
  withSystem: number;
  otherSystems: number;
  readonly reasoning: { rows: number; messages: number; characters: number; first: number };
  /** For each script, the number of rows in which most letters belong to it, and the number of its letters. */
  readonly scripts: Map<string, Occurrence & { letters: number }>;
  readonly characters: LengthsIn;
  readonly tokens: LengthsIn;
  readonly leftovers: Map<string, Occurrence>;
  readonly findings: Map<string, FindingCounts>;
  /** The totals of `ocml mask`. */
  readonly masks: Totals;
  /** The keys of the rows. The list is empty after the keys have been passed on. */
  readonly keys: RowKeys;
}

const nothing = (): Occurrence => ({ count: 0, first: -1 });

export const noPart = (): ReportPart => ({
  files: [],
  rows: 0,
  bytes: 0,
  shapes: new Map(),
  notJson: nothing(),
  notRead: nothing(),
  notUtf8: nothing(),
  columns: noColumns(),
  roles: new Map(),
  sequences: new Map(),
  otherSequences: 0,
  endings: new Map(),
  turns: noLengths(),
  messages: noLengths(),
  tools: new Map(),
  otherTools: 0,
  systems: new Map(),
  withSystem: 0,
  otherSystems: 0,
  reasoning: { rows: 0, messages: 0, characters: 0, first: -1 },
  scripts: new Map(),
  characters: noLengthsIn(),
  tokens: noLengthsIn(),
  leftovers: new Map(),
  findings: new Map(),
  masks: noTotals(),
  keys: new Float64Array(0),
});

/** The maximum number of different keys in each map of counts. */
export const MAX_KINDS = 20_000;
/** The maximum number of positions kept for a finding. */
const MAX_PLACES = 10;

/** Counts a key. Returns false if the key is new and there are too many keys already. */
export function occur<K>(counts: Map<K, Occurrence>, key: K, position: number, times = 1): boolean {
  const occurrence = counts.get(key);
  if (occurrence) occurrence.count += times;
  else if (counts.size < MAX_KINDS) counts.set(key, { count: times, first: position });
  else return false;
  return true;
}

export function find(
  findings: Map<string, FindingCounts>,
  code: string,
  severity: Severity,
  position: number,
  times = 1,
): void {
  const findingCounts = findings.get(code) ?? { severity, count: 0, places: [] };
  findings.set(code, findingCounts);
  findingCounts.count += times;
  if (findingCounts.places.length < MAX_PLACES && findingCounts.places.at(-1) !== position)
    findingCounts.places.push(position);
}

export function toolOf(part: ReportPart, name: string, position: number): ToolCounts | undefined {
  const toolCounts = part.tools.get(name);
  if (toolCounts) return toolCounts;
  if (part.tools.size >= MAX_KINDS) return undefined;
  const counts = { declared: 0, called: 0, answered: 0, first: position };
  part.tools.set(name, counts);
  return counts;
}

/**
 * The number of positions reserved for each file. The position of a row is the index of its file times this number, plus the line or index
 * of the row in the file.
 */
export const PLACES_OF_FILE = 2 ** 36;

const sums = ['rows', 'bytes', 'otherSequences', 'otherTools', 'withSystem', 'otherSystems'] as const;
const single = ['notJson', 'notRead', 'notUtf8'] as const;
const occurrences = ['shapes', 'sequences', 'endings', 'leftovers'] as const;

/** Adds the figures of further rows, but not their keys. `by`: the number of files that precede the files of these rows. */
export function addPart(part: ReportPart, more: ReportPart, by = 0): void {
  const moved = (position: number) => (position < 0 ? position : position + by * PLACES_OF_FILE);
  for (const file of more.files) part.files.push(file);
  for (const key of sums) part[key] += more[key];
  for (const key of single) {
    part[key].count += more[key].count;
    if (part[key].first < 0) part[key].first = moved(more[key].first);
  }
  for (const key of occurrences)
    for (const [name, { count, first }] of more[key])
      if (!occur(part[key], name, moved(first), count) && key === 'sequences') part.otherSequences += count;
  if (by > 0) moveColumns(more.columns.root, moved);
  addColumns(part.columns, more.columns);
  for (const [role, count] of more.roles) {
    if (part.roles.has(role) || part.roles.size < MAX_KINDS) part.roles.set(role, (part.roles.get(role) ?? 0) + count);
  }
  for (const key of ['turns', 'messages'] as const) addLengths(part[key], more[key]);
  for (const key of ['characters', 'tokens'] as const)
    for (const of of ['rows', 'messages', 'answers'] as const) addLengths(part[key][of], more[key][of]);
  for (const [name, counts] of more.tools) {
    const toolCounts = toolOf(part, name, moved(counts.first));
    if (toolCounts === undefined) part.otherTools += counts.declared + counts.called;
    else for (const key of ['declared', 'called', 'answered'] as const) toolCounts[key] += counts[key];
  }
  for (const [number, { beginning, count, first }] of more.systems) {
    const texts = part.systems.get(number);
    if (texts) texts.count += count;
    else if (part.systems.size < MAX_KINDS) part.systems.set(number, { beginning, count, first: moved(first) });
    else part.otherSystems += count;
  }
  for (const key of ['rows', 'messages', 'characters'] as const) part.reasoning[key] += more.reasoning[key];
  if (part.reasoning.first < 0) part.reasoning.first = moved(more.reasoning.first);
  for (const [name, { count, first, letters }] of more.scripts) {
    const scriptCounts = part.scripts.get(name);
    if (scriptCounts === undefined) part.scripts.set(name, { count, first: moved(first), letters });
    else {
      if (scriptCounts.first < 0) scriptCounts.first = moved(first);
      scriptCounts.count += count;
      scriptCounts.letters += letters;
    }
  }
  for (const [code, { severity, count, places }] of more.findings) {
    const [first = -1, ...others] = places;
    find(part.findings, code, severity, moved(first), count);
    for (const position of others) find(part.findings, code, severity, moved(position), 0);
  }
  addTotals(part.masks, more.masks);
}

function moveColumns(column: Columns['root'], moved: (position: number) => number): void {
  column.firstAbsent = moved(column.firstAbsent);
  for (const type of column.types.values()) type.first = moved(type.first);
  for (const member of column.members.values()) moveColumns(member, moved);
  if (column.item) moveColumns(column.item, moved);
}
