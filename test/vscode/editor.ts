// Transcripts in the editor, for the tests that run inside VS Code.
import * as assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';

/** Shows text as a new transcript and gives the caret: where `$0` stood, else the start. */
export async function open(marked: string): Promise<{ document: vscode.TextDocument; caret: vscode.Position }> {
  const offset = marked.indexOf('$0');
  const content = offset < 0 ? marked : marked.slice(0, offset) + marked.slice(offset + 2);
  const document = await vscode.workspace.openTextDocument({ language: 'ocml', content });
  await vscode.window.showTextDocument(document);
  return { document, caret: document.positionAt(Math.max(offset, 0)) };
}

/** Replaces the first occurrence of a text, as typing over it would. */
export async function replace(document: vscode.TextDocument, text: string, by: string): Promise<void> {
  const start = document.getText().indexOf(text);
  assert.ok(start >= 0, text);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, by);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Waits until what `actual` gives equals what is expected; generous, as a cold start on a busy machine is not a failure. */
export async function eventually<T>(actual: () => T | Thenable<T>, expected: T): Promise<void> {
  for (let i = 0; i < 300 && !isDeepStrictEqual(await actual(), expected); i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.deepEqual(await actual(), expected);
}

/** The errors and warnings of a document: the code, and the text that is marked. */
export function problems(document: vscode.TextDocument): string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
    .map(({ code, range }) => `${typeof code === 'object' ? code.value : code} «${document.getText(range)}»`);
}

/** Returns the answer of a provider of VS Code, as when a person asks for it. */
export const ask = <T>(command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand<T>(`vscode.${command}`, ...args);

/** The titles of the previews that are open, each with the column it is in. */
export function previews(): string[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('ocml.preview'))
    .map(({ label, group }) => `${label} in ${group.viewColumn}`);
}
