/** Renders texts that are not prose as HTML: program output, tool declarations, and fenced code in plain text. */
import { parseJson } from '../syntax/json/values.ts';
import { highlighter } from './highlight.ts';
import { renderJson } from './json.ts';
import { escapeHtml, renderPlain, textLimit } from './plain.ts';

/** The kind of a text: the arguments of a call, or the reply from a tool; undefined for any other text. */
export type SourceKind = 'call' | 'reply' | undefined;

/**
 * Renders a text that users do not see. It is unchanged, except that JSON is laid out and everything that is not prose is shown as code.
 */
export function renderSource(text: string, kind: SourceKind): string {
  const isLikeJson = /^\s*[{[]/.test(text);
  if (isLikeJson && !parseJson(text).error) return renderJson(text);
  if (text.trim() === '') return renderPlain(text);
  if (kind === 'call' || (isLikeJson && /^\s*[{[]\s*["{[\d]/.test(text))) return renderCode(text);
  if (kind === 'reply') return isProse(text) ? renderPlain(text) : renderCode(text);
  return renderParts(text, () => declarations);
}

/** Renders plain text, in which only fenced code is formatted. */
export const renderWithFences = (text: string): string =>
  text.includes('```') ? renderParts(text, fencesIn) : renderPlain(text);

/** Renders code with its line breaks. Long code is shown as plain text, of which only the beginning is visible. */
function renderCode(code: string, language = ''): string {
  if (code.length > textLimit) return renderPlain(code);
  const name = /^[\w.+#-]{1,40}$/.test(language) ? language : '';
  const html = highlighter()(code, name) ?? escapeHtml(code);
  return name === '' ? `<pre><code>${html}</code></pre>` : `<pre><code class="language-${name}">${html}</code></pre>`;
}

/** Reads the code that begins at a line. Returns undefined if no code begins there. */
type CodeReader = (lines: readonly string[], at: number) => CodeLines | undefined;

interface CodeLines {
  readonly code: string;
  readonly language: string;
  /** The index of the line after the code. */
  readonly next: number;
}

function renderParts(text: string, readerFor: (lines: readonly string[]) => CodeReader): string {
  if (text.length > textLimit) return renderPlain(text);
  const lines = text.split('\n');
  const codeReader = readerFor(lines);
  let html = '';
  let from = 0;
  const flush = (to: number) => {
    const plain = lines.slice(from, to).join('\n');
    if (/\S/.test(plain)) html += renderPlain(plain);
  };
  for (let at = 0; at < lines.length; ) {
    const codeLines = codeReader(lines, at);
    if (codeLines === undefined) {
      at++;
      continue;
    }
    flush(at);
    html += renderCode(codeLines.code, codeLines.language);
    at = from = codeLines.next;
  }
  if (html === '') return renderPlain(text);
  flush(lines.length);
  return html;
}

/** Returns a reader of fenced code. A fence without an end is ignored. */
function fencesIn(lines: readonly string[]): CodeReader {
  const last = new Map(lines.map((line, i) => [line.trim(), i]));
  return (lines, at) => {
    const [, mark, language = ''] = /^ {0,3}(`{3,})[ \t]*([\w.+#-]*)[ \t]*$/.exec(lines[at] as string) ?? [];
    if (mark === undefined || (last.get(mark) ?? at) <= at) return undefined;
    let end = at + 1;
    while (lines[end]?.trim() !== mark) end++;
    return { code: lines.slice(at + 1, end).join('\n'), language, next: end + 1 };
  };
}

/** Reads tool declarations in the syntax of Harmony and OpenChatML, from the first line of their namespace to its end. */
const declarations: CodeReader = (lines, at) => {
  if (!/^namespace [\w.]+ \{\s*$/.test(lines[at] as string)) return undefined;
  let end = at;
  // A line such as `}) => any;` ends only the declaration of a tool.
  while (end < lines.length && !/^\}\s*(?:\/\/.*)?$/.test(lines[end] as string)) end++;
  return { code: lines.slice(at, end + 1).join('\n'), language: 'ts', next: end + 1 };
};

/** The maximum number of lines that are examined to classify a text, and the maximum length of each (UTF-16 units). */
const MAX_LINES = 60;
const MAX_LINE_LENGTH = 400;

/**
 * Matches lines that people rarely write: lines that are indented or in columns, or contain paths, operators, brackets, times or a prompt.
 */
const codeLike =
  /^\s{2,}\S|\S(?: {2,}|\t)\S|^[$>#+\-@|]|[{};|=<>]|::|->|→|\w\(|^[\w./-]+:\d|(?:^|\s)[~.]?\/?[\w.-]+\/[\w./-]+|^\[|^\d+[:.)\]]?\s*\S*$|\w\.\w{1,4}$|_\w/;

/** Whether people could have written a text. Program output, in contrast, is in columns, indented, or full of punctuation. */
function isProse(text: string): boolean {
  const lines = text
    .slice(0, MAX_LINES * MAX_LINE_LENGTH)
    .split('\n', MAX_LINES)
    .map((line) => line.slice(0, MAX_LINE_LENGTH).replace(/\r$/, ''))
    .filter((line) => /\S/.test(line));
  const count = lines.filter((line) => codeLike.test(line)).length;
  return count * 3 < lines.length || lines.length === 0;
}
