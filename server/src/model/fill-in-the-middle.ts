/** Displays fill-in-the-middle tasks (0.1 §5) as a single text, with the part that the model filled in, or with a cursor in its place. */
import { fimOrder, type TokenFact } from '../grammar/index.ts';
import type { Span } from '../syntax/span.ts';

export interface Piece {
  readonly text: string;
  /** Whether the model wrote this part. */
  readonly fill: boolean;
}

/** The character that is displayed in place of the middle token if the model has not filled in anything. */
const cursor = '▮';

/**
 * Returns a function that splits a range of a text at its fill-in-the-middle tokens. The function must be called with ascending
 * ranges. The text after the middle token, up to the next token or the end of the range, is the fill. `tokens`: the
 * tokens of the text, in order.
 */
export function fillWriter(source: string, tokens: readonly (Span & { readonly token?: TokenFact })[]) {
  const places = tokens.filter(({ token }) => token?.kind === 'fim');
  let next = 0;
  return (from: number, to: number): Piece[] => {
    const pieces: Piece[] = [];
    let at = from;
    let fill = false;
    const write = (end: number) => {
      if (end > at) pieces.push({ text: source.slice(at, end), fill });
      at = Math.max(at, end);
    };
    for (; next < places.length; next++) {
      const { token, start, end } = places[next] as (typeof places)[number];
      if (end > to) break;
      if (start < at) continue;
      write(start);
      at = end;
      const isMiddle = token?.name === fimOrder[1];
      fill = isMiddle && source.slice(end, Math.min(to, places[next + 1]?.start ?? to)).trim() !== '';
      if (isMiddle && !fill) pieces.push({ text: cursor, fill });
    }
    write(to);
    return pieces;
  };
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}
