/**
 * Other versions of a file, such as the `git:` document next to a change, are read and highlighted like the file itself. Problems in them
 * cannot be fixed, so none are shown.
 */
import { type TextDocument, type Uri, workspace } from 'vscode';
import { type Middleware, vsdiag } from 'vscode-languageclient';
import { rowScheme } from './data-set/data-set-file.ts';

/** Whether the problems in a document can be fixed there: it is a writable file or an unsaved document. */
export const canBeFixed = ({ scheme }: Uri): boolean =>
  scheme === 'untitled' || workspace.fs.isWritableFileSystem(scheme) === true;

/** Requests problems only for documents in which they can be fixed, and for rows of a data set, in which users look for problems. */
export const sparingVersions = (next: Required<Middleware>['provideDiagnostics']): typeof next =>
  async function provideDiagnostics(target, previous, token, ask) {
    const uri = 'uri' in target ? (target as TextDocument).uri : target;
    return canBeFixed(uri) || uri.scheme === rowScheme
      ? next(target, previous, token, ask)
      : { kind: vsdiag.DocumentDiagnosticReportKind.full, items: [] };
  };
