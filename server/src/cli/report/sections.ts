/** The sections of a report, with tables and figures, which are shown on a terminal, in Markdown and in HTML. */
import type { GroupData, ReportData, RowName } from './data.ts';
import type { Bin, LengthData } from './lengths.ts';

/** A table, in which numbers are right-aligned. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** A note on the omitted rows. */
  readonly more?: string | undefined;
  /** The total number of rows, including rows that are not in the table. */
  readonly total?: number;
}

export interface Figure {
  readonly title: string;
  /** The unit of the horizontal axis. */
  readonly unit: string;
  readonly bins: readonly Bin[];
}

export interface Section {
  readonly title: string;
  readonly notes: readonly string[];
  readonly tables: readonly Table[];
  readonly figures?: readonly Figure[];
}

const number = (many: number): string => many.toLocaleString('en-US');
export const counted = (many: number, one: string, several = `${one}s`): string =>
  `${number(many)} ${many === 1 ? one : several}`;
export const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10} %`;

/** Returns the name of a row. Line numbers have no thousands separators, since they appear in lists, and users copy them to find rows. */
const at = (name: RowName): string => (typeof name === 'number' ? `line ${name}` : name);
const several = (lines: readonly RowName[], count: number): string => {
  const firstLines = lines.slice(0, 8);
  return `${firstLines.join(', ')}${count > firstLines.length ? ', …' : ''}`;
};

/** Returns a list with a table; an empty list if there are no rows. `total`: the total number of rows, if `rows` is only a part of them. */
function table(head: readonly string[], rows: Table['rows'], total = rows.length): Table[] {
  return rows.length === 0 ? [] : [{ head, rows, total }];
}

/** Returns the sections with at most `most` rows per table, and with the number of omitted rows. */
export const shortened = (all: readonly Section[], most: number): Section[] =>
  all.map((section) => ({ ...section, tables: section.tables.map((one) => shortenedTable(one, most)) }));

function shortenedTable(one: Table, most: number): Table {
  const { rows, total } = one;
  if (total === undefined || total <= Math.min(most, rows.length)) return one;
  const more = total - Math.min(most, rows.length);
  const inJson =
    rows.length > most ? (rows.length < total ? `${number(rows.length - most)} of them` : 'them') : undefined;
  return {
    ...one,
    rows: rows.slice(0, most),
    more: `${number(more)} more${inJson === undefined ? '' : `; --format json lists ${inJson}`}`,
  };
}

export function sections(data: ReportData): Section[] {
  // The report of an empty data set has only an overview.
  if (data.rows === 0) return [overview(data)];
  return [
    overview(data),
    columns(data),
    roles(data),
    tools(data),
    prompts(data),
    lengths(data),
    ...training(data),
    duplicates(data),
    leftovers(data),
    findings(data),
  ].filter(({ notes, tables }) => notes.length > 0 || tables.length > 0);
}

function overview({
  rows,
  bytes,
  files,
  shapes,
  unreadable,
  scripts,
  reasoning,
  turns,
  messages,
}: ReportData): Section {
  const { notJson, notConversations, notUtf8 } = unreadable;
  const bad = [
    [notJson, 'not JSON', 'not JSON'],
    [notConversations, 'not read as a conversation', 'not read as conversations'],
    [notUtf8, 'not UTF-8', 'not UTF-8'],
  ] as const;
  return {
    title: 'The data set',
    notes: [
      `${counted(rows, 'row')} in ${counted(files.length, 'file')}, ${number(bytes)} bytes`,
      `${counted(messages.sum, 'message')}, ${counted(turns.sum, 'assistant turn')}`,
      ...bad.flatMap(([{ rows: many = 0, first }, one, several]) =>
        many > 0 && first !== undefined
          ? [`${counted(many, `row is ${one}`, `rows are ${several}`)}; the first is ${at(first)}`]
          : [],
      ),
      ...(Object.keys(shapes).filter((name) => name !== 'unknown').length > 1
        ? [
            'Trainers expect all rows to have the shape of the first. `ocml convert --to messages` converts rows of all shapes to messages.',
          ]
        : []),
      ...(reasoning.rows > 0
        ? [
            `${counted(reasoning.rows, 'row has', 'rows have')} reasoning, ${counted(reasoning.characters, 'character')} in ${counted(reasoning.messages, 'message')}`,
          ]
        : rows > 0
          ? ['No row has reasoning.']
          : []),
    ],
    tables: [
      ...table(
        ['Shape', 'Rows', 'First'],
        Object.entries(shapes).map(([name, { rows: many, first }]) => [name, many, at(first)]),
      ),
      ...table(
        ['Script', 'Rows mostly in this script', 'Letters', 'First'],
        Object.entries(scripts).map(([name, { rows: many, letters, first }]) => [
          name,
          many,
          letters,
          first === undefined ? '' : at(first),
        ]),
      ),
    ],
  };
}

function columns({ columns: all, columnsLeftOut }: ReportData): Section {
  const mixed = Object.entries(all).flatMap(([path, { advice }]) => (advice ? [`${path}: ${advice}`] : []));
  const rows = Object.entries(all).map(([path, { types, advice }]) => [
    path,
    Object.entries(types)
      .map(([type, { count, first }]) => `${type} ${number(count)} (${at(first)})`)
      .join(', '),
    advice ? 'mixed' : '',
  ]);
  return {
    title: 'Columns',
    notes: [
      ...mixed,
      ...(columnsLeftOut > 0
        ? [`${counted(columnsLeftOut, 'value is', 'values are')} in other columns, which are not listed.`]
        : []),
    ],
    // All columns are listed, since an incomplete list would not show the structure of the table.
    tables: rows.length > 0 ? [{ head: ['Column', 'Types, each with its first line', ''], rows }] : [],
  };
}

function roles({ roles: all, sequences, otherSequences, endings, turns, messages, rows }: ReportData): Section {
  const total = messages.sum;
  return {
    title: 'Roles and turns',
    notes: [
      quantiles('messages per row', messages),
      quantiles('assistant turns per row', turns),
      ...(otherSequences > 0 ? [`${counted(otherSequences, 'row has', 'rows have')} other sequences.`] : []),
    ],
    tables: [
      ...table(
        ['Role', 'Messages', 'Share'],
        Object.entries(all).map(([name, many]) => [name, many, percent(many, total)]),
      ),
      ...table(
        ['Last message', 'Rows', 'First'],
        Object.entries(endings).map(([name, { rows: many, first }]) => [name, many, at(first)]),
      ),
      ...table(
        ['Role sequence', 'Rows', 'Share', 'First'],
        Object.entries(sequences).map(([name, { rows: many, first }]) => [name, many, percent(many, rows), at(first)]),
      ),
    ],
  };
}

const tools = ({ tools: all }: ReportData): Section => ({
  title: 'Tools',
  notes: [],
  tables: table(
    ['Tool', 'Rows that declare the tool', 'Calls', 'Answered', 'Unanswered', 'First'],
    Object.entries(all).map(([name, one]) => [
      name,
      one.declared,
      one.called,
      one.answered,
      one.unanswered,
      at(one.first),
    ]),
  ),
});

const prompts = ({ systemPrompts: { rows, without, distinct, frequent } }: ReportData): Section => ({
  title: 'System prompts',
  notes: [
    `${counted(rows, 'row has', 'rows have')} a system prompt, ${number(without)} ${without === 1 ? 'has' : 'have'} none; ${counted(distinct, 'distinct prompt')}`,
  ],
  tables: table(
    ['Rows', 'First', 'Beginning'],
    frequent.map(({ text, rows: many, first }) => [many, at(first), text.replace(/\s+/g, ' ')]),
  ),
});

const quantiles = (what: string, { p50, p90, p95, p99, max }: LengthData): string =>
  `${what}: median ${number(p50)}, 90th percentile ${number(p90)}, 95th percentile ${number(p95)}, 99th percentile ${number(p99)}, maximum ${number(max)}`;

function lengths({ lengths: { characters, tokens }, rows }: ReportData): Section {
  const line = (what: string, unit: string, { count, mean, p50, p90, p95, p99, max }: LengthData) => [
    ...[`${what}, in ${unit}`, count, mean, p50, p90, p95, p99, max],
  ];
  const lines = (unit: string, all: NonNullable<ReportData['lengths']['tokens']> | typeof characters) => [
    line('rows', unit, all),
    line('messages', unit, all.messages),
    line('answers', unit, all.answers),
  ];
  const above = Object.entries(tokens?.above ?? {}).filter(([, many]) => many > 0);
  const error = Math.max(characters.error, tokens?.error ?? 0);
  return {
    title: 'Lengths',
    notes: [
      ...(tokens
        ? [`Tokens are counted in the content of messages, with ${tokens.encoding}; a chat template adds more.`]
        : []),
      ...(error > 0
        ? [
            `Quantiles are estimates, and up to ${percent(error, 1)} too small, because there are too many different lengths to count each one.`,
          ]
        : []),
    ],
    tables: [
      {
        head: ['', 'Number', 'Mean', '50 %', '90 %', '95 %', '99 %', 'Longest'],
        rows: [...lines('characters', characters), ...(tokens ? lines('tokens', tokens) : [])],
      },
      ...table(
        ['Tokens', 'Rows that have more', 'Share'],
        above.map(([limit, many]) => [number(Number(limit)), many, percent(many, rows)]),
      ),
    ],
    figures: [
      { title: 'Rows by number of characters', unit: 'characters', bins: characters.histogram },
      ...(tokens ? [{ title: 'Rows by number of tokens', unit: 'tokens', bins: tokens.histogram }] : []),
    ],
  };
}

function training({ training: all }: ReportData): Section[] {
  const lines = all?.lines;
  return Array.isArray(lines) ? [{ title: 'Training', notes: lines as string[], tables: [] }] : [];
}

function duplicates({ duplicates: all }: ReportData): Section {
  const { rows, groups, conversations, questions, beginnings, near, exact, groupCounts } = all;
  const grouped = (kind: string, some: readonly GroupData[], total: number) =>
    table(
      [kind, 'Lines'],
      some.map(({ count, lines }) => [count, several(lines, count)]),
      total,
    );
  return {
    title: 'Duplicates',
    notes: [
      rows === 0
        ? 'No row is identical to an earlier row.'
        : `${counted(rows, 'row is', 'rows are')} identical to an earlier row.`,
      ...(conversations.rows > 0
        ? [
            `${counted(conversations.rows, 'further row has', 'further rows have')} the same conversation as an earlier row, but ${conversations.rows === 1 ? 'differs' : 'differ'} elsewhere: in other columns, in role names, or in formatting.`,
          ]
        : []),
      ...(questions.rows > 0
        ? [
            `${counted(questions.rows, 'row has', 'rows have')} the same question as an earlier row, but a different answer.`,
          ]
        : []),
      ...(beginnings.rows > 0
        ? [`${counted(beginnings.rows, 'row is', 'rows are')} the beginning of another row.`]
        : []),
      near === undefined
        ? 'Near duplicates were not searched for, because the data could not be read a second time.'
        : `${counted(near.pairs.length, 'pair')} of rows ${near.pairs.length === 1 ? 'is' : 'are'} nearly the same: at least 80 % of their three-word sequences are in both.${near.notCompared > 0 ? ` ${counted(near.notCompared, 'more pair was', 'more pairs were')} not compared.` : ''}`,
      ...(exact
        ? []
        : ['There are too many rows to compare each row with all others, so there may be more duplicates.']),
    ],
    tables: [
      ...grouped('Identical rows', groups, groupCounts.rows),
      ...grouped('Rows with the same conversation', conversations.groups, groupCounts.conversations),
      ...grouped('Rows with the same question', questions.groups, groupCounts.questions),
      ...table(
        ['Row', 'Is the beginning of'],
        beginnings.pairs.map(({ line, of }) => [at(line), at(of)]),
        beginnings.rows,
      ),
      ...table(
        ['Near duplicates', 'Similarity', 'Second row, where it differs'],
        (near?.pairs ?? []).map(({ lines, similarity, text }) => [lines.join(', '), percent(similarity, 1), text]),
      ),
    ],
  };
}

const leftovers = ({ leftovers: all }: ReportData): Section => ({
  title: 'Tokens left in content',
  notes: [],
  tables: table(
    ['Token', 'Rows', 'First'],
    Object.entries(all).map(([name, { rows, first }]) => [name, rows, at(first)]),
  ),
});

const findings = ({ findings: all, rules }: ReportData): Section => ({
  title: 'Problems',
  notes: [
    ...(Object.keys(all).length === 0
      ? [`ocml ${rules === 'training' ? 'check --training' : 'check'} finds no problems.`]
      : []),
    ...(rules === 'training' ? [] : ['To include problems that affect only training, add --training.']),
  ],
  tables: table(
    ['Severity', 'Code', 'Number', 'Lines'],
    Object.entries(all).map(([code, { severity, count, lines }]) => [severity, code, count, several(lines, count)]),
  ),
});
