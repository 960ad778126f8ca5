/** Finds the document of a preview in the editor. */
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

/** Whether a document has the address and can be shown. */
export const isShown = (document: TextDocument, uri: Uri): boolean =>
  isOf(uri)(document) && (isTranscript(document) || mayBeTranscript(document));

/** Whether extensions have the document: a background tab, or a tab with a very large file, has none. */
export const isOpen = (uri: Uri): boolean => workspace.textDocuments.some(isOf(uri));

/** The editor that shows the document. */
export const editorOf = (uri: Uri): TextEditor | undefined =>
  window.visibleTextEditors.find((editor) => isShown(editor.document, uri));

/** Whether the text in the editor counts rather than the file: the document has a tab or unsaved changes. */
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

/** Whether the document is in a file, which can be read without the editor. */
export const isInFile = ({ scheme }: Uri): boolean =>
  scheme === 'file' || workspace.fs.isWritableFileSystem(scheme) !== undefined;
