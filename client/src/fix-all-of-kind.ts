/**
 * _Fix All_ for one kind of problem, listed next to the fixes of a single problem. The fixes are only computed when the user chooses this
 * action: otherwise, the server would have to validate all of them at each move of the caret.
 */
import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  type Command,
  commands,
  type Diagnostic,
  type Disposable,
  l10n,
  languages,
  Range,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import { ocml } from './documents.ts';
import { showInformation } from './notifications.ts';

const command = 'ocml.fixAllOfKind';

type Actions = Exclude<Awaited<ReturnType<CodeActionProvider['provideCodeActions']>>, null | undefined>;

const codeOf = ({ code }: Diagnostic): string => String(typeof code === 'object' ? code.value : code);

/** Returns the actions, and in addition a _Fix All_ action for each kind of problem that has a fix and occurs more than once. */
export function withFixesOfKind(document: TextDocument, diagnostics: readonly Diagnostic[], actions: Actions): Actions {
  const ocmlDiagnostics = diagnostics.filter(({ source }) => source === ocml);
  if (ocmlDiagnostics.length === 0) return actions;
  const all = languages.getDiagnostics(document.uri).filter(({ source }) => source === ocml);
  const fixAllActions = [...new Set(ocmlDiagnostics.map(codeOf))].flatMap((code) => {
    const count = all.filter((one) => codeOf(one) === code).length;
    return count > 1 && actions.some((action) => isFixOf(action, code))
      ? [fixAll(document.uri, code, count, ocmlDiagnostics)]
      : [];
  });
  const firstOff = actions.findIndex(isTurnOff);
  const at = firstOff < 0 ? actions.length : firstOff;
  return [...actions.slice(0, at), ...fixAllActions, ...actions.slice(at)];
}

const isTurnOff = ({ title }: CodeAction | Command) => title.startsWith('Turn off `');

const isFixOf = (action: CodeAction | Command, code: string): boolean =>
  action instanceof CodeAction &&
  !isTurnOff(action) &&
  action.kind?.value === CodeActionKind.QuickFix.value &&
  action.diagnostics?.some((one) => codeOf(one) === code) === true;

function fixAll(uri: Uri, code: string, count: number, diagnostics: readonly Diagnostic[]): CodeAction {
  const title = l10n.t('Fix all {0} `{1}` problems', count, code);
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  // The action refers to its problems, since VS Code lists actions without problems after all others.
  action.diagnostics = diagnostics.filter((one) => codeOf(one) === code);
  action.command = { title, command, arguments: [uri, code] };
  return action;
}

export function registerFixAllOfKind(): Disposable {
  return commands.registerCommand(command, async (uri: unknown, code: unknown) => {
    if (!(uri instanceof Uri) || typeof code !== 'string') return;
    const { lineCount } = await workspace.openTextDocument(uri);
    const everywhere = new Range(0, 0, lineCount, 0);
    const kind = CodeActionKind.SourceFixAll.append(`${ocml}.${code}`).value;
    const [action] = await commands.executeCommand<CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      everywhere,
      kind,
    );
    if (action?.edit) await workspace.applyEdit(action.edit);
    else void showInformation(l10n.t('No fix for `{0}` is safe for all of these problems. Fix them one by one.', code));
  });
}
