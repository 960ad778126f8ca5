import { execFileSync } from 'node:child_process';
import type { Uri } from 'vscode';

/** Whether processes can be started where the tests run. */
export const hasProcesses = true;

/** Makes a repository of a folder, in which all that is there is committed. */
export function commitAll({ fsPath }: Uri): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: fsPath, stdio: 'pipe' });
  git('init');
  git('add', '.');
  git('commit', '-m', 'first', '--no-gpg-sign');
}
