/** Runs `ocml` as a user does, in a temporary folder. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Outcome, ocml } from '../support/command.ts';

export const clean = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n';
export const faulty = 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>\n';
export const warned = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\nstray\n';

export interface Folder {
  readonly path: string;
  /** Writes files, by their paths relative to the folder. */
  write(files: Readonly<Record<string, string | Buffer>>): void;
  /** Runs the command in the folder. */
  ocml(...args: readonly string[]): Outcome;
  /** Runs the command in the folder with this text on standard input. */
  piped(input: string, ...args: readonly string[]): Outcome;
  remove(): void;
}

export function createFolder(files: Readonly<Record<string, string | Buffer>> = {}): Folder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'ocml-cli-')));
  const folder: Folder = {
    path,
    write(all) {
      for (const [name, text] of Object.entries(all)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
    },
    ocml: (...args) => folder.piped('', ...args),
    piped: (input, ...args) => ocml(args, { cwd: path, input }),
    remove: () => rmSync(path, { recursive: true }),
  };
  folder.write(files);
  return folder;
}
