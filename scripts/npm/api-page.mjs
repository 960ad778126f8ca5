// The page for the library's API. It contains the declarations, so that no change of the API goes unnoticed.
//   node scripts/npm/api-page.mjs
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../paths.mjs';
import { libraryTypes } from './library-types.mjs';

export const apiPagePath = join(root, 'docs/library-interface.md');

const heading = `# The interface of the library

The exports of \`openchatml\`, as declared in TypeScript; [its page](library.md) shows how it is used. Written by \`node scripts/npm/api-page.mjs\`.
`;

/** Returns the page. `types`: the declarations, by the names of their files. */
export const apiPage = (types) =>
  [
    heading,
    ...[...types].map(([name, text]) => {
      const [, about, rest] = /^\/\*\* (.*?) \*\/\n([^]*)$/.exec(text) ?? [undefined, '', text];
      const code = rest.replace(/^import .*\n/gm, '').trim();
      return `## ${name === 'index' ? 'openchatml' : name}\n\n${about}\n\n\`\`\`ts\n${code}\n\`\`\`\n`;
    }),
  ].join('\n');

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(apiPagePath, apiPage(libraryTypes()));
