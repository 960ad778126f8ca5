import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Returns the address of the rule pages that ship with the server. Their folder differs between the extension and the separate server
 * package.
 */
export function rulePages(): string {
  const folders = ['../../docs/rules/', '../docs/rules/'].map((folder) => join(__dirname, folder));
  return pathToFileURL(folders.find(existsSync) ?? (folders[0] as string)).href;
}
