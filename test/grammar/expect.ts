/** Compares highlighting with expectations, which are pieces of the text, in order, with the scopes that each must have. */
import assert from 'node:assert/strict';
import { type Piece, tokenize } from './tokenize.ts';

/**
 * A piece of the text, followed by selectors. As in a color theme, a selector is the beginning of a scope; one with a leading `!` must not
 * match. Pieces are in the order of the text, and there may be other text between them.
 */
export type Row = readonly [piece: string, ...selectors: string[]];

export async function expectScopes(text: string, rows: readonly Row[]): Promise<void> {
  const pieces = await tokenize(text);
  let from = 0;
  for (const [piece, ...selectors] of rows) {
    const start = text.indexOf(piece, from);
    assert.ok(start >= 0, `"${piece}" does not follow in ${JSON.stringify(text.slice(from))}`);
    from = start + piece.length;
    for (const covering of piecesIn(pieces, start, from)) {
      for (const selector of selectors) {
        const wanted = !selector.startsWith('!');
        const matches = hasScope(covering, wanted ? selector : selector.slice(1));
        assert.equal(
          matches,
          wanted,
          `"${covering.text}" of "${piece}": ${wanted ? 'not' : 'is'} ${selector.replace('!', '')} in ${covering.scopes.join(' ')}`,
        );
      }
    }
  }
}

export function hasScope({ scopes }: Piece, selector: string): boolean {
  return scopes.some((scope) => scope === selector || scope.startsWith(`${selector}.`));
}

/** Returns the pieces between two offsets, without those that are only white space. */
export function piecesIn(pieces: readonly Piece[], start: number, end: number): Piece[] {
  return pieces.filter(({ at, text }) => at < end && at + text.length > start && text.trim() !== '');
}
