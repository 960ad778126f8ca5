import type { CodeAction } from 'vscode-languageserver-types';
import type { Checker } from '../../checker/checker.ts';
import type { Fix } from '../../fixes/fix.ts';
import { fixAll, placeEdits } from '../../fixes/fix-all.ts';
import { effort, validateFix } from '../../fixes/proof/prove.ts';
import { documentRefactorings, legacy, refactorings, targetAt } from '../../refactorings/index.ts';
import type { Block } from '../../syntax/block.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { CodeActionParams } from '../code-actions.ts';
import type { ClientAbilities, DisableEditsFor } from '../support/feature.ts';
import { asks, codesAsked, FIX_ALL, fixAllOf, workspaceEdit } from './actions.ts';
import { quickFixes } from './quick-fixes.ts';
import { offsInHeader, ProblemsByRule, turnOffs } from './turn-off.ts';

/** `CodeActionTriggerKind.Automatic`: the editor requested the actions, not the user. */
const automatic = 2;

/** The actions for a range, of the requested kinds. `source` actions are only included if they are requested by name. */
export async function codeActionsAt(
  transcript: Transcript,
  params: CodeActionParams,
  checker: Checker,
  offsFor?: DisableEditsFor,
  client: Pick<ClientAbilities, 'tell'> = {},
): Promise<CodeAction[]> {
  const { range, context } = params;
  const start = transcript.offsetAt(range.start);
  const end = transcript.offsetAt(range.end);
  const actions: CodeAction[] = [];
  const subject = { transcript, checker };
  const proofs = effort();
  const editOf = (fix: Fix, block: Block) => workspaceEdit(transcript, placeEdits(fix, block, transcript));
  const byRule = new ProblemsByRule(transcript.uri);
  if (asks(context, 'quickfix')) {
    byRule.addTold(context);
    for (const action of quickFixes(transcript, params, checker, proofs, byRule, client)) actions.push(action);
  }
  const target = targetAt({ start, end }, checker.context);
  const isCaret = start === end && context.triggerKind === automatic;
  for (const { kind, offeredAt, propose } of target ? refactorings : []) {
    if (target === undefined || !asks(context, kind) || (isCaret && offeredAt === 'selection')) continue;
    for (const proposal of propose(target)) {
      const fix = proposal && validateFix(proposal, target.block, subject, undefined, proofs);
      if (fix) actions.push({ title: fix.title, kind, edit: editOf(fix, target.block) });
    }
  }
  const first = transcript.blocks.at(0);
  for (const { kind, propose } of first ? documentRefactorings : []) {
    const proposal = asks(context, kind) ? propose(checker.context) : undefined;
    const fix = first && proposal && validateFix(proposal, first, subject);
    if (first && fix) actions.push({ title: fix.title, kind, edit: editOf(fix, first) });
  }
  const sources = [
    { kind: FIX_ALL, title: 'Fix all problems that have a safe fix', codes: undefined },
    { kind: legacy.kind, title: legacy.title, codes: legacy.codes },
  ];
  for (const { kind, title, codes } of sources.filter((source) => asks(context, source.kind))) {
    const { edits } = fixAll(transcript, checker.settings, codes);
    if (edits.length > 0) actions.push({ title, kind, edit: workspaceEdit(transcript, edits) });
  }
  for (const code of codesAsked(context)) {
    const { edits } = fixAll(transcript, checker.settings, new Set([code]));
    if (edits.length > 0) actions.push(fixAllOf(code, workspaceEdit(transcript, edits)));
  }
  // The actions that turn rules off come last, because the document may change while they are awaited.
  for (const action of await turnOffs(byRule, offsInHeader(transcript, checker), offsFor)) actions.push(action);
  return actions;
}
