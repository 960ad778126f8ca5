/** Shows positions of documents in editors. */
import { l10n, Range, Selection, type TextEditor, TextEditorRevealType, Uri, ViewColumn, window } from 'vscode';
import { showWarning } from '../notifications.ts';
import type { Position } from './protocol.ts';

const rangeOf = ({ line, character }: Position) => new Range(line, character, line, character);

/** Shows a position in the editor that `open` returns. */
export async function revealIn(open: () => Thenable<TextEditor> | TextEditor, position: Position): Promise<void> {
  const range = rangeOf(position);
  try {
    const editor = await open();
    editor.selection = new Selection(range.start, range.end);
    editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
  } catch (error) {
    const { message } = error as Error;
    void showWarning(l10n.t('The message could not be shown in the editor: {0}', message));
  }
}

export function scrollEditor(editor: TextEditor | undefined, position: Position): void {
  editor?.revealRange(rangeOf(position), TextEditorRevealType.AtTop);
}

/** Shows a position in a template's file. In `template`, the part after `#` is not part of the path. */
export async function revealInTemplate(template: string, position: Position): Promise<void> {
  try {
    const file = Uri.file(fileOf(template));
    await window.showTextDocument(file, { selection: rangeOf(position), viewColumn: ViewColumn.One });
  } catch (error) {
    void showWarning(l10n.t('The template could not be shown: {0}', (error as Error).message));
  }
}

export const fileOf = (template: string): string => template.replace(/#[^#]*$/, '');
