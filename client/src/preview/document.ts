/** Finds the document that a preview shows, and its editor. */
import {
  TabInputText,
  TabInputTextDiff,
  type TextDocument,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { isTranscript, mayBeTranscript } from '../documents.ts';

const isOf = (uri: Uri) => (document: TextDocument) => document.uri.toString() === uri.toString();

/** Whether a document has this address, and a preview can show it. */
export const isShown = (document: TextDocument, uri: Uri): boolean =>
  isOf(uri)(document) && (isTranscript(document) || mayBeTranscript(document));

/** Whether extensions have access to the document. VS Code provides none for a background tab or a very large file. */
export const isOpen = (uri: Uri): boolean => workspace.textDocuments.some(isOf(uri));

/** Returns a visible editor with the document. */
export const editorOf = (uri: Uri): TextEditor | undefined =>
  window.visibleTextEditors.find((editor) => isShown(editor.document, uri));

/** Whether the preview should show the text in the editor instead of the file on disk: the document is in a tab or has unsaved changes. */
export function isEdited(uri: Uri): boolean {
  const at = String(uri);
  const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
  return (
    workspace.textDocuments.some((document) => document.isDirty && isOf(uri)(document)) ||
    tabs.some(({ input }) => addressesOf(input).some((one) => String(one) === at))
  );
}

function addressesOf(input: unknown): Uri[] {
  if (input instanceof TabInputText) return [input.uri];
  return input instanceof TabInputTextDiff ? [input.original, input.modified] : [];
}

/** Whether the document belongs to a file, which can be read even if no editor has it. */
export const isInFile = ({ scheme }: Uri): boolean =>
  scheme === 'file' || workspace.fs.isWritableFileSystem(scheme) !== undefined;
