import type { CodeAction } from 'vscode-languageserver-types';
import type { JsonChecker } from '../../checker/json/checker.ts';
import { fixDocument } from '../../fixes/json/fix-all.ts';
import { effort } from '../../fixes/proof/prove.ts';
import { proposedMapping } from '../../model/json/nearest-names.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import type { CodeActionParams } from '../code-actions.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';
import { asks, codesAsked, FIX_ALL, fixAllOf, reported, workspaceEdit } from './actions.ts';
import { quickFixes } from './quick-fixes.ts';
import { ProblemsByRule, turnOffs } from './turn-off.ts';

/** The actions for a range of a JSON document. */
export async function jsonCodeActionsAt(
  document: JsonDocument,
  params: CodeActionParams,
  checker: JsonChecker,
  offsFor?: DisableEditsFor,
  client: Pick<ClientAbilities, 'tell'> = {},
): Promise<CodeAction[]> {
  const { context } = params;
  const byRule = new ProblemsByRule(document.uri);
  const actions = asks(context, 'quickfix') ? quickFixes(document, params, checker, effort(), byRule, client) : [];
  if (asks(context, 'quickfix')) {
    byRule.addTold(context);
    for (const action of await mappings(document, params, checker, offsFor)) actions.push(action);
  }
  if (asks(context, FIX_ALL)) {
    const edits = fixDocument(document, checker.inspector);
    if (edits.length > 0) {
      actions.push({
        title: 'Fix all problems that have a safe fix',
        kind: FIX_ALL,
        edit: workspaceEdit(document, edits),
      });
    }
  }
  for (const code of codesAsked(context)) {
    const edits = fixDocument(document, checker.inspector, new Set([code]));
    if (edits.length > 0) actions.push(fixAllOf(code, workspaceEdit(document, edits)));
  }
  for (const action of await turnOffs(byRule, () => undefined, offsFor)) actions.push(action);
  return actions;
}

/** The actions that write the mapping of key and role names that a problem proposes to a configuration file. */
async function mappings(
  document: JsonDocument,
  { range, context }: CodeActionParams,
  checker: JsonChecker,
  offsFor: DisableEditsFor | undefined,
): Promise<CodeAction[]> {
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const placed = checker.problemsIn(start, end, 1).find(({ problem }) => proposedMapping(problem.data) !== undefined);
  const rows = proposedMapping(placed?.problem.data);
  if (placed === undefined || rows === undefined) return [];
  const diagnostics = reported(placed.problem.code, checker.rangeOf(placed), context);
  const edits = (await offsFor?.(document.uri, [], rows))?.get('rows') ?? [];
  return edits.map(({ where, edit }) => ({
    title:
      where === 'document'
        ? 'Use these key and role names for this file'
        : 'Use these key and role names for all files in this project',
    kind: 'quickfix',
    ...(diagnostics.length > 0 && { diagnostics }),
    edit,
  }));
}
