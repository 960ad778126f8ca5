// Opens and edits transcripts in the tests that run inside VS Code.
import * as assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';

/** Shows text as a new transcript. Returns the position of the caret, at `$0` or at the start. */
export async function open(marked: string): Promise<{ document: vscode.TextDocument; caret: vscode.Position }> {
  const offset = marked.indexOf('$0');
  const content = offset < 0 ? marked : marked.slice(0, offset) + marked.slice(offset + 2);
  const document = await vscode.workspace.openTextDocument({ language: 'ocml', content });
  await vscode.window.showTextDocument(document);
  return { document, caret: document.positionAt(Math.max(offset, 0)) };
}

/** Replaces the first occurrence of a text, as when a user types over it. */
export async function replace(document: vscode.TextDocument, text: string, by: string): Promise<void> {
  const start = document.getText().indexOf(text);
  assert.ok(start >= 0, text);
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + text.length));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, by);
  assert.ok(await vscode.workspace.applyEdit(edit));
}

/** Waits until `actual` returns the expected value. The limit is generous, because a cold start on a busy machine is not a failure. */
export async function eventually<T>(actual: () => T | Thenable<T>, expected: T): Promise<void> {
  for (let i = 0; i < 300 && !isDeepStrictEqual(await actual(), expected); i++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  assert.deepEqual(await actual(), expected);
}

/** Returns the errors and warnings of a document, each as its code and the marked text. */
export function problems(document: vscode.TextDocument): string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ severity }) => severity <= vscode.DiagnosticSeverity.Warning)
    .map(({ code, range }) => `${typeof code === 'object' ? code.value : code} «${document.getText(range)}»`);
}

/** Returns the result of one of VS Code's `execute…Provider` commands, as if a user had requested it. */
export const ask = <T>(command: string, ...args: unknown[]) =>
  vscode.commands.executeCommand<T>(`vscode.${command}`, ...args);

/** Returns the titles of the open previews, each with its editor column. */
export function previews(): string[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('ocml.preview'))
    .map(({ label, group }) => `${label} in ${group.viewColumn}`);
}
