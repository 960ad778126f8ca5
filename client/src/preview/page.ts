/** The page of the preview: a frame without content. What it shows comes by message. */
import { randomBytes } from 'node:crypto';
import { Uri, type Webview, type WebviewOptions } from 'vscode';

const folder = (extension: Uri) => Uri.joinPath(extension, 'client', 'dist', 'webview');

export function pageOptions(extension: Uri): WebviewOptions {
  return { enableScripts: true, localResourceRoots: [folder(extension)] };
}

/** Nothing runs or loads but the one script and the one style sheet, both marked with a fresh nonce. */
export function pageHtml(webview: Webview, extension: Uri): string {
  const nonce = randomBytes(16).toString('base64url');
  const file = (name: string) => webview.asWebviewUri(Uri.joinPath(folder(extension), name));
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}';">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>OpenChatML Preview</title>
<link rel="stylesheet" nonce="${nonce}" href="${file('page.css')}">
</head>
<body>
<header id="bar">
<p id="banner" role="status" hidden>Hidden layers are shown. End users do not see the dimmed parts.</p>
<button id="debug" type="button" role="switch" aria-checked="false">Show hidden layers</button>
</header>
<main id="conversation" aria-label="Conversation" tabindex="-1"></main>
<script nonce="${nonce}" src="${file('page.js')}"></script>
</body>
</html>`;
}
