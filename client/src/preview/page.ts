/** What the preview's panel shows and may do: the page, with the files that ship with the extension. */
import { randomBytes } from 'node:crypto';
import { Uri, type Webview, type WebviewOptions } from 'vscode';
import { pageHtml } from './page-html.ts';

const folder = (extension: Uri) => Uri.joinPath(extension, 'client', 'dist', 'webview');

export function pageOptions(extension: Uri): WebviewOptions {
  return { enableScripts: true, enableForms: false, localResourceRoots: [folder(extension)] };
}

export function pageOf(webview: Webview, extension: Uri): string {
  const file = (name: string) => String(webview.asWebviewUri(Uri.joinPath(folder(extension), name)));
  return pageHtml({ script: file('page.js'), style: file('page.css'), nonce: randomBytes(16).toString('base64url') });
}
