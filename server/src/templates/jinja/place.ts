/** Converts an offset in a template to a line and character, which match those of its file. */
export function placeIn(text: string, at: number): { readonly line: number; readonly character: number } {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length - 1, character: at - start };
}
