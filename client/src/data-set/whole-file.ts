/** Reads a file that the server cannot read by itself: VS Code provides it as a whole, up to a size. */
import { l10n, type Uri, workspace } from 'vscode';
import { isTextOfRows } from './data-set-file.ts';

/** In bytes. The whole file is held as a string and sent as one message. */
const MAX_SIZE = 50 * 1024 * 1024;

/** Throws, with a message for the user, if the file cannot be read. */
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
    'A compressed data set is unpacked to the disk, but OpenChatML cannot write to the disk that has this file. Unpack the file yourself, or use VS Code on the computer that has it.',
  );
const tooLarge = () =>
  l10n.t(
    'OpenChatML cannot read this file in pieces: VS Code provides only the whole file, which is supported up to 50 MB. Use VS Code on the computer that has the file.',
  );
