import type { CodeAction } from 'vscode-languageserver-types';
import { JsonInspector } from '../../checker/json/inspector.ts';
import type { CheckerSettings } from '../../checker/session.ts';
import { fixDocument } from '../../fixes/json/fix-all.ts';
import { jsonFixesOf, sourceIn } from '../../fixes/json/prove.ts';
import { effort } from '../../fixes/proof/prove.ts';
import type { Problem } from '../../rules/support/rule.ts';
import type { JsonDocument, JsonUnit } from '../../syntax/json/document.ts';
import type { CodeActionParams } from '../code-actions.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';
import { asks, FIX_ALL, MAX_MENDED, quickFix, reported, tellOfMore, workspaceEdit } from './actions.ts';
import { turnOffs, UnfixedProblems } from './turn-off.ts';

/** The actions for a range of a JSON document. Only the units in the range are looked at, and what is not JSON counts, too. */
export async function answer(
  document: JsonDocument,
  params: CodeActionParams,
  settings: CheckerSettings,
  offsFor?: DisableEditsFor,
  client: Pick<ClientAbilities, 'tell'> = {},
): Promise<CodeAction[]> {
  const { context } = params;
  const inspector = new JsonInspector(document, settings, () => {});
  const unmended = new UnfixedProblems(document.uri);
  const actions = asks(context, 'quickfix') ? quickFixes(document, params, inspector, unmended, client) : [];
  if (asks(context, 'quickfix')) unmended.addTold(context);
  if (asks(context, FIX_ALL)) {
    const edits = fixDocument(document, inspector);
    if (edits.length > 0) {
      actions.push({ title: 'Fix all problems with a safe fix', kind: FIX_ALL, edit: workspaceEdit(document, edits) });
    }
  }
  for (const action of await turnOffs(unmended, () => undefined, offsFor)) actions.push(action);
  return actions;
}

function quickFixes(
  document: JsonDocument,
  params: CodeActionParams,
  inspector: JsonInspector,
  unmended: UnfixedProblems,
  client: Pick<ClientAbilities, 'tell'>,
): CodeAction[] {
  const { units } = document;
  const from = document.offsetAt(params.range.start);
  const to = document.offsetAt(params.range.end);
  const [first, last] = [document.indexAt(from), document.indexAt(to)];
  const inSequence = inspector.sequence();
  const proofs = effort();
  const actions: CodeAction[] = [];
  let count = 0;
  for (let index = inSequence ? 0 : first; index <= last; index++) {
    const unit = units[index] as JsonUnit;
    const later = inSequence?.(unit) ?? [];
    if (index < first) continue;
    const base = document.startOf(index);
    const source = sourceIn(document, index, inspector);
    const touched = ({ start, end }: Problem) => base + start <= to && base + end >= from;
    for (const problem of [...inspector.inspect(unit), ...later].filter(touched)) {
      if (++count > MAX_MENDED) {
        tellOfMore(params.context, client);
        return actions;
      }
      const diagnostics = reported(problem.code, document.rangeIn(index, problem), params.context);
      const fixes = jsonFixesOf(problem, source, proofs);
      if (fixes.length === 0) unmended.add(problem.code, diagnostics);
      for (const fix of fixes) {
        const edits = fix.edits.map((edit) => placed(document, index, edit));
        actions.push(quickFix(fix, diagnostics, workspaceEdit(document, edits)));
      }
    }
  }
  return actions;
}

/** An edit of a unit, in the coordinates of the document. */
function placed(document: JsonDocument, index: number, edit: { start: number; end: number; text: string }) {
  const base = document.startOf(index);
  return { start: base + edit.start, end: base + edit.end, text: edit.text };
}
