/**
 * Versions of a file from other providers, such as `git:` next to a change, are read and highlighted like the file. They cannot
 * be fixed there, so no problems are shown for them.
 */
import { type TextDocument, type Uri, workspace } from 'vscode';
import { type Middleware, vsdiag } from 'vscode-languageclient';
import { rowScheme } from './data-set/data-set-file.ts';

/** Whether the problems of a document can be fixed in it: it is a file that can be written, or an unsaved document. */
export const canBeFixed = ({ scheme }: Uri): boolean =>
  scheme === 'untitled' || workspace.fs.isWritableFileSystem(scheme) === true;

/** Requests problems only where they can be fixed, and for rows of a data set, which users open to see them. */
export const sparingVersions = (next: Required<Middleware>['provideDiagnostics']): typeof next =>
  async function provideDiagnostics(target, previous, token, ask) {
    const uri = 'uri' in target ? (target as TextDocument).uri : target;
    return canBeFixed(uri) || uri.scheme === rowScheme
      ? next(target, previous, token, ask)
      : { kind: vsdiag.DocumentDiagnosticReportKind.full, items: [] };
  };
