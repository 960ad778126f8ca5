/** Converts an offset in a template to a line and a character, which are the same as in the template's file. */
export function placeIn(text: string, at: number): { readonly line: number; readonly character: number } {
  const before = text.slice(0, at);
  const start = before.lastIndexOf('\n') + 1;
  return { line: before.split('\n').length - 1, character: at - start };
}
