/**
 * Creates the page of an explanation: HTML without scripts or external resources. Outputs are untrusted, so all of their text is escaped.
 */
import type { ExplanationPart, ExplanationPiece, ExplanationSection } from '../../../protocol/explanations.ts';
import { style } from './explanation-style.ts';

/** The commands to which the page may link. */
export const pageCommands = {
  apply: 'ocml.applyRepair',
  compare: 'ocml.compareRepair',
  place: 'ocml.showExplainedPlace',
  rule: 'ocml.showExplainedRule',
} as const;

/** The texts of the page, in the editor's language. */
export interface PageWords {
  readonly title: string;
  readonly apply: string;
  readonly applied: string;
  readonly compare: string;
  readonly sections: Readonly<Partial<Record<ExplanationSection, string>>>;
}

interface PageParts {
  readonly parts: readonly ExplanationPart[];
  /** The number of the explanation in the arguments of commands. Undefined if its output is not open as a document. */
  readonly number?: number | undefined;
  /** Whether the document already contains the repaired output. */
  readonly isApplied: boolean;
  readonly words: PageWords;
  readonly language: string;
  /** A new nonce for every page: styles without it have no effect. */
  readonly nonce: string;
}

/** The order of the sections: the fault, its cause and the remedy come first; the facts about the input come last. */
const order: readonly ExplanationSection[] = [
  ...(['verdict', 'cause', 'repair', 'todo', 'problems', 'read', 'others', 'pages', 'input'] as const),
];

