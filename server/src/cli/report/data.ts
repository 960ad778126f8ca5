/** A report as data: `--format json` prints it, and all other formats are generated from it. */
import { severities } from '../../rules/support/levels.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { type ColumnType, namedColumns, type TypeCount } from './columns.ts';
import type { DuplicateIndex, Group } from './duplicates.ts';
import { countAbove, type LengthData, lengthData } from './lengths.ts';
import type { NearPairs } from './near.ts';
import { type LengthsIn, type Occurrence, PLACES_OF_FILE, type ReportPart } from './part.ts';

/** The name of a row: its line, or its number in a list, counted from 1. With several files, the name of the file precedes the number. */
export type RowName = number | string;

export interface Occurred {
  readonly rows: number;
  readonly first: RowName;
}

export interface ColumnData {
  readonly types: Readonly<Record<string, { readonly count: number; readonly first: RowName }>>;
  /** The values that Arrow rejects or fills with null in this column, and the remedy. */
  readonly advice?: string;
}

export interface GroupData {
  readonly count: number;
  readonly lines: readonly RowName[];
}

export interface LengthsData extends LengthData {
  readonly messages: LengthData;
  readonly answers: LengthData;
  /** How many rows are longer than each of the usual limits. */
  readonly above?: Readonly<Record<string, number>>;
}

export interface FindingData {
  readonly severity: Severity;
  readonly count: number;
  readonly lines: readonly RowName[];
}

export interface ReportData {
  readonly files: readonly string[];
  readonly rows: number;
  readonly bytes: number;
  readonly shapes: Readonly<Record<string, Occurred>>;
  readonly unreadable: {
    readonly notJson: Partial<Occurred>;
    readonly notConversations: Partial<Occurred>;
    readonly notUtf8: Partial<Occurred>;
  };
  readonly columns: Readonly<Record<string, ColumnData>>;
  readonly columnsLeftOut: number;
  readonly roles: Readonly<Record<string, number>>;
  readonly sequences: Readonly<Record<string, Occurred>>;
  readonly otherSequences: number;
  readonly endings: Readonly<Record<string, Occurred>>;
  readonly turns: LengthData;
  readonly messages: LengthData;
  readonly tools: Readonly<
    Record<
      string,
      {
        readonly declared: number;
        readonly called: number;
        readonly answered: number;
        readonly unanswered: number;
        readonly first: RowName;
      }
    >
  >;
  readonly systemPrompts: {
    readonly rows: number;
    readonly without: number;
    readonly distinct: number;
    readonly frequent: readonly { readonly text: string; readonly rows: number; readonly first: RowName }[];
  };
  readonly reasoning: {
    readonly rows: number;
    readonly messages: number;
    readonly characters: number;
    readonly first?: RowName;
  };
  readonly scripts: Readonly<
    Record<string, { readonly rows: number; readonly letters: number; readonly first?: RowName }>
  >;
  readonly lengths: { readonly characters: LengthsData; readonly tokens?: LengthsData & { readonly encoding: string } };
  readonly duplicates: {
    readonly rows: number;
    readonly groups: readonly GroupData[];
    readonly conversations: { readonly rows: number; readonly groups: readonly GroupData[] };
    readonly questions: {
      readonly rows: number;
      readonly groups: readonly (GroupData & { readonly answers: number })[];
    };
    /** The total number of groups of each kind; only the first ones are listed. */
    readonly groupCounts: { readonly rows: number; readonly conversations: number; readonly questions: number };
    readonly beginnings: {
      readonly rows: number;
      readonly pairs: readonly { readonly line: RowName; readonly of: RowName }[];
    };
    readonly near?: {
      readonly pairs: readonly {
        readonly lines: readonly [RowName, RowName];
        readonly similarity: number;
        readonly text: string;
      }[];
      readonly notCompared: number;
    };
    readonly exact: boolean;
  };
  readonly leftovers: Readonly<Record<string, Occurred>>;
  readonly training?: Readonly<Record<string, unknown>>;
  readonly findings: Readonly<Record<string, FindingData>>;
  /** The rules that were checked: those for training rows, or those of `ocml check` without `--training`. */
  readonly rules: 'usual' | 'training';
}

