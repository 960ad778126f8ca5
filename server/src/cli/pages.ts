/** The pages of the rules, which ship with the command line in the extension and in a checkout. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['../../docs/rules', '../docs/rules'].map((folder) => join(__dirname, folder));

/** Returns a page from its first heading on, and its section “What” as plain text. Undefined if the pages are not installed. */
export function readPage(code: string): { readonly what: string; readonly markdown: string } | undefined {
  const file = folders.map((folder) => join(folder, `${code}.md`)).find(existsSync);
  if (file === undefined) return undefined;
  const page = readFileSync(file, 'utf8');
  const markdown = page.slice(Math.max(0, page.indexOf('## ')));
  const what = /^## What\s+([^]*?)\s+(?=## )/m.exec(markdown)?.[1] ?? '';
  return { what: plain(what), markdown };
}

/** Prose without Markdown: one line per paragraph, links as their text. */
function plain(markdown: string): string {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/(?<!\n)\n(?!\n|\||- |```)/g, ' ')
    .trim();
}
