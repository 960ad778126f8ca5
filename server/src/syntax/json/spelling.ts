/** Changes the white space in the text of a JSON value. Every string, number and word stays as written. */

/** The text to write for commas and colons between the tokens of a value. */
interface Spacing {
  readonly comma: string;
  readonly colon: string;
}

/** Writes a value on one line without parsing it. The text must be one valid JSON value, of any depth. */
export function onOneLine(text: string, { comma, colon }: Spacing): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const isString = text[at] === '"';
    const end = isString ? endOfString(text, at) : endOfPlain(text, at);
    const part = text.slice(at, end);
    parts.push(
      isString ? part : part.replace(/\s+/g, '').replace(/[,:]/g, (token) => token + (token === ',' ? comma : colon)),
    );
    at = end;
  }
  return parts.join('');
}

/** Matches the rest of a number or a word, or a colon. */
const plain = /[^"[\]{},]*/y;

/**
 * The maximum depth at which lines are indented. Deeper values stay on one line, since the amount of white space would grow with the square
 * of the depth.
 */
const MAX_INDENTED_DEPTH = 64;

/**
 * Writes a value with each list item and each field on a separate line, as `JSON.stringify` does. `margin`: the indentation of all lines
 * but the first.
 */
export function indented(text: string, unit: string, margin = ''): string {
  const line = onOneLine(text, { comma: '', colon: ' ' });
  const parts: string[] = [];
  let depth = 0;
  const broken = () => (depth <= MAX_INDENTED_DEPTH ? `\n${margin}${unit.repeat(depth)}` : '');
  for (let at = 0; at < line.length; ) {
    const start = at;
    const token = line[at] as string;
    if (token === '"') {
      const end = endOfString(line, at);
      parts.push(line.slice(at, end));
      at = end;
      continue;
    }
    at++;
    if (token === ',') parts.push(token, broken());
    else if (token === '[' || token === '{') {
      const isEmpty = line[at] === ']' || line[at] === '}';
      depth++;
      parts.push(token, isEmpty ? '' : broken());
    } else if (token === ']' || token === '}') {
      const isEmpty = line[at - 2] === '[' || line[at - 2] === '{';
      depth--;
      // If the items of a list are not on separate lines, neither is its closing bracket.
      parts.push(isEmpty || depth >= MAX_INDENTED_DEPTH ? '' : broken(), token);
    } else {
      plain.lastIndex = at;
      at += plain.exec(line)?.[0].length ?? 0;
      parts.push(line.slice(start, at));
    }
  }
  return parts.join('');
}

function endOfPlain(text: string, at: number): number {
  const quote = text.indexOf('"', at);
  return quote < 0 ? text.length : quote;
}

/** The offset after the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = at;
    while (text[slashes - 1] === '\\') slashes--;
    if ((at - slashes) % 2 === 0) return at + 1;
  }
  return text.length;
}