/** The usual length limits of models and trainers (tokens). */
const usualLimits = [512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536, 131_072];

/** The maximum number of groups, pairs, sequences and prompts that a report lists. The counts always include all of them. */
const MAX_SHOWN = 100;

export interface ReportSource {
  readonly part: ReportPart;
  readonly index: DuplicateIndex;
  readonly near: NearPairs | undefined;
  /** The name of the vocabulary with which tokens were counted. */
  readonly vocabulary: string | undefined;
  readonly training: Readonly<Record<string, unknown>> | undefined;
  /** Whether rows were checked as training rows. */
  readonly forTraining: boolean;
}

export function reportData({ part, index, near, vocabulary, training, forTraining }: ReportSource): ReportData {
  const { files } = part;
  const rowName = (position: number): RowName => {
    const line = (position % PLACES_OF_FILE) + 1;
    return files.length > 1 ? `${files[Math.floor(position / PLACES_OF_FILE)] ?? '?'}:${line}` : line;
  };
  const occurred = ({ count, first }: Occurrence): Occurred => ({ rows: count, first: rowName(first) });
  const maybe = (one: Occurrence): Partial<Occurred> => (one.count > 0 ? occurred(one) : { rows: 0 });
  const sorted = <T extends { readonly count: number }>(all: ReadonlyMap<string, T>) =>
    [...all].sort(([a, { count: x }], [b, { count: y }]) => y - x || (a < b ? -1 : 1));
  const table = (all: ReadonlyMap<string, Occurrence>) =>
    Object.fromEntries(sorted(all).map(([name, one]) => [name, occurred(one)]));
  const groupData = ({ count, places }: Group): GroupData => ({ count, lines: places.map(rowName) });
  const groups = (all: ReadonlyMap<number, Group>) =>
    [...all].sort(([, a], [, b]) => b.count - a.count).slice(0, MAX_SHOWN);
  const sequences = sorted(part.sequences);
  const { systems, withSystem, otherSystems } = part;
  const conversations = part.rows - part.notRead.count;
  return {
    files,
    rows: part.rows,
    bytes: part.bytes,
    shapes: table(part.shapes),
    unreadable: {
      notJson: maybe(part.notJson),
      notConversations: maybe(part.notRead),
      notUtf8: maybe(part.notUtf8),
    },
    columns: columnsData(part, rowName),
    columnsLeftOut: part.columns.left,
    roles: Object.fromEntries([...part.roles].sort(([, a], [, b]) => b - a)),
    sequences: Object.fromEntries(sequences.slice(0, MAX_SHOWN).map(([name, one]) => [name, occurred(one)])),
    otherSequences: part.otherSequences + sequences.slice(MAX_SHOWN).reduce((sum, [, { count }]) => sum + count, 0),
    endings: table(part.endings),
    turns: lengthData(part.turns),
    messages: lengthData(part.messages),
    tools: Object.fromEntries(
      [...part.tools]
        .sort(([a, x], [b, y]) => y.called - x.called || y.declared - x.declared || (a < b ? -1 : 1))
        .map(([name, { declared, called, answered, first }]) => [
          name,
          { declared, called, answered, unanswered: called - answered, first: rowName(first) },
        ]),
    ),
    systemPrompts: {
      rows: withSystem,
      without: conversations - withSystem,
      distinct: systems.size + otherSystems,
      frequent: [...systems.values()]
        .sort((a, b) => b.count - a.count || a.first - b.first)
        .slice(0, 10)
        .map(({ beginning, count, first }) => ({ text: beginning, rows: count, first: rowName(first) })),
    },
    reasoning: {
      rows: part.reasoning.rows,
      messages: part.reasoning.messages,
      characters: part.reasoning.characters,
      ...(part.reasoning.first >= 0 && { first: rowName(part.reasoning.first) }),
    },
    scripts: Object.fromEntries(
      sorted(part.scripts).map(([name, { count, letters, first }]) => [
        name,
        { rows: count, letters, ...(first >= 0 && { first: rowName(first) }) },
      ]),
    ),
    lengths: {
      characters: lengthsData(part.characters),
      ...(vocabulary !== undefined && {
        tokens: {
          encoding: vocabulary,
          ...lengthsData(part.tokens),
          above: Object.fromEntries(usualLimits.map((limit) => [limit, countAbove(part.tokens.rows, limit)])),
        },
      }),
    },
    duplicates: {
      rows: index.rows.count,
      groups: groups(index.rows.groups).map(([, group]) => groupData(group)),
      conversations: {
        rows: index.conversations.count,
        groups: groups(index.conversations.groups).map(([, group]) => groupData(group)),
      },
      questions: {
        rows: index.questions.count,
        groups: groups(index.questions.groups).map(([first, group]) => ({
          ...groupData(group),
          answers: index.questions.answers.get(first)?.size ?? group.count,
        })),
      },
      beginnings: {
        rows: index.beginnings.count,
        pairs: index.beginnings.pairs
          .slice(0, MAX_SHOWN)
          .map(([position, other]) => ({ line: rowName(position), of: rowName(other) })),
      },
      ...(near && {
        near: {
          pairs: near.pairs.map(({ places: [one, other], similarity, beginning }) => ({
            lines: [rowName(one), rowName(other)] as const,
            similarity,
            text: beginning,
          })),
          notCompared: near.left,
        },
      }),
      groupCounts: {
        rows: index.rows.groups.size,
        conversations: index.conversations.groups.size,
        questions: index.questions.groups.size,
      },
      exact: index.isExact && !index.hasMoreCandidates,
    },
    leftovers: table(part.leftovers),
    ...(training && { training }),
    findings: Object.fromEntries(
      [...part.findings]
        .sort(
          ([a, x], [b, y]) =>
            severities.indexOf(x.severity) - severities.indexOf(y.severity) || y.count - x.count || (a < b ? -1 : 1),
        )
        .map(([code, { severity, count, places }]) => [code, { severity, count, lines: places.map(rowName) }]),
    ),
    rules: forTraining ? 'training' : 'usual',
  };
}

