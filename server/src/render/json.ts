/** JSON as HTML: a block of code, one member a line. */
import { highlighter } from './highlight.ts';
import { escapeHtml, renderPlain, textLimit } from './plain.ts';

/** Valid JSON, its numbers and strings as they are written; plain where that is long, or would be for all its indents. */
export function renderJson(text: string): string {
  const pretty = text.length > textLimit ? undefined : prettyJson(text, 2 * textLimit);
  if (pretty === undefined) return renderPlain(text);
  return `<pre><code class="language-json">${highlighter()(pretty, 'json') ?? escapeHtml(pretty)}</code></pre>`;
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const MAX_NESTING_DEPTH = 50;

/** Valid JSON with one member a line, made only from its tokens; none if it gets longer than `most`. */
function prettyJson(text: string, most: number): string | undefined {
  let result = '';
  let depth = 0;
  let opened = false;
  const line = () => `\n${'  '.repeat(Math.min(depth, MAX_NESTING_DEPTH))}`;
  for (const [token] of text.matchAll(jsonToken)) {
    if (result.length > most) return undefined;
    if (token === '}' || token === ']') {
      depth--;
      result += opened ? token : line() + token;
      opened = false;
      continue;
    }
    if (opened) result += line();
    opened = token === '{' || token === '[';
    if (opened) depth++;
    result += token === ':' ? ': ' : token;
    if (token === ',') result += line();
  }
  return result;
}
