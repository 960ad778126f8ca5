/** Fill-in-the-middle tasks as displayed to a reader (0.1 §5): one text with the part that the model filled in, or a cursor. */
import { fimOrder, type TokenFact } from '../grammar/index.ts';
import type { Span } from '../syntax/span.ts';

export interface Piece {
  readonly text: string;
  /** The model wrote this part. */
  readonly fill: boolean;
}

/** The character displayed instead of the middle token while there is no fill. */
const cursor = '▮';

/**
 * Returns a function that splits stretches of a text, which must ascend, at their fill-in-the-middle tokens. The text after the
 * middle token, up to the next token or the end of the stretch, is the fill. `tokens`: the tokens of the text, in
 * order.
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
