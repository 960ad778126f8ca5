import { type Uri, workspace } from 'vscode';

/** The replacement of `temporary.ts` in a browser: the open folder, whose changes stay in memory. */
export const temporary = (): Uri => workspace.workspaceFolders?.[0]?.uri as Uri;
