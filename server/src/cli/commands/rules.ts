/** `ocml rules`: what is reported, and the page of each code. */
import { parseArgs } from 'node:util';
import { allRules } from '../../rules/all.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { print } from '../output.ts';
import { readPage } from '../pages.ts';
import type { Command } from './command.ts';
import { attempt } from './one-file.ts';

const byCode = new Map([...allRules].reverse().map((rule) => [rule.code, rule]));

const run = (args: readonly string[]) =>
  attempt('rules', async () => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { format: { type: 'string', default: 'text' } },
    });
    if (!['text', 'json'].includes(values.format)) throw new Error(`--format takes text, json; not ${values.format}`);
    const chosen = positionals.length === 0 ? [...new Set(allRules.map(({ code }) => code))] : positionals.map(known);
    const rows = chosen.map((code) => {
      const { title = '', level = 'off', section } = byCode.get(code) ?? {};
      return { code, severity: level, title, section };
    });
    if (values.format === 'json') {
      const pages = rows.map((row) =>
        positionals.length === 0 ? row : { ...row, page: readPage(row.code)?.markdown },
      );
      await print({ json: `${JSON.stringify(pages, null, 2)}\n` });
      return 0;
    }
    const column = Math.max(...rows.map(({ code }) => code.length)) + 2;
    if (positionals.length === 0)
      await print(rows.map(({ code, severity, title }) => `${code.padEnd(column)}${severity.padEnd(13)}${title}`));
    else
      for (const { code, severity, title, section } of rows) {
        const source = section === undefined ? '' : `; source: ${section}`;
        const page = readPage(code)?.markdown.trimEnd() ?? '';
        await print([`${code}: ${title}`, `Severity: ${severity}${source}`, '', ...page.split('\n')]);
      }
    return 0;
  });

/** The code that is asked for, in whatever case. Throws in words for the user where there is none. */
function known(given: string): string {
  const code = [...byCode.keys()].find((one) => one.toLowerCase() === given.toLowerCase());
  if (code !== undefined) return code;
  const near = closest(given, [...byCode.keys()]);
  throw new Error(`there is no rule ${given}${near ? `; did you mean ${near}?` : '.'} ocml rules lists them all.`);
}

const usage = `Usage: ocml rules [CODE]… [options]

Lists everything that ocml check reports, with its usual severity. Of a CODE, prints its page: what it means, why it matters, an
example, and what to write in its place.

  --format F             text (default) or json

ocml check --rule CODE=SEVERITY changes a severity; off turns a rule off.

Exit code: 0 done, 2 wrong usage.`;

export const rules: Command = { usage, run };
