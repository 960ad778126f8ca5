/** The requests that follow the call graph: one row each, all answered by what is loaded with the first of them. */
import type { CheckerOf, ClientAbilities, Feature, OffsFor } from './support/feature.ts';

/** The part of the server's capabilities that announces a request, and its answer where there is nothing. */
interface Row {
  readonly capability?: Readonly<Record<string, unknown>>;
  readonly nothing: null | readonly never[];
}

const rows = {
  'textDocument/definition': { capability: { definitionProvider: true }, nothing: [] },
  'textDocument/references': { capability: { referencesProvider: true }, nothing: [] },
  'textDocument/documentHighlight': { capability: { documentHighlightProvider: true }, nothing: [] },
} satisfies Record<string, Row>;

export type GraphMethod = keyof typeof rows;

export const graphMethods = Object.keys(rows) as readonly GraphMethod[];

export const graphFeatures = graphMethods.map(
  (method): Feature<unknown, unknown, [CheckerOf, OffsFor?, ClientAbilities?]> => {
    const { capability = {}, nothing }: Row = rows[method];
    return {
      method,
      capability,
      nothing,
      run(transcript, params, checkerOf, _offsFor, client) {
        const { answerInText } = require('./graph/text-answers.ts') as typeof import('./graph/text-answers.ts');
        return answerInText(method, transcript, checkerOf(), params, client);
      },
    };
  },
);
