/** The preview's actions for a problem: to apply a fix as in the editor, and to open the page of the rule. */
import { type CodeAction, commands, type Diagnostic, l10n, Range, Uri, workspace } from 'vscode';
import { showWarning } from '../notifications.ts';
import { rulePages } from '../rule-pages.ts';
import type { Beside } from './beside.ts';
import type { Position } from './protocol.ts';

/** The maximum number of fixes whose edits are requested for a position. */
const MAX_RESOLVED_FIXES = 20;

const codeOf = ({ code }: Diagnostic) => (typeof code === 'object' ? code.value : code);

/** Applies the preferred fix for a problem. Returns false if no fix is preferred, because the user has to choose. */
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
 * Applies the preferred fix for a problem. If the user has to choose, opens the editor's menu of fixes at the position. `source`: the
 * document; undefined if it must not be edited.
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
    // The position is shown instead, which is more helpful than an error message.
  }
  await beside.enter();
  await beside.reveal(position);
  if (source) await commands.executeCommand('editor.action.quickFix');
}

/** Opens the page of a rule. Anything but a code is ignored, since it comes from the page. */
export async function showRule(code: string): Promise<void> {
  if (!/^[\w-]+$/.test(code)) return;
  try {
    await commands.executeCommand('vscode.open', Uri.parse(`${rulePages}${code}.md`));
  } catch (error) {
    void showWarning(l10n.t('The page for the rule could not be shown: {0}', (error as Error).message));
  }
}
