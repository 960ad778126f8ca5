/** Where values stand in a JSON text: one pass over its tokens for all that are looked for, without recursion. */
import { createScanner, SyntaxKind } from 'jsonc-parser';
import type { Span } from '../span.ts';

export interface JsonPlace extends Span {
  /** The key in front of the value, with its quotes. */
  readonly key: Span | undefined;
}

/** What is looked for below a value. */
interface Wanted {
  readonly below: Map<string, Wanted>;
  place: JsonPlace | undefined;
}

interface Frame {
  readonly wanted: Wanted | undefined;
  readonly start: number;
  /** The key in front of the object or array. */
  readonly outer: Span | undefined;
  /** The key of a member, or the index of an item. */
  name: string | number;
  key: Span | undefined;
}

/** The places of values, each by its keys and indices from the root. The text must be JSON; of equal keys the last counts. */
export function placesOf(text: string, paths: readonly (readonly string[])[]): (JsonPlace | undefined)[] {
  const root = wanted();
  const found = paths.map((path) => path.reduce((at, name) => entry(at, name), root));
  const scanner = createScanner(text, true);
  const stack: Frame[] = [];
  for (let kind = scanner.scan(); kind !== SyntaxKind.EOF; kind = scanner.scan()) {
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    const top = stack[stack.length - 1];
    if (kind === SyntaxKind.CloseBraceToken || kind === SyntaxKind.CloseBracketToken) {
      const closed = stack.pop();
      if (closed?.wanted) closed.wanted.place = { start: closed.start, end, key: closed.outer };
    } else if (kind === SyntaxKind.CommaToken) {
      if (typeof top?.name === 'number') top.name++;
      else if (top) top.key = undefined;
    } else if (top !== undefined && typeof top.name === 'string' && top.key === undefined) {
      top.name = scanner.getTokenValue();
      top.key = { start, end };
    } else if (kind !== SyntaxKind.ColonToken) {
      const here = top === undefined ? root : top.wanted?.below.get(String(top.name));
      if (here) forget(here);
      if (kind === SyntaxKind.OpenBraceToken || kind === SyntaxKind.OpenBracketToken) {
        const name = kind === SyntaxKind.OpenBraceToken ? '' : 0;
        stack.push({ wanted: here, start, outer: top?.key, name, key: undefined });
      } else if (here) here.place = { start, end, key: top?.key };
    }
  }
  return found.map(({ place }) => place);
}

function wanted(): Wanted {
  return { below: new Map(), place: undefined };
}

function entry({ below }: Wanted, name: string): Wanted {
  const known = below.get(name) ?? wanted();
  below.set(name, known);
  return known;
}

/** Forgets what was found under an equal key before. */
function forget(value: Wanted): void {
  const open = [value];
  for (let next = open.pop(); next; next = open.pop()) {
    next.place = undefined;
    open.push(...next.below.values());
  }
}
