import { userRole } from '../../grammar/index.ts';
import { escapeHtml } from '../../render/plain.ts';
import { withDrawnImages } from './images.ts';
import type { ExportForm } from './index.ts';
import { cutOff, speakerOf } from './speaker.ts';

/**
 * A self-contained page that runs no scripts and loads no resources. The HTML of each message has passed the allowlist of the preview
 * (`SafeHtml`).
 */
export const html: ExportForm = {
  begin: (banner) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Transcript${banner === undefined ? '' : ' (debug view)'}</title>
<style>${style}</style>
</head>
<body>
${banner === undefined ? '' : `<p class="banner">${escapeHtml(banner)}</p>\n`}<main>
`,
  message: (message) =>
    `<article class="${message.hidden ? 'hidden' : message.role === userRole ? userRole : 'other'}">
<h2 dir="auto">${escapeHtml(speakerOf(message))}</h2>
<div class="body" dir="auto">${withDrawnImages(message.html)}</div>
${message.complete ? '' : `<p class="note">${cutOff}</p>\n`}</article>
`,
  row: (title) => `<p class="note row">${escapeHtml(title)}</p>\n`,
  end: (notes) => `${notes.map((note) => `<p class="note">${escapeHtml(note)}</p>\n`).join('')}</main>
</body>
</html>
`,
};

const style = `
:root { color-scheme: light dark; --quiet: light-dark(#5c5c5c, #a8a8a8); }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
main { display: flex; flex-direction: column; gap: 20px; max-width: 46em; margin: 0 auto; padding: 24px; }
article > h2 { margin: 0 0 3px; font-size: 13px; }
article.user { align-self: flex-end; max-width: 85%; }
article.user > h2 { text-align: end; }
article.user > .body { padding: 8px 14px; border: 1px solid; border-radius: 14px 4px 14px 14px; }
article.hidden, .thought { border-inline-start: 3px solid #b58900; padding-inline-start: 12px; opacity: .85; }
.banner { position: sticky; top: 0; margin: 0; padding: 8px 24px; background: #b58900; color: #000; font-weight: 600; }
.note, .clipped { color: var(--quiet, GrayText); font-size: 13px; }
.row { margin: 8px 0 0; padding-top: 8px; border-top: 1px solid; }
.plain { white-space: pre-wrap; }
.body > :first-child { margin-top: 0; }
.body > :last-child { margin-bottom: 0; }
pre { overflow: auto; padding: 8px 12px; border: 1px solid GrayText; border-radius: 4px; }
table { border-collapse: collapse; }
th, td { padding: 4px 10px; border: 1px solid GrayText; }
.align-left { text-align: left; } .align-center { text-align: center; } .align-right { text-align: right; }
math { max-width: 100%; overflow-x: auto; overflow-y: hidden; } math:not([display], .math-long) { overflow: visible; }
mtd { padding: .5ex .4em; border: none; } .math-left-none { padding-left: 0; } .math-right-none { padding-right: 0; }
.math-left { text-align: left; text-align: -webkit-left; } .math-right { text-align: right; text-align: -webkit-right; }
.math-left-solid { border-left: 1px solid; } .math-right-solid { border-right: 1px solid; }
.math-top-solid, .math-over { border-top: 1px solid; } .math-bottom-solid, .math-under { border-bottom: 1px solid; }
.math-box { padding: 3px; border: 1px solid; } menclose:has(> .math-cancel) { position: relative; text-decoration: line-through; }
.math-cancel { position: absolute; inset: 50% 0 auto; border-top: 1px solid; }
.escape, .address { color: var(--quiet, GrayText); }
.image img { max-width: min(100%, 800px); height: auto; border-radius: 4px; } summary { cursor: pointer; }
`;
