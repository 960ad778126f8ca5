/** How messages and titles quote a document and list words. */

/** Text of a document as messages show it: between backticks, or between quotes if it has backticks of its own. */
export function quoted(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``;
}

/** `a`, `b` or `c`. */
export function listed(words: readonly string[]): string {
  const quoted = words.map((word) => `\`${word}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted[quoted.length - 1]}`;
}

/** `Did you mean …?`, if there is something to mean. */
export function didYouMean(suggestion: string | undefined): string {
  return suggestion === undefined ? '' : ` Did you mean \`${suggestion}\`?`;
}

/** A part of a sentence as a sentence of its own. */
export function sentence(part: string): string {
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}.`;
}

/** Text of a document, short enough for a message. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return quoted(line.length > 40 ? `${line.slice(0, 39)}…` : line);
}
