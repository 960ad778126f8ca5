/** Where a cursor stands in JSON that is being written: what is broken before or behind it does not matter. */
import { createScanner, SyntaxKind } from 'jsonc-parser';
import type { Span } from '../span.ts';

/** An object or array that holds the cursor. */
export interface JsonFrame {
  readonly kind: '{' | '[';
  /** The keys of an object, those behind the cursor among them, without the one at the cursor. */
  readonly keys: Set<string>;
  /** The members of an object that are strings. */
  readonly strings: Map<string, string>;
}

/** What is being written at the cursor; the span is what it consists of already, an opening quote included. */
export interface JsonCursor extends Span {
  readonly kind: 'key' | 'value';
  /** What is written begins with a quote. */
  readonly quoted: boolean;
  /** Keys and indices from the root to the value, or to the object that has the key. */
  readonly path: readonly (string | number)[];
  /** The objects and arrays around the cursor, the outermost first: one for each step of the path. */
  readonly frames: readonly JsonFrame[];
  /** Of a key: `:` follows. */
  readonly colon: boolean;
}

interface Frame extends JsonFrame {
  /** The index of the next item, or the key of the next value. */
  step: number | string | undefined;
}

/** Longer or deeper texts are looked at in vain. */
const most = { length: 200_000, depth: 500 };

/** What is at the offset `at` of a text; undefined where neither a key nor a value can stand. */
export function jsonCursor(text: string, at: number): JsonCursor | undefined {
  if (text.length > most.length) return undefined;
  const scanner = createScanner(text, true);
  const stack: Frame[] = [];
  let found: JsonCursor | undefined;
  /** Whether a value, or a key, may begin here: behind `{`, `[`, `,` and `:`. */
  let free = false;
  let key: string | undefined;
  for (;;) {
    const kind = scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const open = kind === SyntaxKind.StringLiteral ? scanner.getTokenError() !== 0 : isWord(text, end);
    if (found === undefined && (start >= at || end > at || kind === SyntaxKind.EOF || (end === at && open))) {
      found = cursorIn(text, at, start < at ? start : at, stack, free);
      if (found === undefined) return undefined;
      scanner.setPosition(Math.max(found.end, at));
      key = undefined;
      free = false;
      continue;
    }
    const top = stack[stack.length - 1];
    if (kind === SyntaxKind.EOF || stack.length > most.depth || (found && stack.length === 0)) return found;
    if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken) {
      const object = kind === SyntaxKind.OpenBraceToken;
      stack.push({ kind: object ? '{' : '[', keys: new Set(), strings: new Map(), step: object ? undefined : 0 });
      free = true;
    } else if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken) {
      stack.pop();
      free = false;
    } else if (kind === SyntaxKind.CommaToken) {
      if (top) top.step = typeof top.step === 'number' ? top.step + 1 : undefined;
      free = true;
    } else if (kind === SyntaxKind.ColonToken) {
      // Behind the cursor's own key, which is not settled yet, a value follows all the same.
      if (top?.kind === '{') top.step = key ?? '';
      free = true;
    } else {
      const value = kind === SyntaxKind.StringLiteral ? scanner.getTokenValue() : undefined;
      if (top?.kind === '{' && top.step === undefined) {
        key = value;
        if (value !== undefined) top.keys.add(value);
      } else if (top?.kind === '{' && value !== undefined) top.strings.set(String(top.step), value);
      free = false;
    }
  }
}

/** Whether a word or a number ends here, which may go on. */
function isWord(text: string, end: number): boolean {
  return /[\w.+-]/.test(text.charAt(end - 1));
}

function cursorIn(
  text: string,
  at: number,
  start: number,
  stack: readonly Frame[],
  free: boolean,
): JsonCursor | undefined {
  const top = stack[stack.length - 1];
  if (top === undefined || !free) return undefined;
  const before = text.slice(start, at);
  const quoted = before.startsWith('"');
  if (!quoted && !/^[\w.+-]*$/.test(before)) return undefined;
  const behind = text.slice(at, at + 400);
  const rest = ((quoted && /^[^"\\\r\n,:{}[\]]*"/.exec(behind)) || /^[\w.+-]*/.exec(behind))?.[0] ?? '';
  const kind = top.kind === '{' && top.step === undefined ? 'key' : 'value';
  const path = stack.map(({ step }) => step as string | number);
  return {
    kind,
    quoted,
    start,
    end: at + rest.length,
    path: kind === 'key' ? path.slice(0, -1) : path,
    frames: stack.slice(),
    colon: /^\s*:/.test(text.slice(at + rest.length, at + rest.length + 100)),
  };
}
