/** Text of a document as messages show it: between backticks, or between quotes if it has backticks of its own. */
export function quoted(text: string): string {
  return text.includes('`') ? `"${text}"` : `\`${text}\``;
}
