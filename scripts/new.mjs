// Creates a rule, a role, a fix or a family of dialects: writes its files and rows, and lists the remaining work.
//   npm run new -- rule CODE [content]   the file, row and page of a rule; with `content`, one about content in every format
//   npm run new -- role NAME             a row of OpenChatML 2.2
//   npm run new -- fix CODE [FILE…]      a row in each server/src/fixes/FILE.ts (default: headers; `all`: content), and a test
//   npm run new -- family NAME [openers] grammar, facts, tables, setting and test of a family; with `openers`, each role has its own
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { family } from './new/family.mjs';
import { fix } from './new/fix.mjs';
import { role } from './new/role.mjs';
import { rule } from './new/rule.mjs';
import { root } from './paths.mjs';
import { npm, run } from './run.mjs';

const kinds = { rule, role, fix, family };
const usage = 'npm run new -- rule CODE [content] | role NAME | fix CODE [FILE… | all] | family NAME [openers]';

const [kind, name, ...more] = process.argv.slice(2);
const begin = Object.hasOwn(kinds, kind ?? '') ? kinds[kind] : undefined;

try {
  if (begin === undefined || name === undefined) throw new Error(`What is to be begun? ${usage}`);
  const { files, left } = begin(name, (path) => readFileSync(join(root, path), 'utf8'), ...more);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
  await run(process.execPath, [
    join(root, 'node_modules/@biomejs/biome/bin/biome'),
    'check',
    '--write',
    '--log-level=error',
    ...Object.keys(files),
  ]);
  await npm(['run', '--silent', 'generate']);
  console.log(`\nLeft to do:\n${left.map((one) => `- ${one}`).join('\n')}`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
