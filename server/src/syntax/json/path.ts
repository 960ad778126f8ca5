/** Which key of a JSON text an offset is in; the text may break off or be broken behind it. */
import { createScanner, SyntaxKind } from 'jsonc-parser';

/** A key, and those of the objects around it, outermost first (UTF-16 offsets in the text). */
export interface KeyPath {
  readonly path: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** The key that covers `at`, if only objects hold it: what stands in a list has no path. */
export function keyAt(text: string, at: number): KeyPath | undefined {
  const scanner = createScanner(text, true);
  /** The containers around: the key at hand of an object, nothing of a list. */
  const open: (string | undefined)[] = [];
  let awaitsKey = false;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (start > at) return undefined;
    const end = start + scanner.getTokenLength();
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken) {
      awaitsKey = kind === SyntaxKind.OpenBraceToken;
      open.push(awaitsKey ? '' : undefined);
    } else if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken) {
      open.pop();
      awaitsKey = false;
    } else if (kind === SyntaxKind.CommaToken) {
      awaitsKey = open.at(-1) !== undefined;
    } else if (kind === SyntaxKind.StringLiteral && awaitsKey) {
      awaitsKey = false;
      open[open.length - 1] = scanner.getTokenValue();
      if (at < end) return open.includes(undefined) ? undefined : { path: open as string[], start, end };
    }
  }
  return undefined;
}
