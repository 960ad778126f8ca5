import { execFileSync } from 'node:child_process';
import type { Uri } from 'vscode';

/** Whether tests can start processes. */
export const hasProcesses = true;

/** Turns a folder into a Git repository, and commits all of its files. */
export function commitAll({ fsPath }: Uri): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: fsPath, stdio: 'pipe' });
  git('init');
  git('add', '.');
  git('commit', '-m', 'first', '--no-gpg-sign');
}
