/** Finds the tokenizer that a setting names. */
import { isAbsolute, join } from 'node:path';
import { pathOf } from '../../files/addresses.ts';

/** Resolves a path that is absolute, or relative to the open folder that contains the document. */
export async function tokenizerFile(
  path: string,
  uri: string,
  folders: () => Promise<readonly string[]>,
): Promise<string> {
  if (isAbsolute(path)) return path;
  const all = await folders();
  const folder = all.find((one) => uri.startsWith(`${one.replace(/\/$/, '')}/`)) ?? all[0];
  return join((folder === undefined ? undefined : pathOf(folder)) ?? '', path);
}
