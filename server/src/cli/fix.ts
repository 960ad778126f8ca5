/** `ocml check --fix`: applies the safe fixes to a file, and writes it if it is another one then. */
import { randomUUID } from 'node:crypto';
import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { CheckerSettings } from '../rules/checker.ts';
import type { Transcript } from '../syntax/transcript.ts';
import type { Input } from './input.ts';

/** The text of a file without what could be fixed. Nothing is written for `-`: the text is for the caller to print. */
export async function fixFile(file: string, input: Input, transcript: Transcript, settings: CheckerSettings) {
  // The fixes are not loaded for those who only check.
  const { fixAll } = await import('../rules/fixes/fix-all.ts');
  if (input.invalidAt !== undefined) {
    throw new Error('not fixed, since it is not UTF-8: what cannot be read would be lost');
  }
  const { text, edits } = fixAll(transcript, settings);
  if (edits.length > 0 && file !== '-') await replaceFile(file, (input.mark ? '\uFEFF' : '') + text);
  return text;
}

/** Writes a file whole or not at all; links and permissions stay. */
async function replaceFile(file: string, text: string): Promise<void> {
  const target = await realpath(file);
  const beside = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await chmod(beside, (await stat(target)).mode);
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}
