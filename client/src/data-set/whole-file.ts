/** Reads a file for the server that only VS Code can read. VS Code provides only the whole file, so its size is limited. */
import { l10n, type Uri, workspace } from 'vscode';
import { isTextOfRows } from './data-set-file.ts';

/** The maximum size in bytes. The whole file becomes a string, and is sent in one message. */
const MAX_SIZE = 50 * 1024 * 1024;

/** Reads a file. If that fails, throws an error whose message is for the user. */
export async function readWhole(uri: Uri): Promise<{ readonly text: string; readonly isDamaged: boolean }> {
  if (!isTextOfRows(uri)) throw new Error(packed());
  const { size } = await workspace.fs.stat(uri);
  if (size > MAX_SIZE) throw new Error(tooLarge());
  const bytes = await workspace.fs.readFile(uri);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isDamaged: false };
  } catch {
    return { text: new TextDecoder().decode(bytes), isDamaged: true };
  }
}

const packed = () =>
  l10n.t(
    'OpenChatML can read compressed data sets only from a local disk. Unpack the file yourself, or open it with VS Code on the computer that stores it.',
  );
const tooLarge = () =>
  l10n.t(
    'This file is larger than 50 MB, and VS Code can provide it only as a whole here. Open it with VS Code on the computer that stores it.',
  );
