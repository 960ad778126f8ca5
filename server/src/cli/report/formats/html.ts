/**
 * Prints a report as one page without scripts or external resources. The page contains tables and SVG figures, has a light and a dark
 * theme, and can be printed.
 */
import { escapeHtml } from '../../../render/plain.ts';
import { printable } from '../../../syntax/printable.ts';
import type { Figure, Section, Table } from '../sections.ts';
import { histogram, rangeOf } from './figure.ts';

export function html(title: string, sections: readonly Section[]): string {
  const links = sections.map(({ title: one }) => `<li><a href="#${idOf(one)}">${text(one)}</a></li>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${text(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1 dir="auto">${text(title)}</h1></header>
<nav aria-label="Sections"><ul>${links.join('')}</ul></nav>
<main>
${sections.map(sectionHtml).join('\n')}
</main>
</body>
</html>
`;
}

const text = (one: string): string => escapeHtml(printable(one));
const withCode = (escaped: string): string => escaped.replace(/`([^`]+)`/g, '<code>$1</code>');
const idOf = (title: string): string => title.toLowerCase().replace(/\W+/g, '-');

function sectionHtml({ title, notes, tables, figures = [] }: Section): string {
  const id = idOf(title);
  const list =
    notes.length > 0 ? `<ul>${notes.map((note) => `<li dir="auto">${withCode(text(note))}</li>`).join('')}</ul>` : '';
  return `<section aria-labelledby="${id}">
<h2 id="${id}">${text(title)}</h2>
${list}
${figures.map((figure, i) => figureHtml(figure, `${id}-figure-${i + 1}`)).join('\n')}
${tables.map((table, i) => tableHtml(table, `${title}, table ${i + 1}`)).join('\n')}
</section>`;
}

function figureHtml(figure: Figure, id: string): string {
  if (figure.bins.length === 0) return '';
  const rows = figure.bins.map((bin) => [`${rangeOf(bin)} ${figure.unit}`, bin.count]);
  return `<figure>
<figcaption>${text(figure.title)}</figcaption>
<div class="table" role="region" tabindex="0" aria-label="${text(figure.title)}, figure">${histogram(figure, id)}</div>
<details><summary>Figures as a table</summary>${tableHtml({ head: [figure.unit, 'Rows'], rows }, `${figure.title}, table`)}</details>
</figure>`;
}

/** The number of characters beyond which a cell is wrapped instead of widening its column. */
const LONG_CELL = 20;

/** Returns a table. A table that is wider than the page can be scrolled separately, even with the keyboard. */
function tableHtml({ head, rows, more }: Table, label: string): string {
  const isNumeric = head.map((_, i) => rows.every((row) => typeof row[i] === 'number'));
  // Columns with long text have room for a few words per line, even on a narrow page.
  const isLong = head.map((_, i) => rows.some((row) => String(row[i]).length > LONG_CELL));
  const kind = (i: number) => (isNumeric[i] ? ' class="number"' : isLong[i] ? ' class="long"' : '');
  const header = head
    .map((name, i) => (name === '' ? `<td${kind(i)}></td>` : `<th scope="col"${kind(i)}>${text(name)}</th>`))
    .join('');
  const body = rows.map(
    (row) =>
      `<tr>${row
        .map((cell, i) => {
          const content = typeof cell === 'number' ? cell.toLocaleString('en-US') : text(cell);
          return i === 0 && !isNumeric[0]
            ? `<th scope="row" dir="auto">${content}</th>`
            : `<td${kind(i)} dir="auto">${content}</td>`;
        })
        .join('')}</tr>`,
  );
  return `<div class="table" role="region" tabindex="0" aria-label="${text(label)}"><table><thead><tr>${header}</tr></thead><tbody>${body.join('')}</tbody></table></div>${more === undefined ? '' : `<p class="more">… ${text(more)}</p>`}`;
}

const style = `
:root { color-scheme: light dark; --ink: #1c1c1e; --paper: #fff; --faint: #5c5c66; --line: #d8d8de; --bar: #2f6db3; --stripe: #f5f5f8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e8ec; --paper: #18181b; --faint: #a5a5b0; --line: #3a3a42; --bar: #6aa7e8; --stripe: #212126; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 62rem; padding: 1.5rem 1rem 4rem; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 .5rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2.5rem 0 .5rem; padding-top: .75rem; border-top: 1px solid var(--line); font-size: 1.2rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: 0; padding: 0; list-style: none; }
a { color: inherit; text-underline-offset: .2em; }
main ul { margin: .5rem 0 1rem; padding-inline-start: 1.25rem; }
.table { max-width: 100%; margin: .75rem 0; overflow-x: auto; }
.table:focus-visible, a:focus-visible, summary:focus-visible { outline: 2px solid var(--bar); outline-offset: 2px; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .75rem .3rem 0; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; overflow-wrap: normal; }
tbody th { min-width: 9rem; max-width: 28rem; font-weight: 600; overflow-wrap: anywhere; }
tbody td { min-width: 4rem; max-width: 34rem; white-space: nowrap; overflow-wrap: anywhere; }
tbody td.long { min-width: 14rem; white-space: normal; }
thead th { color: var(--faint); font-size: .85em; font-weight: 600; vertical-align: bottom; white-space: normal; }
.number { text-align: end; }
code { font: .92em ui-monospace, monospace; }
.more, figcaption, summary { color: var(--faint); font-size: .9em; }
figure { margin: 1rem 0; }
svg { display: block; width: 100%; min-width: 34rem; height: auto; }
.bar { fill: var(--bar); } .grid { stroke: var(--line); } .axis { stroke: var(--faint); } .tick { fill: var(--faint); font: 12px system-ui, sans-serif; }
@media print { svg { min-width: 0; } :root { --ink: #000; --paper: #fff; --faint: #444; --line: #bbb; --bar: #2f6db3; } body { max-width: none; padding: 0; font-size: 10pt; } nav { display: none; } h2 { break-after: avoid; } tr, figure { break-inside: avoid; } .table { overflow: visible; } th, td { padding-inline-end: .5rem; } tbody th, tbody td, tbody td.long { min-width: 0; } .bar { print-color-adjust: exact; } }
`;
