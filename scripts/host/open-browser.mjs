// Opens the user's browser.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * If the command has not failed after this time (milliseconds), it counts as successful. Most commands pass the address to a running
 * browser and exit.
 */
const PATIENCE = 3000;

const isOnPath = (name, path) => (path ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** Returns the command that opens an address, or the reason why there is none. */
function opener(url, { platform, env }) {
  if (env.BROWSER) return { command: env.BROWSER, args: [url] };
  if (platform === 'darwin') return { command: 'open', args: [url] };
  if (platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
  if (env.SSH_CONNECTION) return { reason: 'this is a session over SSH' };
  if (!env.DISPLAY && !env.WAYLAND_DISPLAY) return { reason: 'there is no display here' };
  if (!isOnPath('xdg-open', env.PATH)) return { reason: '`xdg-open` is not installed' };
  return { command: 'xdg-open', args: [url] };
}

/** Opens an address in the user's browser. Resolves to `undefined`, or to the reason why the address could not be opened. */
export async function openBrowser(url, { platform = process.platform, env = process.env } = {}) {
  const { command, args, reason } = opener(url, { platform, env });
  if (reason) return reason;
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  const failure = new Promise((resolve) => {
    child.once('error', (error) => resolve(`\`${command}\` cannot be run: ${error.message}`));
    child.once('exit', (code) => resolve(code === 0 ? undefined : `\`${command}\` failed with exit code ${code}`));
  });
  const outcome = await Promise.race([failure, wait(PATIENCE, undefined, { ref: false })]);
  child.unref();
  return outcome;
}
