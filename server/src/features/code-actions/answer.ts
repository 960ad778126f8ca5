import type { CodeAction, Diagnostic, TextEdit } from 'vscode-languageserver-types';
import type { Checker, Placed } from '../../rules/checker.ts';
import { fixAll, placeEdits, type Replacement } from '../../rules/fixes/fix-all.ts';
import { fixesOf } from '../../rules/fixes/index.ts';
import { markAsPreamble } from '../../rules/fixes/refactorings.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { CodeActionParams } from '../code-actions.ts';

const FIX_ALL = 'source.fixAll.ocml';

/** The actions for a range, of the kinds that are asked for; `source` actions only if they are. */
export function answer(transcript: Transcript, { range, context }: CodeActionParams, checker: Checker): CodeAction[] {
  const asked = (kind: string) => context?.only?.some((one) => kind === one || kind.startsWith(`${one}.`));
  const any = context?.only === undefined;
  const start = transcript.offsetAt(range.start);
  const end = transcript.offsetAt(range.end);
  const actions: CodeAction[] = [];
  if (any || asked('quickfix')) {
    for (const placed of checker.problemsIn(start, end)) {
      const diagnostics = reported(placed, checker, context?.diagnostics ?? []);
      for (const fix of fixesOf(placed.problem, placed.block, checker.context)) {
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
  if (any || asked('refactor.rewrite')) {
    const place = transcript.blocks.placeAt(start);
    const fix = place && markAsPreamble(place.block, checker.context);
    if (fix) {
      const edit = workspaceEdit(transcript, placeEdits(fix, place.block, transcript));
      actions.push({ title: fix.title, kind: 'refactor.rewrite', edit });
    }
  }
  if (asked(FIX_ALL)) {
    const { edits } = fixAll(transcript, checker.settings);
    if (edits.length > 0)
      actions.push({ title: 'Fix all that is certain', kind: FIX_ALL, edit: workspaceEdit(transcript, edits) });
  }
  return actions;
}

/** The diagnostics of the client that a problem was told in. */
function reported(placed: Placed, checker: Checker, diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const { start, end } = checker.rangeOf(placed);
  const same = (a: typeof start, b: typeof start) => a.line === b.line && a.character === b.character;
  return diagnostics.filter(
    ({ code, range }) => code === placed.problem.code && same(range.start, start) && same(range.end, end),
  );
}

/** Edits of the transcript as it is: a client that has gone on refuses them by the version. */
function workspaceEdit(transcript: Transcript, replacements: readonly Replacement[]) {
  const { uri, version } = transcript;
  const edits: TextEdit[] = replacements.map(({ start, end, text }) => ({
    range: { start: transcript.positionAt(start), end: transcript.positionAt(end) },
    newText: text,
  }));
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}
