import { type Uri, workspace } from 'vscode';

/** `temporary.ts` in a browser: the folder that is open, whose changes stay in memory. */
export const temporary = (): Uri => workspace.workspaceFolders?.[0]?.uri as Uri;
