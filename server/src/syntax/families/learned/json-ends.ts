/** Finds the end of JSON in a text that continues after it. */

/** The offset after the object or list that begins at `start`; undefined if there is none, or if it does not end. */
export function jsonValueEnd(text: string, start: number): number | undefined {
  if (text[start] !== '{' && text[start] !== '[') return undefined;
  const pattern = /["{}[\]]/g;
  pattern.lastIndex = start;
  let depth = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const [sign] = match;
    if (sign === '"') {
      const end = jsonStringEnd(text, match.index + 1);
      if (end === undefined) return undefined;
      pattern.lastIndex = end + 1;
    } else if (sign === '{' || sign === '[') depth++;
    else if (--depth === 0) return match.index + 1;
  }
  return undefined;
}

/** The offset of the quotation mark that ends a string. `start`: the offset of the string's first character. */
export function jsonStringEnd(text: string, start: number): number | undefined {
  const pattern = /["\\]/g;
  pattern.lastIndex = start;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (match[0] === '"') return match.index;
    pattern.lastIndex = match.index + 2;
  }
  return undefined;
}
