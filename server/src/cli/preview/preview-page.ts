/** Serves the files of a preview page. It is the extension's page, built so that it runs in a browser without the extension. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getOwn } from '../../syntax/get-own.ts';
import type { Served } from './preview-server.ts';

/** The folder with the page, which the build puts next to this program. */
const folder = join(__dirname, 'preview');

/** The exports of `page-html.js` in this folder. */
interface PageHtml {
  pageHtml(parts: {
    readonly script: string;
    readonly style: string;
    readonly nonce: string;
    readonly alone: { readonly debug: boolean };
  }): string;
  policyOf(nonce: string, connects: boolean): string;
}

const types: Readonly<Record<string, string>> = { 'page.js': 'text/javascript', 'page.css': 'text/css' };

/** Returns the page's file with this name; undefined if there is none. `debug`: whether the page may request hidden parts. */
export async function pageFile(name: string, debug: boolean): Promise<Served | undefined> {
  if (name === '') {
    const { pageHtml, policyOf } = require(join(folder, 'page-html.js')) as PageHtml;
    const nonce = randomBytes(18).toString('base64url');
    const body = pageHtml({ script: 'page.js', style: 'page.css', nonce, alone: { debug } });
    return { type: 'text/html', body, policy: policyOf(nonce, true) };
  }
  const type = getOwn(types, name);
  return type === undefined ? undefined : { type, body: await readFile(join(folder, name)) };
}
