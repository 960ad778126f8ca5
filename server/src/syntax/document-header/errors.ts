/** The YAML errors in a document header: at most one per line, reported on the line to correct (2.2 §2). */
import type { Alias, Document, Node, YAMLError } from 'yaml';
import type { HeaderEntry } from './values.ts';

type Yaml = typeof import('yaml');

/** The codes of the YAML parser's errors, and those of errors found here. */
export type HeaderErrorCode =
  | YAMLError['code']
  | 'UNRESOLVED_ALIAS'
  | 'INDENTED_KEY'
  | 'NOT_A_MAPPING'
  | 'TOO_DEEP'
  | 'TOO_LONG';

/**
 * An error in the header. The span is that of the line to report (UTF-16 offsets in the block, never empty); `at` is where the parser
 * noticed the error.
 */
export interface HeaderError {
  readonly code: HeaderErrorCode;
  /** The parser's message, which is not written for users. */
  readonly detail: string;
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** The maximum number of reported lines. A header with more errors is broken as a whole. */
const MAX_REPORTED_LINES = 10;

/** Collects errors, at most one per line, since the first one usually causes the others. */
export class HeaderErrors {
  readonly found: HeaderError[] = [];

  constructor(private readonly text: string) {}

  /** Adds an error on the line at `position` or, if that line is empty, on the last nonempty line before it. */
  add(code: HeaderErrorCode, detail: string, at: number, position = at): void {
    const { text, found } = this;
    if (found.length === MAX_REPORTED_LINES || found.some(({ start, end }) => position >= start && position < end))
      return;
    const ink = /[^\s\uFEFF]/g;
    const first = ink.exec(text)?.index ?? 0;
    const end = text.slice(0, lineEnd(text, Math.max(position, first))).trimEnd().length;
    ink.lastIndex = lineStart(text, end - 1);
    const start = ink.exec(text)?.index ?? 0;
    if (found.some((error) => error.start === start)) return;
    found.push({ code, detail, at, start, end });
  }

  /** Adds the errors that the parser found. `entries`: the entries that it read despite the errors. */
  addParsed(document: Document, entries: readonly HeaderEntry[]): void {
    const { text } = this;
    const continued = new Map(
      document.errors.filter(({ code }) => code === 'MULTILINE_IMPLICIT_KEY').map(({ pos }) => pos),
    );
    for (const { code, message, pos } of document.errors) {
      if (this.found.length === MAX_REPORTED_LINES) return;
      const [at] = pos;
      // If nothing follows the closing `---`, this is not an error.
      if (code === 'MULTIPLE_DOCS' && isBlank(text.slice(at))) continue;
      const colon =
        code === 'MULTILINE_IMPLICIT_KEY' || code === 'BLOCK_AS_IMPLICIT_KEY' ? continued.get(at) : undefined;
      // A value seems to continue on the next line, but that line was meant as another key.
      if (colon !== undefined && !beginsLine(text, at)) this.add('INDENTED_KEY', message, at, colon - 1);
      else if (isUnclosed(message)) this.add(code, message, at, openerOf(entries, at) ?? inkBefore(text, at));
      else this.add(code, message, at);
    }
  }

  /** Returns the aliases of a document with their targets, and adds an error for each alias without a target. */
  addAliases(yaml: Yaml, document: Document): Map<Alias, Node> {
    const anchors = new Map<string, Node>();
    const resolved = new Map<Alias, Node>();
    yaml.visit(document, {
      Value(_, node) {
        if (node.anchor !== undefined) anchors.set(node.anchor, node);
      },
      Alias: (_, alias) => {
        const node = anchors.get(alias.source);
        if (node) resolved.set(alias, node);
        else this.add('UNRESOLVED_ALIAS', `Unresolved alias ${alias.source}`, alias.range?.[0] ?? 0);
      },
    });
    return resolved;
  }
}

/** Whether the message of an error says that a quote, a bracket or a brace is not closed. */
export function isUnclosed(message: string): boolean {
  return /^Missing closing|^Flow .* end with/.test(message);
}

/** The start of the last value that contains an offset. */
function openerOf(entries: readonly HeaderEntry[], at: number): number | undefined {
  return entries.findLast(({ valueStart, valueEnd }) => valueStart < at && at <= valueEnd)?.valueStart;
}

function inkBefore(text: string, at: number): number {
  return Math.max(0, text.slice(0, at).trimEnd().length - 1);
}

function isBlank(text: string): boolean {
  return (
    text
      .replace(/^(?:---|\.\.\.)/, '')
      .replace(/#.*/g, '')
      .trim() === ''
  );
}

function beginsLine(text: string, at: number): boolean {
  return text.slice(lineStart(text, at), at).trim() === '';
}

/** The offset at which the line of another offset begins. */
function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1;
}

function lineEnd(text: string, from: number): number {
  const breaks = /[\r\n]/g;
  breaks.lastIndex = from;
  return breaks.exec(text)?.index ?? text.length;
}
