/** Opens an address in the user's browser. */
import { spawn } from 'node:child_process';

/** Returns the program that opens addresses, and the arguments before the address. The user can choose a program with `BROWSER`. */
function opener(): readonly [program: string, ...args: string[]] {
  const chosen = process.env.BROWSER;
  if (chosen) return [chosen];
  if (process.platform === 'darwin') return ['open'];
  return process.platform === 'win32' ? ['cmd', '/c', 'start', '""'] : ['xdg-open'];
}

/** Opens an address in a browser. Resolves to an error message if the browser cannot be started. */
export function openBrowser(address: string): Promise<string | undefined> {
  const [program, ...args] = opener();
  const child = spawn(program, [...args, address], { stdio: 'ignore', detached: process.platform !== 'win32' });
  child.unref();
  return new Promise((resolve) => {
    child.once('error', () => resolve(`${program} cannot be started: open the address yourself`));
    child.once('spawn', () => resolve(undefined));
  });
}
