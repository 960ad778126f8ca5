// Inserts the tables of a run into docs/performance.md, each after the comment that names its heading, and prints the cells that
// differ from those on the page by more than a tenth.
//   npm run --silent bench > run.txt; node bench/into-docs.mjs run.txt
// The text around the tables mentions some figures, so check it afterwards. Run this while the machine does nothing else.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/paths.mjs';

const run = readFileSync(process.argv[2], 'utf8');
const page = join(root, 'docs/performance.md');
const tables = new Map(
  Array.from(run.matchAll(/^## (.+)\n\n((?:\|.*\n)+)/gm), ([, heading, table]) => [heading, table]),
);
const [machine] = /^Node v.*$/m.exec(run) ?? [];

/** Returns the number at the beginning of a cell such as `706 MB/s ok` or `1.3×`, with its unit. */
function figureIn(cell = '') {
  const [, digits, unit] = /^([\d.,]+)\s*([^\s]*)/.exec(cell) ?? [];
  return digits === undefined ? undefined : { value: Number(digits.replaceAll(',', '')), unit };
}

const rowsIn = (table) =>
  new Map(
    table
      .split('\n')
      .map((line) =>
        line
          .split(/\|(?= |-|$)/)
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .map(([name, ...cells]) => [name, cells]),
  );

/** Prints the cells of a table that have changed by more than a tenth, by row and column. */
function printChanges(heading, before, after) {
  const known = rowsIn(before);
  const [columns = []] = rowsIn(after).values();
  for (const [name, cells] of rowsIn(after))
    for (const [i, cell] of cells.entries()) {
      const old = known.get(name)?.[i];
      const [was, is] = [figureIn(old), figureIn(cell)];
      if (was === undefined || is === undefined) continue;
      if (was.unit !== is.unit || Math.abs(is.value - was.value) > was.value / 10)
        console.log(`${heading}, ${name}, ${columns[i]}: ${old} → ${cell}`);
    }
}

let text = readFileSync(page, 'utf8');
if (machine) text = text.replace(/^> Node v.*$/m, () => `> ${machine}`);
text = text.replace(/(<!-- bench: (.+) -->\n\n)(?:\|.*\n)*/g, (found, comment, heading) => {
  const table = tables.get(heading);
  if (table) printChanges(heading, found.slice(comment.length), table);
  if (table) tables.delete(heading);
  else console.error(`Not measured, and left as it is: ${heading}`);
  return table ? comment + table + (found === comment ? '\n' : '') : found;
});
for (const heading of tables.keys()) console.error(`Has no place in the page: ${heading}`);
writeFileSync(page, text);
