import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The pages of the rules that ship with the server: in the extension, or in a separate package. */
export function rulePages(): string {
  const folders = ['../../docs/rules/', '../docs/rules/'].map((folder) => join(__dirname, folder));
  return pathToFileURL(folders.find(existsSync) ?? (folders[0] as string)).href;
}
