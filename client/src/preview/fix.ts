/** The preview's actions for a problem: the editor's fix, and the page of its rule. */
import { type CodeAction, commands, type Diagnostic, l10n, Range, Uri, workspace } from 'vscode';
import { showWarning } from '../notifications.ts';
import { rulePages } from '../rule-pages.ts';
import type { Beside } from './beside.ts';
import type { Position } from './protocol.ts';

/** The maximum number of fixes whose edits are requested for a position. */
const MAX_RESOLVED_FIXES = 20;

const codeOf = ({ code }: Diagnostic) => (typeof code === 'object' ? code.value : code);

/** Applies the preferred fix for a problem; false if every fix requires a choice by the user. */
async function applyPreferredFix(uri: Uri, { line, character }: Position, code: string): Promise<boolean> {
  await workspace.openTextDocument(uri);
  const range = new Range(line, character, line, character);
  const actions = await commands.executeCommand<readonly CodeAction[]>(
    ...(['vscode.executeCodeActionProvider', uri, range, 'quickfix', MAX_RESOLVED_FIXES] as const),
  );
  const ofProblem = actions.filter(({ diagnostics = [] }) => diagnostics.some((one) => codeOf(one) === code));
  const fix = ofProblem.find(({ isPreferred }) => isPreferred === true);
  if (fix?.edit === undefined || fix.command !== undefined) return false;
  return workspace.applyEdit(fix.edit);
}

/**
 * Applies the preferred fix for a problem; if that requires a choice, the editor offers it at the position. `source`: the document,
 * if an editor may change it.
 */
export async function fixProblem(
  source: Uri | undefined,
  beside: Beside,
  position: Position,
  code: string,
): Promise<void> {
  try {
    if (source && (await applyPreferredFix(source, position, code))) return;
  } catch {
    // Showing the position helps more than the reason for the failure.
  }
  await beside.enter();
  await beside.reveal(position);
  if (source) await commands.executeCommand('editor.action.quickFix');
}

/** Shows the page of a rule; other words from the page are ignored. */
export async function showRule(code: string): Promise<void> {
  if (!/^[\w-]+$/.test(code)) return;
  try {
    await commands.executeCommand('vscode.open', Uri.parse(`${rulePages}${code}.md`));
  } catch (error) {
    void showWarning(l10n.t('The page for the rule could not be shown: {0}', (error as Error).message));
  }
}
