/** JSON that breaks off where a text ends: it is not wrong, it is not all there. */
import { createScanner, ScanError, SyntaxKind } from 'jsonc-parser';

export interface CutOff {
  /** Where the last token begins: what is wrong before it has nothing to do with the end. UTF-16 offsets in the text. */
  readonly lastToken: number;
  /** The end of the last character that is not white space. */
  readonly end: number;
}

/** What a string, a number or an escape in which a text ends is to the scanner. */
const unfinished = new Set<ScanError>([
  ScanError.UnexpectedEndOfString,
  ScanError.UnexpectedEndOfNumber,
  ScanError.InvalidUnicode,
  ScanError.InvalidEscapeCharacter,
]);
const words = ['true', 'false', 'null', '-'];

/**
 * Whether the JSON that a text begins with, blanks aside, breaks off at the text's end: in an array, an object, a string, a
 * number or a literal. A text that holds nothing of a value does not.
 */
export function cutOff(text: string): CutOff | undefined {
  const end = text.trimEnd().length;
  const scanner = createScanner(text.slice(0, end), true);
  let depth = 0;
  let lastToken = -1;
  let open = false;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    if (lastToken >= 0 && depth === 0) return undefined;
    lastToken = scanner.getTokenOffset();
    const written = scanner.getTokenValue();
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken) depth++;
    else if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken) depth--;
    const atEnd = lastToken + scanner.getTokenLength() === end;
    open =
      atEnd &&
      (unfinished.has(scanner.getTokenError()) ||
        (kind === SyntaxKind.Unknown && words.some((word) => word.startsWith(written))));
    if (depth <= 0 && !atEnd && kind === SyntaxKind.Unknown) return undefined;
  }
  return lastToken >= 0 && (depth > 0 || open) ? { lastToken, end } : undefined;
}
