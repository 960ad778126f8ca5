/** The fixes of the problems in a range of a transcript or a JSON document. */
import type { CodeAction } from 'vscode-languageserver-types';
import type { DocumentChecker } from '../../checker/document-checker.ts';
import type { AnyDocument } from '../../documents/document.ts';
import { documentFixes } from '../../fixes/document-fixes.ts';
import type { Effort } from '../../fixes/proof/prove.ts';
import type { CodeActionParams } from '../code-actions.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { MAX_MENDED, quickFix, reported, tellOfMore, workspaceEdit } from './actions.ts';
import type { ProblemsByRule } from './turn-off.ts';

/**
 * The actions that fix the problems in a range. The problems are also added to `byRule`. `effort`: how much text may be read to prove the
 * fixes.
 */
export function quickFixes(
  document: AnyDocument,
  { range, context }: CodeActionParams,
  checker: DocumentChecker,
  effort: Effort,
  byRule: ProblemsByRule,
  client: Pick<ClientAbilities, 'tell'>,
): CodeAction[] {
  const [start, end] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const problems = checker.problemsIn(start, end, MAX_MENDED + 1);
  if (problems.length > MAX_MENDED) tellOfMore(context, client);
  const fixSource = documentFixes(document, checker);
  const actions: CodeAction[] = [];
  for (const placed of problems.slice(0, MAX_MENDED)) {
    const diagnostics = reported(placed.problem.code, checker.rangeOf(placed), context);
    const fixes = fixSource.of(placed, effort);
    byRule.add(placed.problem.code, diagnostics);
    for (const fix of fixes) actions.push(quickFix(fix, diagnostics, workspaceEdit(document, fix.edits)));
  }
  return actions;
}
