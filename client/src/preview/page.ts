/** The HTML of the preview's panel, and the permissions of its page. */
import { env, l10n, Uri, type Webview, type WebviewOptions } from 'vscode';
import { dataSetParts } from '../data-set/page-parts.ts';
import { pageHtml } from './page-html.ts';

/** The pages with a preview: the one that shows only the preview, and the one that also shows the rows of a data set. */
export type PageName = 'page' | 'data-set';

const folder = (extension: Uri) => Uri.joinPath(extension, 'client', 'dist', 'webview');

export function pageOptions(extension: Uri): WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [folder(extension)] };
}

export function pageOf(webview: Webview, extension: Uri, name: PageName = 'page'): string {
  const file = (name: string) => String(webview.asWebviewUri(Uri.joinPath(folder(extension), name)));
  const translated = l10n.bundle && {
    language: env.language,
    words: Object.fromEntries(Object.entries(l10n.bundle).filter(([, text]) => typeof text === 'string')) as Record<
      string,
      string
    >,
  };
  const nonce = crypto.randomUUID();
  const parts = name === 'data-set' ? dataSetParts : undefined;
  return pageHtml({
    script: file(`${name}.js`),
    style: file(`${name}.css`),
    nonce,
    ...(parts && { parts }),
    ...translated,
  });
}
