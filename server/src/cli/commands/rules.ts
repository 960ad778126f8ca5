/** `ocml rules`: lists the problems that are reported, or prints the page of a code. */

import { allRules } from '../../rules/all.ts';
import { conversionNotes } from '../../rules/conversions.ts';
import { maximum } from '../../syntax/lists.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { print } from '../output.ts';
import { readPage } from '../pages.ts';
import type { PrintedRule, RulesOutput } from '../printed-json.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

const all = [...allRules, ...conversionNotes];
const byCode = new Map([...all].reverse().map((rule) => [rule.code, rule]));

export const rules = command(table.rules, async ({ format }, operands) => {
  const chosen = operands.length === 0 ? [...new Set(all.map(({ code }) => code))] : operands.map(resolveCode);
  const rows = chosen.map((code): PrintedRule => {
    const { title = '', level = 'off', section } = byCode.get(code) ?? {};
    return { code, severity: level, title, section };
  });
  if (format === 'json') {
    const pages: RulesOutput = rows.map((row) =>
      operands.length === 0 ? row : { ...row, page: readPage(row.code)?.markdown },
    );
    await print({ json: `${JSON.stringify(pages, null, 2)}\n` });
    return 0;
  }
  const column = maximum(rows.map(({ code }) => code.length)) + 2;
  if (operands.length === 0)
    await print(rows.map(({ code, severity, title }) => `${code.padEnd(column)}${severity.padEnd(13)}${title}`));
  else
    for (const { code, severity, title, section } of rows) {
      const source = section === undefined ? '' : `; source: ${section}`;
      const page = readPage(code)?.markdown.trimEnd() ?? '';
      await print([`${code}: ${title}`, `Severity: ${severity}${source}`, '', ...page.split('\n')]);
    }
  return 0;
});

/** Returns the requested code as it is written in the list. Throws an error with a message for the user if there is no such code. */
function resolveCode(name: string): string {
  const code = [...byCode.keys()].find((one) => one.toLowerCase() === name.toLowerCase());
  if (code !== undefined) return code;
  const near = closest(name, [...byCode.keys()]);
  throw new Error(`there is no rule ${name}${near ? `; did you mean ${near}?` : '.'} ocml rules lists all rules.`);
}
