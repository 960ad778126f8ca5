// The embedded VS Code: its server runs as a child process, and any browser can open its workbench.
import { execFile } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { endOwned, spawnOwned } from '../run.mjs';
import { installVSCode } from './install.mjs';

/** Settings that hide features of VS Code unrelated to this extension, and avoid network access. */
const settings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
};

/**
 * Starts the server, usually on a free port that only this machine can reach, with separate settings and extensions, and waits
 * until it answers.
 *
 * @param {{ folder: string, link?: string | string[], vsix?: string, token?: string, host?: string, port?: string, name?: string }} options
 *   `folder`: the folder that the address opens. The extension is `link`, a folder used in place (or several), or `vsix`, a
 *   packaged file to install. Without `token`, any process on this machine has access. `host`, `port`: the address on which the
 *   server listens. `name`: the name by which other machines reach this one, used in the address if the server
 *   listens on all addresses.
 * @returns {Promise<{ port: number, url: string, stop: () => void }>}
 */
export async function startServer({ folder, link = [], vsix, token, host = '127.0.0.1', port: portText = '0', name }) {
  const { node, main } = await installVSCode();
  const home = mkdtempSync(join(tmpdir(), 'openchatml-vscode-'));
  process.once('exit', () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  const extensions = join(home, 'extensions');
  const places = [main, '--server-data-dir', home, '--extensions-dir', extensions, '--accept-server-license-terms'];

  mkdirSync(extensions);
  mkdirSync(join(home, 'data/User'), { recursive: true });
  writeFileSync(join(home, 'data/User/settings.json'), JSON.stringify(settings));
  for (const [i, path] of [link].flat().entries()) {
    symlinkSync(path, join(extensions, `linked-extension-${i}`), 'junction');
  }
  if (vsix) await promisify(execFile)(node, [...places, '--install-extension', vsix]);

  const log = join(home, 'server.log');
  const file = openSync(log, 'w');
  const access = token ? ['--connection-token', token] : ['--without-connection-token'];
  const args = ['--host', host, '--port', portText, ...access, ...flags];
  // The server creates its sockets in `home`, which is removed when this process exits.
  const env = { ...process.env, XDG_RUNTIME_DIR: home };
  const child = spawnOwned(node, [...places, ...args], { env, stdio: ['ignore', file, file] });
  closeSync(file);

  for (;;) {
    const text = readFileSync(log, 'utf8');
    const port = Number(/listening on (\d+)/.exec(text)?.[1]);
    if (port) {
      // The address names the folder. If the folder were the server's default folder instead, its URI would differ from the URIs of its
      // files, and no diagnostics would be shown.
      const query = new URLSearchParams({ folder, ...(token && { tkn: token }) });
      const site = ['0.0.0.0', '::'].includes(host) ? (name ?? '127.0.0.1') : host.includes(':') ? `[${host}]` : host;
      return { port, url: `http://${site}:${port}/?${query}`.replaceAll('%2F', '/'), stop: () => endOwned(child) };
    }
    if (/EADDRINUSE/.test(text))
      throw new Error(`Port ${portText} of ${host} is taken. Choose another one with --port.`);
    if (/EADDRNOTAVAIL|ENOTFOUND/.test(text)) throw new Error(`This machine has no address ${host}.`);
    if (child.exitCode !== null) throw new Error(`VS Code's server did not start:\n${text}`);
    await setTimeout(100);
  }
}

const flags = ['--disable-telemetry', '--disable-workspace-trust', '--enable-smoke-test-driver'];
