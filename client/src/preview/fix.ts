/** The actions of the preview for a problem that it shows: the fix of the editor, and the page of its rule. */
import { type CodeAction, commands, type Diagnostic, l10n, Range, Uri, workspace } from 'vscode';
import { showWarning } from '../notifications.ts';
import { rulePages } from '../rule-pages.ts';
import type { Beside } from './beside.ts';
import type { Position } from './protocol.ts';

/** So many fixes of a place are asked for their edits. */
const MAX_RESOLVED_FIXES = 20;

const codeOf = ({ code }: Diagnostic) => (typeof code === 'object' ? code.value : code);

/** Applies the fix that the editor prefers for a problem; false if there is none that can do without a choice. */
async function applyPreferredFix(uri: Uri, { line, character }: Position, code: string): Promise<boolean> {
  await workspace.openTextDocument(uri);
  const place = new Range(line, character, line, character);
  const actions = await commands.executeCommand<readonly CodeAction[]>(
    ...(['vscode.executeCodeActionProvider', uri, place, 'quickfix', MAX_RESOLVED_FIXES] as const),
  );
  const ofProblem = actions.filter(({ diagnostics = [] }) => diagnostics.some((one) => codeOf(one) === code));
  const fix = ofProblem.find(({ isPreferred }) => isPreferred === true);
  if (fix?.edit === undefined || fix.command !== undefined) return false;
  return workspace.applyEdit(fix.edit);
}

/**
 * Mends a problem as the editor prefers; where that takes a choice, the editor offers it at its place. `source`: the document, if an
 * editor may change it.
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
    // Its place says more than why it cannot be fixed from here.
  }
  await beside.enter();
  await beside.reveal(position);
  if (source) await commands.executeCommand('editor.action.quickFix');
}

/** A page takes no word but the name of a rule. */
export async function showRule(code: string): Promise<void> {
  if (!/^[\w-]+$/.test(code)) return;
  try {
    await commands.executeCommand('vscode.open', Uri.parse(`${rulePages}${code}.md`));
  } catch (error) {
    void showWarning(l10n.t('The page for the rule could not be shown: {0}', (error as Error).message));
  }
}
