/** The facts of the languages: the one source for parser, highlighting, completion, hover, snippets and documentation. */
import { foreignTokens } from './openchatml-0.1.ts';
import { controlTokens, thoughtMarkers } from './openchatml-2.2.ts';
import type { DialectId, TokenFact } from './types.ts';

export * from './document-header.ts';
export * from './harmony.ts';
export { foreignTokens, sequenceStarts } from './openchatml-0.1.ts';
export * from './openchatml-2.2.ts';
export type * from './types.ts';

/** Every token any dialect knows, by the word inside its bars. */
export const tokenByName: ReadonlyMap<string, TokenFact> = new Map(
  [...controlTokens, ...thoughtMarkers, ...foreignTokens].map((token) => [token.name, token]),
);

/** Every dialect, in the order in which they are documented. */
export const dialects: readonly DialectId[] = ['openchatml-2.2', 'harmony', 'openchatml-0.1'];

/** File names that settle the dialect, by their ending. */
export const fileDialects: readonly (readonly [ending: string, dialect: DialectId])[] = [['.harmony', 'harmony']];
