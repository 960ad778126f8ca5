/** Prints the result of every row of the table of cases as a Markdown table. Exits with 1 if a row fails. */
import { type Outcome, resultOf, runCases } from './run-cases.ts';

const results = ['passed', 'failed', 'not applicable'] as const;

/** Returns a Markdown table with aligned columns. The width of the last column is not limited. */
function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const cells = [head, ...lines].map((line) => line.map((cell) => cell.replace(/\s+/g, ' ').replaceAll('|', '\\|')));
  const widths = head.map((_, i) =>
    i === head.length - 1 ? 0 : Math.max(...cells.map((line) => line[i]?.length ?? 0)),
  );
  const [first = '', ...rest] = cells.map(
    (line) => `| ${line.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`,
  );
  return [first, `|${widths.map((width) => ' --- '.padEnd(width + 2)).join('|')}|`, ...rest].join('\n');
}

function lineOf(outcome: Outcome): string[] {
  const { row, results: sides, notes } = outcome;
  const negative = [sides.negative ?? '', row.negative?.code ?? ''].join(' ').trim();
  return [row.id, row.language, sides.positive ?? '', negative, resultOf(outcome), notes.join('; ')];
}

function totals(outcomes: readonly Outcome[]): string[][] {
  const languages = [...new Set(outcomes.map(({ row }) => row.language))];
  const line = (name: string, of: readonly Outcome[]) => [
    name,
    String(of.length),
    ...results.map((result) => String(of.filter((outcome) => resultOf(outcome) === result).length)),
  ];
  const lines = languages.map((name) =>
    line(
      name,
      outcomes.filter(({ row }) => row.language === name),
    ),
  );
  return [...lines, line('all', outcomes)];
}

async function main(): Promise<void> {
  const outcomes = await runCases();
  console.log(`${table(['Row', 'Language', 'Positive', 'Negative', 'Result', 'Why'], outcomes.map(lineOf))}\n`);
  console.log(
    table(['Language', 'Rows', ...results.map((name) => name[0]?.toUpperCase() + name.slice(1))], totals(outcomes)),
  );
  if (outcomes.some((outcome) => resultOf(outcome) === 'failed')) process.exitCode = 1;
}

void main();
