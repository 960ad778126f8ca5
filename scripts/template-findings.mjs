// Updates docs/templates.md with the findings of `ocml templates --check` in the published templates: the number of templates with
// each code, and the findings in each family.
//   npm install --prefix .cache/published --no-save @huggingface/ollama-utils; node scripts/template-findings.mjs [--check]
// With `--check` it writes nothing, and fails if the page is out of date.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';
import { build } from './setup.mjs';

await build();
const { bundle } = await import('./test/bundle.mjs');
const [script] = await bundle('template-findings', [join(root, 'test/support/templates/print-findings.ts')]);
const { stdout, status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
if (status !== 0) throw new Error(stderr);

/** The codes that were found in each template, as `{ family, codes }`. */
const templates = JSON.parse(stdout);
const short = (code) => code.replace('template-', '');
const page = join(root, 'docs/templates.md');
const text = readFileSync(page, 'utf8');

/** The codes that the page lists, in its order. */
const listedCodes = [...text.matchAll(/^\| `(template-[\w-]+)` \| .* \| \d+ \|$/gm)].map(([, code]) => code);
const templateCodes = new Set(templates.flatMap(({ codes }) => codes));
const lacking = [...templateCodes].filter((code) => !listedCodes.includes(code));
if (lacking.length > 0) throw new Error(`The page has no row for ${lacking.join(', ')}`);

const families = new Map();
for (const { family, codes } of templates) families.set(family, [...(families.get(family) ?? []), codes]);
const rows = [...families]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([family, all]) => {
    const cells = listedCodes.flatMap((code) => {
      const count = all.filter((codes) => codes.includes(code)).length;
      return count === 0 ? [] : count === all.length ? short(code) : `${short(code)} (${count})`;
    });
    return `| ${family} | ${all.length} | ${cells.join(', ')} |\n`;
  });

const updatedText = text
  .replace(/\| Templates \(of \d+\) \|/, `| Templates (of ${templates.length}) |`)
  .replace(
    /^(\| `(template-[\w-]+)` \| .* \|) \d+ \|$/gm,
    (_, row, code) => `${row} ${templates.filter(({ codes }) => codes.includes(code)).length} |`,
  )
  .replace(
    /(\| Family \| Templates \| Findings \|\n\| --- \| --: \| --- \|\n)(?:\|.*\n)*/,
    (_, head) => head + rows.join(''),
  );

if (updatedText === text) console.log('docs/templates.md says what is found.');
else if (process.argv.includes('--check')) {
  console.error('docs/templates.md is out of date: node scripts/template-findings.mjs');
  process.exitCode = 1;
} else {
  writeFileSync(page, updatedText);
  console.log('wrote docs/templates.md');
}
