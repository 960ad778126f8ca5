/** The requests that are answered from the call graph, one per row. The implementation is loaded with the first request. */

import type { Checker } from '../checker/checker.ts';
import { byKind } from '../syntax/any-document.ts';
import { type GraphRow, graphMethods, graphRows } from './graph/methods.ts';
import { jsonPart } from './json.ts';
import type { CheckerOf, ClientAbilities, DisableEditsFor, Feature } from './support/feature.ts';

export const graphFeatures = graphMethods.map(
  (method): Feature<unknown, unknown, [CheckerOf, DisableEditsFor?, ClientAbilities?]> => {
    const { capability = {}, nothing, ...row }: GraphRow = graphRows[method];
    return {
      method,
      capability,
      nothing,
      ...row,
      run(transcript, params, checkerOf, _offsFor, client) {
        const { answerInText } = require('./graph/text-answers.ts') as typeof import('./graph/text-answers.ts');
        return answerInText(method, transcript, checkerOf(), params, client) ?? nothing;
      },
    };
  },
);

/** Indexes a document for these requests until a deadline (`performance.now()`). Returns whether the index is complete. */
export const prepareGraph = byKind<[checkerOf: () => unknown, deadline: number], boolean>({
  text(_transcript, checkerOf, deadline) {
    const { prepareText } = require('./graph/text-answers.ts') as typeof import('./graph/text-answers.ts');
    return prepareText(checkerOf() as Checker, deadline);
  },
  json: (document, _checkerOf, deadline) => jsonPart().prepareJson(document, deadline),
});
