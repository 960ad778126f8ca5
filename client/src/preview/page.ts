/** What the preview's panel shows and may do: the page, with the files that ship with the extension. */
import { env, l10n, Uri, type Webview, type WebviewOptions } from 'vscode';
import { pageHtml } from './page-html.ts';

const folder = (extension: Uri) => Uri.joinPath(extension, 'client', 'dist', 'webview');

export function pageOptions(extension: Uri): WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [folder(extension)] };
}

export function pageOf(webview: Webview, extension: Uri): string {
  const file = (name: string) => String(webview.asWebviewUri(Uri.joinPath(folder(extension), name)));
  const translated = l10n.bundle && {
    language: env.language,
    words: Object.fromEntries(Object.entries(l10n.bundle).filter(([, text]) => typeof text === 'string')) as Record<
      string,
      string
    >,
  };
  return pageHtml({ script: file('page.js'), style: file('page.css'), nonce: crypto.randomUUID(), ...translated });
}
