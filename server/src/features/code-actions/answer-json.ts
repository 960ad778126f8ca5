import type { CodeAction } from 'vscode-languageserver-types';
import type { JsonChecker } from '../../checker/json/checker.ts';
import { fixDocument } from '../../fixes/json/fix-all.ts';
import { effort } from '../../fixes/proof/prove.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { CodeActionParams } from '../code-actions.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';
import { asks, FIX_ALL, workspaceEdit } from './actions.ts';
import { quickFixes } from './quick-fixes.ts';
import { turnOffs, UnfixedProblems } from './turn-off.ts';

/** The actions for a range of a JSON document. */
export async function answer(
  document: JsonDocument,
  params: CodeActionParams,
  checker: JsonChecker,
  offsFor?: DisableEditsFor,
  client: Pick<ClientAbilities, 'tell'> = {},
): Promise<CodeAction[]> {
  const { context } = params;
  const unfixed = new UnfixedProblems(document.uri);
  const actions = asks(context, 'quickfix') ? quickFixes(document, params, checker, effort(), unfixed, client) : [];
  if (asks(context, 'quickfix')) unfixed.addTold(context);
  if (asks(context, FIX_ALL)) {
    const edits = fixDocument(document, checker.inspector);
    if (edits.length > 0) {
      actions.push({ title: 'Fix all problems with a safe fix', kind: FIX_ALL, edit: workspaceEdit(document, edits) });
    }
  }
  for (const action of await turnOffs(unfixed, () => undefined, offsFor)) actions.push(action);
  return actions;
}
