import type { CodeAction } from 'vscode-languageserver-types';
import type { Checker } from '../../checker/checker.ts';
import { fixAll, placeEdits } from '../../fixes/fix-all.ts';
import { effort, fixesOf, proven } from '../../fixes/proof/prove.ts';
import { markAsPreamble } from '../../fixes/refactorings.ts';
import { addCallsNote } from '../../fixes/system-message.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { CodeActionParams } from '../code-actions.ts';
import type { OffsFor } from '../support/feature.ts';
import { asks, FIX_ALL, reported, workspaceEdit } from './actions.ts';
import { offsInHeader, turnOffs, Unmended } from './turn-off.ts';

/** The actions for a range, of the kinds that are asked for; `source` actions only if they are. */
export async function answer(
  transcript: Transcript,
  { range, context }: CodeActionParams,
  checker: Checker,
  offsFor?: OffsFor,
): Promise<CodeAction[]> {
  const start = transcript.offsetAt(range.start);
  const end = transcript.offsetAt(range.end);
  const actions: CodeAction[] = [];
  const subject = { transcript, checker };
  const proofs = effort();
  const unmended = new Unmended(transcript.uri);
  if (asks(context, 'quickfix')) {
    for (const placed of checker.problemsIn(start, end)) {
      const diagnostics = reported(placed.problem.code, checker.rangeOf(placed), context);
      const fixes = fixesOf(placed, subject, proofs);
      if (fixes.length === 0) unmended.add(placed.problem.code, diagnostics);
      for (const fix of fixes) {
        actions.push({
          title: fix.title,
          kind: 'quickfix',
          ...(diagnostics.length > 0 && { diagnostics }),
          ...(fix.preferred && { isPreferred: true }),
          edit: workspaceEdit(transcript, placeEdits(fix, placed.block, transcript)),
        });
      }
    }
  }
  if (asks(context, 'refactor.rewrite')) {
    const place = transcript.blocks.placeAt(start);
    for (const rewrite of [markAsPreamble, addCallsNote]) {
      const found = place && rewrite(place.block, checker.context);
      const fix = place && found && proven(found, place.block, subject, undefined, proofs);
      if (place === undefined || fix === undefined) continue;
      const edit = workspaceEdit(transcript, placeEdits(fix, place.block, transcript));
      actions.push({ title: fix.title, kind: 'refactor.rewrite', edit });
    }
  }
  if (asks(context, FIX_ALL)) {
    const { edits } = fixAll(transcript, checker.settings);
    if (edits.length > 0)
      actions.push({ title: 'Fix all that is certain', kind: FIX_ALL, edit: workspaceEdit(transcript, edits) });
  }
  // Last, since nothing of the document is known for certain after it has been waited.
  for (const action of await turnOffs(unmended, offsInHeader(transcript, checker), offsFor)) actions.push(action);
  return actions;
}