function lengthsData({ rows, messages, answers }: LengthsIn): LengthsData {
  return { ...lengthData(rows), messages: lengthData(messages), answers: lengthData(answers) };
}

function columnsData({ columns }: ReportPart, rowName: (position: number) => RowName): Record<string, ColumnData> {
  return Object.fromEntries(
    namedColumns(columns).map(({ path, types, absent }) => {
      const counted = (one: TypeCount) => ({ count: one.count, first: rowName(one.first) });
      const typeEntries: [string, ReturnType<typeof counted>][] = [...types]
        .sort(([, a], [, b]) => b.count - a.count)
        .map(([type, one]) => [type, counted(one)]);
      if (absent) typeEntries.push(['absent', counted(absent)]);
      const advice = adviceOn(path, new Set(types.keys()));
      return [path, { types: Object.fromEntries(typeEntries), ...(advice && { advice }) }];
    }),
  );
}

/** Returns the remedy if the types of a column do not fit in a table; undefined if they fit. Null fits any type. */
function adviceOn(path: string, types: ReadonlySet<ColumnType>): string | undefined {
  const kinds = [...types].filter((type) => type !== 'null');
  if (kinds.length < 2) return undefined;
  const name = path.slice(path.lastIndexOf('.') + 1);
  const remedy = remedies.get(name) ?? 'use the same type in every row';
  return `Arrow allows only one type per column, which also affects \`datasets\` and pandas: ${remedy}`;
}

const remedies: ReadonlyMap<string, string> = new Map([
  ['arguments', 'write the arguments as a JSON string in every row'],
  ['tools', 'write a list in every row (an empty list if there are none), or a JSON string in every row'],
  ['content', 'write a string in every message, or a list of parts in every message'],
  ['parameters', 'write the tools as a JSON string in every row'],
]);
