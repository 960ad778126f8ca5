/** Removes thoughts and calls from the text of a message, along with the line breaks that templates add around them. */

interface Part {
  readonly text: string;
}

/**
 * Removes parts, along with the line breaks next to them. Between two remaining parts, the longer of the two sequences of line
 * breaks is kept.
 */
export function cutOut<T extends Part>(parts: readonly T[], isCut: (part: T) => boolean): T[] {
  const result: T[] = [];
  let cut = false;
  for (const part of parts) {
    if (isCut(part)) {
      cut = true;
      continue;
    }
    const lead = cut ? leadingBreaks(part.text) : 0;
    const before = cut ? result.pop() : undefined;
    let joint = '';
    if (before) {
      const textLength = before.text.length - trailingBreaks(before.text);
      const [first, second] = [before.text.slice(textLength), part.text.slice(0, lead)];
      if (textLength > 0) result.push({ ...before, text: before.text.slice(0, textLength) });
      if (result.length > 0) joint = first.length > second.length ? first : second;
    }
    const text = cut ? joint + part.text.slice(lead) : part.text;
    if (text !== '') result.push({ ...part, text });
    cut = false;
  }
  const last = cut ? result.pop() : undefined;
  const end = last?.text.slice(0, last.text.length - trailingBreaks(last.text));
  if (last && end) result.push({ ...last, text: end });
  return result;
}

/** Returns the text without line breaks at its beginning and end. */
export function trimBreaks(text: string): string {
  const start = leadingBreaks(text);
  return start === text.length ? '' : text.slice(start, text.length - trailingBreaks(text));
}

/** Returns the length of the line breaks and blank lines at the beginning of a text. */
export function leadingBreaks(text: string): number {
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) end = at + 1;
    else if (unit !== 32 && unit !== 9) return end;
  }
  return end === 0 ? 0 : text.length;
}

export function trailingBreaks(text: string): number {
  let start = text.length;
  for (let at = text.length - 1; at >= 0; at--) {
    const unit = text.charCodeAt(at);
    if (unit === 10 || unit === 13) start = at;
    else if (unit !== 32 && unit !== 9) break;
  }
  return text.length - start;
}
