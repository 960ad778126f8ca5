/** Renders JSON as HTML, in a code block. A value is on one line if it fits there, and a string with several lines is a block of text. */
import { highlighter } from './highlight.ts';
import { escapeHtml, renderPlain, textLimit } from './plain.ts';

/** Renders valid JSON, with numbers and strings unchanged. JSON that is long, or would be long with indentation, is shown plain. */
export function renderJson(text: string): string {
  const pieces = text.length > textLimit ? undefined : layOut(text, 2 * textLimit);
  if (pieces === undefined) return renderPlain(text);
  const colour = highlighter();
  const html = pieces.map(({ text, isBlock }) =>
    isBlock ? `<span class="code-text">${escapeHtml(text)}</span>` : (colour(text, 'json') ?? escapeHtml(text)),
  );
  return `<pre><code class="language-json">${html.join('')}</code></pre>`;
}

/** A part of the result: code, or the text of a string with several lines. */
interface Piece {
  readonly text: string;
  readonly isBlock: boolean;
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const MAX_NESTING_DEPTH = 50;
/** The maximum width of an object or a list that is written on one line. */
const MAX_COLUMNS = 80;

const isOpening = (token: string | undefined) => token === '{' || token === '[';
const isClosing = (token: string | undefined) => token === '}' || token === ']';

/** Returns the text of a string that contains line breaks; undefined for a token that is shown unchanged. */
function blockOf(token: string, before: string | undefined): string | undefined {
  if (before !== ':' || !token.startsWith('"') || !token.includes('\\n')) return undefined;
  const text: unknown = JSON.parse(token);
  // Invisible characters remain escaped.
  return String(text).replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const invisible = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Lays out valid JSON, using only its own tokens. Returns undefined if the result is longer than `most`. */
function layOut(text: string, most: number): Piece[] | undefined {
  const tokens = Array.from(text.matchAll(jsonToken), ([token]) => token);
  const blocks = tokens.map((token, i) => blockOf(token, tokens[i - 1]));
  const widths = widthsOf(tokens, blocks);
  const pieces: Piece[] = [];
  let code = '';
  let size = 0;
  let depth = 0;
  let column = 0;
  const line = () => {
    const indent = '  '.repeat(Math.min(depth, MAX_NESTING_DEPTH));
    // No line break is needed after a block of text, which ends with its own line break.
    code += code === '' && pieces.length > 0 ? indent : `\n${indent}`;
    column = indent.length;
  };
  const addCode = (characters: string) => {
    code += characters;
    column += characters.length;
  };
  for (let i = 0; i < tokens.length; i++) {
    if (size + code.length > most) return undefined;
    const token = tokens[i] as string;
    const block = blocks[i];
    if (block !== undefined) {
      pieces.push({ text: code, isBlock: false }, { text: block, isBlock: true });
      size += code.length + block.length;
      code = '';
      // The comma after the block is skipped, since it would be alone on a line.
      if (tokens[i + 1] === ',') i++;
      if (!isClosing(tokens[i + 1])) line();
    } else if (isOpening(token)) {
      const { end, width } = widths.get(i) as Extent;
      const rest = end - i === 1 || column + width <= MAX_COLUMNS;
      if (rest) {
        addCode(
          tokens
            .slice(i, end + 1)
            .map(spaced)
            .join(''),
        );
        i = end;
      } else {
        addCode(token);
        depth++;
        line();
      }
    } else if (isClosing(token)) {
      depth--;
      line();
      addCode(token);
    } else if (token === ',') {
      addCode(token);
      line();
    } else addCode(spaced(token));
  }
  pieces.push({ text: code, isBlock: false });
  return pieces;
}

const spaced = (token: string) => (token === ',' || token === ':' ? `${token} ` : token);

/** The end of a list or an object, as the index of a token, and its width if it is written on one line. */
interface Extent {
  readonly end: number;
  readonly width: number;
}

function widthsOf(tokens: readonly string[], blocks: readonly (string | undefined)[]): ReadonlyMap<number, Extent> {
  const widths = new Map<number, Extent>();
  const open: { readonly at: number; width: number }[] = [];
  for (const [at, token] of tokens.entries()) {
    if (isOpening(token)) open.push({ at, width: 0 });
    const last = open.at(-1);
    if (last) last.width += blocks[at] === undefined ? spaced(token).length : Number.POSITIVE_INFINITY;
    if (!isClosing(token)) continue;
    const closed = open.pop();
    const outer = open.at(-1);
    if (closed) widths.set(closed.at, { end: at, width: closed.width });
    if (closed && outer) outer.width += closed.width;
  }
  return widths;
}
