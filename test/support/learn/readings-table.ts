/** Markdown tables that show how well the output of templates for the samples is read back. */
import { samples } from './conversations.ts';
import { type Measured, type Verdict, verdicts } from './measure.ts';

const kinds = [...new Set(samples.map(({ kind }) => kind))];
type Kind = (typeof kinds)[number];

const titles: Readonly<Record<Kind, string>> = {
  text: 'questions and answers',
  system: 'with a system message',
  calls: 'with calls and replies',
  reasoning: 'with reasoning',
};
const words: Readonly<Record<Verdict, string>> = {
  exact: 'exact',
  lossy: 'but for losses',
  ambiguous: 'ambiguous',
  failed: 'not read',
  refused: 'refused',
};

export interface MeasuredTemplate {
  readonly model: string;
  /** Whether the template writes calls. */
  readonly writesCalls: boolean;
  readonly found: readonly Measured[];
}

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

function countsOf(measurements: readonly Measured[]): readonly number[] {
  return verdicts.map((verdict) => measurements.filter((one) => one.verdict === verdict).length);
}

/** Returns a table with one row for each template. */
export function templateTable(all: readonly MeasuredTemplate[]): string {
  const head = ['template', ...kinds.map((kind) => titles[kind]), 'lost'];
  const rows = all.map(({ model, found }) => {
    const cells = kinds.map((kind) => {
      const counts = countsOf(found.filter(({ sample }) => sample.kind === kind));
      return verdicts.flatMap((verdict, i) => (counts[i] ? `${counts[i]} ${words[verdict]}` : [])).join(', ');
    });
    const lost = new Set(found.flatMap(({ losses }) => losses));
    return row([`\`${model}\``, ...cells, [...lost].join(', ')]);
  });
  return [row(head), row(head.map(() => '---')), ...rows].join('\n');
}

/** Returns a table with one row for each kind of conversation, and the sums over all templates. */
export function sumTable(title: string, all: readonly MeasuredTemplate[]): string {
  const of = (kind: Kind, some: readonly MeasuredTemplate[]) =>
    countsOf(some.flatMap(({ found }) => found.filter(({ sample }) => sample.kind === kind))).map(String);
  const head = [
    title,
    'exact',
    'but for losses',
    'ambiguous, reported',
    'not read, reported',
    'refused by the template',
  ];
  return [
    row(head),
    row(head.map((_, i) => (i === 0 ? '---' : '--:'))),
    ...kinds.map((kind) => row([titles[kind], ...of(kind, all)])),
    row([
      'calls, if they are written',
      ...of(
        'calls',
        all.filter(({ writesCalls }) => writesCalls),
      ),
    ]),
  ].join('\n');
}
