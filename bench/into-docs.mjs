// Puts the tables of a run into docs/performance.md, each after the comment that names its heading.
//   npm run --silent bench > run.txt; node bench/into-docs.mjs run.txt
// The text around the tables speaks of their figures: read it again afterwards. Run where nothing else does.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/paths.mjs';

const run = readFileSync(process.argv[2], 'utf8');
const page = join(root, 'docs/performance.md');
const tables = new Map(
  Array.from(run.matchAll(/^## (.+)\n\n((?:\|.*\n)+)/gm), ([, heading, table]) => [heading, table]),
);
const [machine] = /^Node v.*$/m.exec(run) ?? [];

let text = readFileSync(page, 'utf8');
if (machine) text = text.replace(/^> Node v.*$/m, () => `> ${machine}`);
text = text.replace(/(<!-- bench: (.+) -->\n\n)(?:\|.*\n)*/g, (found, comment, heading) => {
  const table = tables.get(heading);
  if (table) tables.delete(heading);
  else console.error(`Not measured, and left as it is: ${heading}`);
  return table ? comment + table + (found === comment ? '\n' : '') : found;
});
for (const heading of tables.keys()) console.error(`Has no place in the page: ${heading}`);
writeFileSync(page, text);
