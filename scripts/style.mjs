// Finds phrases that docs/style.md advises against, in texts of the product, pages and comments, and fails if there are any.
//   node scripts/style.mjs
import { findings } from './texts/check.mjs';

const { found, unused } = findings();
for (const { file, line, name, write, text } of found) {
  console.log(`${file}:${line}: “${name}”; write ${write}\n  ${text.replace(/\s+/g, ' ').slice(0, 300)}`);
}
for (const { text, pattern } of unused)
  console.log(`scripts/texts/exceptions.mjs: nothing needs “${text}” (${pattern}).`);
if (found.length + unused.length > 0) {
  console.log(
    `\n${found.length} phrases to rewrite (docs/style.md), or to except with a reason (scripts/texts/exceptions.mjs).`,
  );
  process.exitCode = 1;
}
