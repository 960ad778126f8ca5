import { tmpdir } from 'node:os';
import { Uri } from 'vscode';

/** Returns the folder in which tests create their folders. */
export const temporary = (): Uri => Uri.file(tmpdir());
