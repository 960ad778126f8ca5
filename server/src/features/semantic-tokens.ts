/** `textDocument/semanticTokens`: all tokens, their changes, or those of a range. */
import type { Range, SemanticTokens, SemanticTokensDelta } from 'vscode-languageserver-types';
import { semanticModifiers, semanticTypes } from '../grammar/semantic-tokens.ts';
import { isPosition } from './support/cursor.ts';
import type { Feature } from './support/feature.ts';

const legend = {
  tokenTypes: semanticTypes.map(({ name }) => name),
  tokenModifiers: semanticModifiers.map(({ name }) => name),
};

/** Loaded with the first request. */
const answers = () =>
  require('./semantic-tokens/semantic-tokens-in.ts') as typeof import('./semantic-tokens/semantic-tokens-in.ts');

export const semanticTokens: Feature<unknown, SemanticTokens> = {
  method: 'textDocument/semanticTokens/full',
  capability: { semanticTokensProvider: { legend, full: { delta: true }, range: true } },
  run: (transcript) => answers().full(transcript),
};

export interface DeltaParams {
  readonly previousResultId: string;
}

export const semanticTokensDelta: Feature<DeltaParams, SemanticTokens | SemanticTokensDelta> = {
  method: 'textDocument/semanticTokens/full/delta',
  capability: {},
  run: (transcript, { previousResultId }) => answers().delta(transcript, previousResultId),
};

export interface TokensRangeParams {
  readonly range: Range;
}

export const semanticTokensRange: Feature<TokensRangeParams, SemanticTokens> = {
  method: 'textDocument/semanticTokens/range',
  capability: {},
  run(transcript, { range }) {
    if (!isPosition(range?.start) || !isPosition(range.end)) return { data: [] };
    return answers().inRange(transcript, range);
  },
};
