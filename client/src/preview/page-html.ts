/** The page of the preview as HTML: a frame without content. What it shows comes by message. */

export interface PageParts {
  /** The addresses of the one script and the one style sheet. */
  readonly script: string;
  readonly style: string;
  /** Fresh for every page: only what bears it runs or styles. */
  readonly nonce: string;
}

/**
 * What the page may do: run its script and show its styles. It loads and sends nothing else, its links start from no other
 * base, and no text becomes markup or code, not even by its own script.
 */
export function policyOf(nonce: string): string {
  return [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
}

export function pageHtml({ script, style, nonce }: PageParts): string {
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policyOf(nonce)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>OpenChatML Preview</title>
<link rel="stylesheet" nonce="${nonce}" href="${attribute(style)}">
</head>
<body>
<header id="bar">
<p id="banner" role="status" hidden>Hidden layers are shown. End users do not see the dimmed parts.</p>
<button id="template" type="button" title="Show the prompt that a chat template makes of this">Prompt…</button>
<button id="compare" type="button" title="Show this prompt beside another" hidden>Compare…</button>
<button id="debug" type="button" role="switch" aria-checked="false">Show hidden layers</button>
</header>
<main id="conversation" aria-label="Conversation" tabindex="-1"></main>
<script nonce="${nonce}" src="${attribute(script)}"></script>
</body>
</html>`;
}

/** The folder of the extension can have any name. */
function attribute(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
