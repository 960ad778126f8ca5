/**
 * `textDocument/codeAction`: the fixes of the problems in a range, one by one or all safe ones at once. The code of the fixes is loaded
 * with the first request.
 */
import type { CodeAction, CodeActionContext, Range } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { CheckerOf, ClientAbilities, DisableEditsFor, Feature } from './support/feature.ts';

export interface CodeActionParams {
  readonly range: Range;
  readonly context: CodeActionContext;
}

export const codeActions: Feature<
  CodeActionParams,
  Promise<CodeAction[] | null>,
  [CheckerOf, DisableEditsFor?, ClientAbilities?]
> = {
  method: 'textDocument/codeAction',
  capability: {
    codeActionProvider: { codeActionKinds: ['quickfix', 'refactor', 'source.fixAll.ocml', 'source'] },
  },
  async run(transcript, params, checkerOf, offsFor, client) {
    if (!isPosition(params.range?.start) || !isPosition(params.range.end)) return null;
    const { codeActionsAt } = await import('./code-actions/code-actions-at.ts');
    // The checker is fetched only now, because the document may have changed while the fixes were being loaded.
    return codeActionsAt(transcript, params, checkerOf(), offsFor, client);
  },
};
