/** Reads the documentation pages of the rules, which ship with the command line in the extension and in a checkout. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['../../docs/rules', '../docs/rules'].map((folder) => join(__dirname, folder));

/** Returns the page of a rule from its first heading, and the section “What” as plain text; undefined if the pages are not installed. */
export function readPage(code: string): { readonly what: string; readonly markdown: string } | undefined {
  const file = folders.map((folder) => join(folder, `${code}.md`)).find(existsSync);
  if (file === undefined) return undefined;
  const page = readFileSync(file, 'utf8');
  const markdown = page.slice(Math.max(0, page.indexOf('## ')));
  const what = /^## What\s+([^]*?)\s+(?=## )/m.exec(markdown)?.[1] ?? '';
  return { what: plain(what), markdown };
}

/** Returns Markdown as plain prose, with each paragraph on one line and without the addresses of links. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\n)\n(?!\n|\||- |```)/g, ' ')
    .trim();
}
