import { type Uri, workspace } from 'vscode';

/** Replaces `temporary.ts` in a browser. Tests use the open folder, whose changes stay in memory. */
export const temporary = (): Uri => workspace.workspaceFolders?.[0]?.uri as Uri;
