/** `textDocument/codeAction` of a JSON document. The fixes are loaded with the first request. */
import type { CodeAction } from 'vscode-languageserver-types';
import { JsonChecker } from '../../checker/json/checker.ts';
import type { CheckerSettings } from '../../checker/session.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { CodeActionParams } from '../code-actions.ts';
import { isPosition } from '../support/cursor.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';

export async function codeActions(
  document: JsonDocument,
  params: CodeActionParams,
  settingsOf: () => CheckerSettings,
  offsFor?: DisableEditsFor,
  client?: ClientAbilities,
  checkerOf = () => new JsonChecker(document, settingsOf()),
): Promise<CodeAction[] | null> {
  if (!isPosition(params.range?.start) || !isPosition(params.range.end)) return null;
  const { jsonCodeActionsAt } = await import('../code-actions/json-code-actions.ts');
  // The checker is fetched only now, because the document may have changed while the fixes were being loaded.
  return jsonCodeActionsAt(document, params, checkerOf(), offsFor, client);
}
