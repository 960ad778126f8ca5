import { tmpdir } from 'node:os';
import { Uri } from 'vscode';

/** Where tests make folders of their own. */
export const temporary = (): Uri => Uri.file(tmpdir());