export function explanationHtml({ parts, number, isApplied, words, language, nonce }: PageParts): string {
  const policy = [
    `default-src 'none'`,
    `style-src 'nonce-${nonce}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
  ].join('; ');
  const sections = new Map<ExplanationSection, ExplanationPart[]>();
  let section: ExplanationPart[] = [];
  for (const part of parts) {
    if (part.kind === 'section') {
      section = sections.get(part.section) ?? [];
      sections.set(part.section, section);
    } else section.push(part);
  }
  const hasRepair = sections.get('repair')?.some(({ kind }) => kind === 'repaired');
  const actions = number === undefined || !hasRepair ? '' : actionsOf(number, isApplied, words);
  const html = order.map((name) => {
    const inner = (sections.get(name) ?? []).map((part) => htmlOf(part, number)).join('\n');
    if (inner.trim() === '') return '';
    const label = words.sections[name];
    const heading = label === undefined || inner.includes('<h2>') ? '' : `<h2>${escaped(label)}</h2>\n`;
    // The actions follow the verdict, since the repair itself may be below the visible part of the page.
    return `<section class="${name}">\n${heading}${inner}${name === 'verdict' ? actions : ''}\n</section>`;
  });
  const title = parts.some(({ kind }) => kind === 'verdict') ? '' : `<h1>${escaped(words.title)}</h1>\n`;
  return `<!DOCTYPE html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width">
<title>${escaped(words.title)}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
${title}${html.filter((one) => one !== '').join('\n')}
</main>
</body>
</html>`;
}

function actionsOf(number: number, isApplied: boolean, { apply, applied, compare }: PageWords): string {
  const first = isApplied
    ? `<span class="applied" role="status">✓ ${escaped(applied)}</span>`
    : link('apply', [number], apply, 'class="button"');
  return `<p class="actions">${first} ${link('compare', [number], compare, 'class="button second"')}</p>`;
}

function link(command: keyof typeof pageCommands, values: readonly (number | string)[], text: string, more = '') {
  const address = `command:${pageCommands[command]}?${encodeURIComponent(JSON.stringify(values))}`;
  return `<a href="${escaped(address)}" ${more}>${escaped(text)}</a>`;
}

function htmlOf(part: ExplanationPart, number: number | undefined): string {
  switch (part.kind) {
    case 'section':
    case 'gap':
      return '';
    case 'heading':
      return `<h2>${escaped(part.text.replace(/:$/, ''))}</h2>`;
    case 'verdict':
      return `<h1 class="${part.isFault ? 'fault' : 'fine'}"><span aria-hidden="true">${part.isFault ? '✗' : '✓'}</span> ${escaped(part.text.replace(/:$/, ''))}</h1>`;
    case 'paragraph':
      return paragraphOf(part, number);
    case 'line':
      return `<p class="item"><b>${escaped(part.lead.trim())}</b> <code>${tokensOf(part.text)}</code></p>`;
    case 'error':
      return part.lines.length === 0 ? '' : `<pre class="error">${escaped(part.lines.join('\n'))}</pre>`;
    case 'place':
      return `<pre class="place" tabindex="0">${piecesOf(part.pieces)}</pre>\n<p class="legend">${legendOf(part.legend)}</p>`;
    case 'repaired':
      return `<pre class="repaired" tabindex="0">${piecesOf(part.pieces ?? [{ text: part.text }])}</pre>`;
    case 'page':
      return `<p class="item">${link('rule', [part.code], part.code)}</p>`;
  }
}

function paragraphOf(
  { lead, text, start, severity, isQuoted }: Extract<ExplanationPart, { kind: 'paragraph' }>,
  number: number | undefined,
): string {
  const words = isQuoted ? `<code>${tokensOf(text)}</code>` : inlineOf(text);
  if (lead.trim() === '-') return `<p class="item step">${words}</p>`;
  const isItem = lead.startsWith('  ') && !isQuoted;
  const kind = `${isItem ? 'item' : ''}${severity === undefined ? '' : ` problem ${severity}`}`.trim();
  const name = lead.trim();
  // In "line 1, column 2: error CODE:", the position becomes a link.
  const [, position, rest] = (start === undefined ? undefined : /^(line [^:]*): (.*)$/.exec(name)) ?? [];
  const nameHtml =
    position !== undefined && number !== undefined && start !== undefined
      ? `${link('place', [number, start], position)} <b>${escaped(rest ?? '')}</b>`
      : name === ''
        ? ''
        : `<b>${escaped(name)}</b>`;
  return `<p${kind === '' ? '' : ` class="${escaped(kind)}"`}>${nameHtml} ${words}</p>`;
}

const classOf = { stop: 'stop', fault: 'wrong' } as const;

function piecesOf(pieces: readonly ExplanationPiece[]): string {
  const html = pieces.map(({ text, mark }) => {
    const inner = tokensOf(text);
    if (mark === 'removed') return `<del>${inner}</del>`;
    if (mark === 'added') return `<ins>${inner}</ins>`;
    return mark === undefined ? inner : `<mark class="${classOf[mark]}">${inner}</mark>`;
  });
  return html.join('');
}

/** Returns the legend as HTML, with colors in place of the signs `^` and `~`. */
const legendOf = (legend: string): string =>
  legend
    .split(/ {3}/)
    .map((one) => {
      const sign = one.startsWith('~') ? 'wrong' : 'stop';
      return `<span><mark class="${sign}" aria-hidden="true">&nbsp;&nbsp;</mark> ${escaped(one.slice(2))}</span>`;
    })
    .join(' ');

/** Matches a control token of any family. */
const token = /<[|｜][\w▁/]{1,40}[|｜]>|<\/?tool_call>|\[\/?(?:TOOL_CALLS|INST)\]/g;

/** Escapes a text as HTML, with its control tokens in a separate color. */
const tokensOf = (text: string): string => between(text, token, (one) => `<span class="token">${escaped(one)}</span>`);

/** Escapes prose as HTML; text between two backticks becomes code. */
const inlineOf = (text: string): string =>
  between(text, /`[^`\n]+`/g, (one) => `<code>${tokensOf(one.slice(1, -1))}</code>`);

function between(text: string, what: RegExp, show: (one: string) => string): string {
  let [html, at] = ['', 0];
  for (const { index, 0: matchText } of text.matchAll(what)) {
    html += escaped(text.slice(at, index)) + show(matchText);
    at = index + matchText.length;
  }
  return html + escaped(text.slice(at));
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
