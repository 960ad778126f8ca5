/** Runs `ocml` as a user does, in a folder of its own. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../support/root.ts';

export const clean = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\n';
export const faulty = 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>\n';
export const warned = 'version: 2.2\n<|start|>user<|message|>Hi<|end|>\nstray\n';

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Folder {
  readonly path: string;
  /** Writes files, by their paths in the folder. */
  write(files: Readonly<Record<string, string | Buffer>>): void;
  /** Runs the command in the folder. */
  ocml(...args: readonly string[]): Outcome;
  /** The same with something on standard input. */
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
    piped(input, ...args) {
      const bin = join(root, 'server/bin/ocml.js');
      // One that hangs is killed, and has no status.
      const limit = { timeout: 120_000, killSignal: 'SIGKILL' } as const;
      const options = { encoding: 'utf8', cwd: path, input, maxBuffer: 1 << 28, ...limit } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...args], options);
      return { status, stdout, stderr };
    },
    remove: () => rmSync(path, { recursive: true }),
  };
  folder.write(files);
  return folder;
}
