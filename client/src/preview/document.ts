/** The document of a preview in the editor. */
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

/** Whether this is a document of an address that can be shown. */
export const isShown = (document: TextDocument, uri: Uri): boolean =>
  isOf(uri)(document) && (isTranscript(document) || mayBeTranscript(document));

/** Whether the editor has given it to extensions: a tab in the background, or one of a very large file, has no document. */
export const isOpen = (uri: Uri): boolean => workspace.textDocuments.some(isOf(uri));

/** The editor that shows it. */
export const editorOf = (uri: Uri): TextEditor | undefined =>
  window.visibleTextEditors.find((editor) => isShown(editor.document, uri));

/** Whether the text of an address is the editor's, whatever becomes of the file: a tab has it, or it has changes that are not saved. */
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

/** Whether it is in a file, which can be read without the editor. */
export const isInFile = ({ scheme }: Uri): boolean =>
  scheme === 'file' || workspace.fs.isWritableFileSystem(scheme) !== undefined;
