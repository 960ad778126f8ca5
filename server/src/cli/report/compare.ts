/** Compares two versions of a data set. */
import type { ReportData } from './data.ts';
import { percent, type Section, type Table } from './sections.ts';

/**
 * The numbers of distinct rows that are in both versions, only in the new version, or only in the old version. Rows are equal if their
 * bytes are equal.
 */
export interface RowChanges {
  readonly kept: number;
  readonly added: number;
  readonly removed: number;
}

/** Returns the distinct hashes of rows, sorted. */
export function differentRows(numbers: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> {
  let count = 0;
  for (const row of numbers.sort()) if (count === 0 || numbers[count - 1] !== row) numbers[count++] = row;
  return numbers.subarray(0, count);
}

/** Compares the distinct rows of two versions, as hashes from `differentRows`. */
export function rowChanges(from: Float64Array, to: Float64Array): RowChanges {
  let [kept, j] = [0, 0];
  for (const row of from) {
    while (j < to.length && (to[j] as number) < row) j++;
    if (to[j] === row) kept++;
  }
  return { kept, added: to.length - kept, removed: from.length - kept };
}

export interface ComparisonData {
  readonly rows: RowChanges;
  readonly from: ReportData;
  readonly to: ReportData;
}

type Cell = string | number;

export function comparisonSections({ rows, from, to }: ComparisonData): Section[] {
  const figures: readonly (readonly [name: string, of: (data: ReportData) => number])[] = [
    ['rows', (data) => data.rows],
    ['bytes', (data) => data.bytes],
    ['messages', (data) => data.messages.sum],
    ['assistant turns', (data) => data.turns.sum],
    ['rows with reasoning', (data) => data.reasoning.rows],
    ['rows with a system prompt', (data) => data.systemPrompts.rows],
    ['distinct system prompts', (data) => data.systemPrompts.distinct],
    ['rows identical to an earlier one', (data) => data.duplicates.rows],
    ['rows that are not conversations', (data) => data.unreadable.notConversations.rows ?? 0],
    ...(['p50', 'p90', 'p95', 'p99', 'max'] as const).flatMap((key) => [
      [`characters per row, ${shareNames[key]}`, (data: ReportData) => data.lengths.characters[key]] as const,
    ]),
    ...(from.lengths.tokens && to.lengths.tokens
      ? (['p50', 'p90', 'p95', 'p99', 'max'] as const).map(
          (key) =>
            [`tokens per row, ${shareNames[key]}`, (data: ReportData) => data.lengths.tokens?.[key] ?? 0] as const,
        )
      : []),
  ];
  const changed = figures.filter(([, of]) => of(from) !== of(to));
  return [
    {
      title: 'Changes',
      notes: [
        `Rows, not counting duplicates: ${rows.kept.toLocaleString('en-US')} in both versions, ${rows.added.toLocaleString('en-US')} new, ${rows.removed.toLocaleString('en-US')} removed.`,
        ...(changed.length === 0 ? ['No figure has changed.'] : []),
      ],
      tables: table(
        ['Figure', 'Before', 'Now', 'Change'],
        changed.map(([name, of]) => [name, of(from), of(to), change(of(from), of(to))]),
      ),
    },
    counts('Shapes', 'Shape', from.shapes, to.shapes, ({ rows: many }) => many),
    columns(from, to),
    counts('Roles', 'Role', from.roles, to.roles, (many) => many),
    counts('Sequences of roles', 'Sequence', from.sequences, to.sequences, ({ rows: many }) => many),
    counts('Calls per tool', 'Tool', from.tools, to.tools, ({ called }) => called),
    counts('Scripts', 'Script', from.scripts, to.scripts, ({ rows: many }) => many),
    counts('Tokens left in content', 'Token', from.leftovers, to.leftovers, ({ rows: many }) => many),
    counts('Problems', 'Code', from.findings, to.findings, ({ count }) => count),
  ].filter(({ notes, tables }) => notes.length > 0 || tables.length > 0);
}

const shareNames = {
  p50: 'median',
  p90: '90th percentile',
  p95: '95th percentile',
  p99: '99th percentile',
  max: 'maximum',
} as const;
const MAX_ROWS = 40;

function table(head: readonly string[], rows: readonly (readonly Cell[])[]): Table[] {
  if (rows.length === 0) return [];
  const more = rows.length > MAX_ROWS ? `${rows.length - MAX_ROWS} more` : undefined;
  return [{ head, rows: rows.slice(0, MAX_ROWS), more }];
}

function change(before: number, now: number): string {
  const more = now - before;
  return `${more > 0 ? '+' : ''}${more.toLocaleString('en-US')}${before > 0 ? ` (${more > 0 ? '+' : ''}${percent(more, before)})` : ''}`;
}

/** Returns a section with the named numbers that differ. */
function counts<T>(
  title: string,
  what: string,
  from: Readonly<Record<string, T>>,
  to: Readonly<Record<string, T>>,
  of: (one: T) => number,
): Section {
  const [before, now] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  const numberIn = (all: ReadonlyMap<string, T>, name: string) => (all.has(name) ? of(all.get(name) as T) : 0);
  const rows = [...new Set([...before.keys(), ...now.keys()])].flatMap((name): Cell[][] => {
    const [one, other] = [numberIn(before, name), numberIn(now, name)];
    return one === other ? [] : [[name, one, other, change(one, other)]];
  });
  return { title, notes: [], tables: table([what, 'Before', 'Now', 'Change'], rows) };
}

/** Returns a section with the columns that are new or missing, or have different types. */
function columns({ columns: from }: ReportData, { columns: to }: ReportData): Section {
  const [before, now] = [new Map(Object.entries(from)), new Map(Object.entries(to))];
  const typesOf = (all: typeof before, path: string) => Object.keys(all.get(path)?.types ?? {}).sort();
  const rows = [...new Set([...before.keys(), ...now.keys()])].flatMap((path): Cell[][] => {
    const [one, other] = [typesOf(before, path).join(', '), typesOf(now, path).join(', ')];
    return one === other ? [] : [[path, one === '' ? 'no such column' : one, other === '' ? 'no such column' : other]];
  });
  return { title: 'Columns', notes: [], tables: table(['Column', 'Earlier types', 'Later types'], rows) };
}
