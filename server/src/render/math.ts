/** Finds formulas in Markdown: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`, but not prices, shell variables and escaped brackets. */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';
import { escapeHtml } from './plain.ts';

/**
 * The maximum length of a formula, and of all formulas in a text (UTF-16 units), and the maximum number of formulas. Beyond these limits,
 * formulas are shown as source.
 */
const MAX_FORMULA_LENGTH = 4_000;
const MAX_FORMULAS_LENGTH = 20_000;
const MAX_FORMULAS = 500;
/**
 * The maximum number of lines in which the end of a formula is searched for. The maximum number of characters that are searched for all
 * formulas of a text.
 */
const MAX_LINES = 100;
const MAX_LOOKS = 400_000;

interface Delimiter {
  readonly open: string;
  readonly close: string;
  readonly display: boolean;
  /** Whether the text between the delimiters is meant as a formula. */
  isFormula(tex: string): boolean;
}

const command = /\\[a-zA-Z]|[\^_]/;
const operator = /[=+*/<>≤≥≈≠±×·÷∈→-]/;

/** Whether a text contains prose outside `\text{…}` and similar commands, which is two adjacent words, or a word between spaces. */
function isProse(tex: string): boolean {
  const rest = tex
    .replace(/\\(?:text\w*|mathrm|mathit|mathsf|mathtt|mbox|hbox|operatorname\*?|begin|end|tag\*?)\s*\{[^{}]*\}/g, '1')
    .replace(/\\[a-zA-Z]+/g, '1')
    .replace(/[_^]\{[^{}]*\}/g, '1');
  // In a text with commands, short words and single letters such as `a` are names of variables.
  if (!command.test(tex) && /(?:^|\s)(?:a|an|and|or|to|for|per|is|if|at|of|vs)\s/.test(rest)) return true;
  return /`|\p{L}{2,}[,;.]?\s+\p{L}{2,}|(?:^|\s)\p{L}{3,}(?:\s|$)/u.test(rest);
}

/** Whether a text could be an amount of money, because it is a number and contains nothing specific to formulas. */
function isAmount(tex: string): boolean {
  if (!/^[\s\d.,+-]*\d/.test(tex) || command.test(tex)) return false;
  // `5k` and `10M` are amounts, but `2x = 4` is not.
  return !/\d(?![kKmMbBtT](?:\b|n\b))[a-zA-Z](?![a-zA-Z])/.test(tex);
}

const isShort = (tex: string) => /^\p{L}'*(?:,\s?\p{L}'*){0,9}$|^[A-Z]{2,3}$/u.test(tex);
const saysMath = (tex: string) => command.test(tex) || operator.test(tex) || /^[^\d\s]?\p{L}?\(/u.test(tex);

const delimiters: readonly Delimiter[] = [
  { open: '\\(', close: '\\)', display: false, isFormula: (tex) => !isProse(tex) },
  {
    open: '\\[',
    close: '\\]',
    display: true,
    isFormula: (tex) => !isProse(tex) && (command.test(tex) || /[=<>+]/.test(tex)),
  },
  {
    open: '$$',
    close: '$$',
    display: true,
    isFormula: (tex) => !isProse(tex) && (isShort(tex.trim()) || saysMath(tex)) && !/^\d[\d.,]*\s*[-–]\s*$/.test(tex),
  },
  {
    open: '$',
    close: '$',
    display: false,
    isFormula: (tex) =>
      !/^\s|\s$|\n\s*\n/.test(tex) && !isProse(tex) && !isAmount(tex) && (isShort(tex) || saysMath(tex)),
  },
];

/** The remaining budget for finding and showing formulas in one text. */
class Budget {
  private formulas = MAX_FORMULAS;
  private length = MAX_FORMULAS_LENGTH;
  private looks = MAX_LOOKS;
  /**
   * For each closing delimiter, the result of the last search: the text, the offset from which it was searched, and the offset of the
   * delimiter.
   */
  private readonly ends = new Map<string, { readonly text: string; readonly from: number; readonly at: number }>();

  /** Deducts `count` characters from the search budget. Returns whether the budget suffices. */
  look(count: number): boolean {
    this.looks -= count;
    return this.looks >= 0;
  }

  /** Deducts a formula from the budget. Returns whether it may be shown. */
  show(tex: string): boolean {
    this.formulas--;
    this.length -= tex.length;
    return tex.length <= MAX_FORMULA_LENGTH && this.formulas >= 0 && this.length >= 0;
  }

  /** Returns the next offset of `close` in a text; -1 if there is none. The result is reused for later searches that begin before it. */
  next(text: string, close: string, from: number): number {
    const search = this.ends.get(close);
    if (search?.text === text && search.from <= from && (search.at < 0 || search.at >= from)) return search.at;
    const at = text.indexOf(close, from);
    this.ends.set(close, { text, from, at });
    return at;
  }
}

const budgets = new WeakMap<object, Budget>();

function budgetOf({ env }: { readonly env: object }): Budget {
  const budget = budgets.get(env) ?? new Budget();
  budgets.set(env, budget);
  return budget;
}

/** Returns a formula as HTML; undefined if it is invalid or exceeds the budget. */
function render(tex: string, display: boolean, budget: Budget): string | undefined {
  if (!budget.show(tex)) return undefined;
  // The module for formulas is loaded when it is first needed.
  const { formulaHtml } = require('./formula.ts') as typeof import('./formula.ts');
  return formulaHtml(tex, display);
}

/** Adds formulas to Markdown. A formula that cannot be parsed is shown as its source. */
export function addMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', 'math', readInline);
  markdown.block.ruler.before('fence', 'math', readBlock, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
  markdown.renderer.rules.math = (tokens, index) => tokens[index]?.content ?? '';
}

const delimiterAt = (text: string, at: number) => delimiters.find(({ open }) => text.startsWith(open, at));

function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  const first = src.charCodeAt(pos);
  if (first !== 0x24 && first !== 0x5c) return false;
  const delimiter = delimiterAt(src, pos);
  if (delimiter === undefined) return false;
  const { open, close, display } = delimiter;
  const isDollar = first === 0x24;
  // The dollar sign in `US$5`, `a$b` and `$$$` does not open a formula.
  if (isDollar && /[\p{L}\p{N}$\\]/u.test(src[pos - 1] ?? '')) return false;
  const start = pos + open.length;
  const budget = budgetOf(state);
  const next = budget.next(src, close, start);
  const last = Math.min(posMax - close.length, start + MAX_FORMULA_LENGTH);
  if (next < 0 || next > last || !budget.look(next - start)) return false;
  const end = endOf(src, start, last, close);
  if (end === undefined || end === start || !budget.look(end - next)) return false;
  const after = end + close.length;
  if (isDollar && /[\p{L}\p{N}${]/u.test(src[after] ?? '')) return false;
  const tex = src.slice(start, end);
  if (!delimiter.isFormula(tex)) return false;
  if (!silent) {
    const html = render(tex, display, budget);
    if (html === undefined && open === '$') return false;
    const token = state.push('math', '', 0);
    token.content = html ?? `<code>${escapeHtml(src.slice(pos, after))}</code>`;
  }
  state.pos = after;
  return true;
}

/**
 * Returns the offset of the closing delimiter, ignoring escaped ones; undefined if there is none. Between dollar signs, also undefined if
 * another dollar sign comes first.
 */
function endOf(text: string, from: number, to: number, close: string): number | undefined {
  for (let at = from; at <= to; at++) {
    if (text.startsWith(close, at)) return at;
    if (text[at] === '\\') at++;
    else if (text[at] === '$' && close.startsWith('$')) return undefined;
  }
  return undefined;
}

/** Reads a formula that has lines of its own, so that nothing in it is interpreted as Markdown. */
function readBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
  const delimiter = delimiterAt(lineAt(startLine), 0);
  if (!delimiter?.display || (state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const { open, close, display } = delimiter;
  const budget = budgetOf(state);
  const lines = [lineAt(startLine).slice(open.length)];
  let line = startLine;
  while (!lines.at(-1)?.includes(close)) {
    line++;
    if (line >= endLine || lines.length > MAX_LINES || state.isEmpty(line)) return false;
    if ((state.sCount[line] ?? 0) < state.blkIndent) return false;
    lines.push(lineAt(line));
    if (!budget.look(lineAt(line).length + 1)) return false;
  }
  const source = lines.join('\n');
  const tex = source.slice(0, -close.length);
  if (endOf(source, 0, source.length, close) !== tex.length || !delimiter.isFormula(tex)) return false;
  if (silent) return true;
  state.line = line + 1;
  const html = render(tex, display, budget);
  const token = state.push('math', '', 0);
  token.map = [startLine, state.line];
  token.content = html === undefined ? `<pre><code>${escapeHtml(open + source)}</code></pre>\n` : `<p>${html}</p>\n`;
  return true;
}
