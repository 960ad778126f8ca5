// Opens a folder in VS Code with this extension, even in a fresh clone: your own folder, or the examples with the tour next to them.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { createServer } from 'node:net';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBrowser } from './host/open-browser.mjs';
import { startServer } from './host/server.mjs';
import { examples, root } from './paths.mjs';
import { run } from './run.mjs';
import { build, download } from './setup.mjs';

const usage = `npm start                    the examples and the tour, in the VS Code whose command \`code\` is on the PATH, else in a browser
npm start -- FOLDER          a folder of yours instead
npm start -- --embedded      in a browser in any case
npm start -- --port 8080     in a browser, at this port of this machine
npm start -- --host 0.0.0.0  in a browser, also that of another machine
npm start -- --no-open       prints the address and opens no browser`;

/** Exits with a message for the user. */
function refuse(message) {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}

/** Reads the arguments. Exits if they are invalid. */
function readArguments() {
  const options = {
    embedded: { type: 'boolean' },
    host: { type: 'string' },
    port: { type: 'string' },
    'no-open': { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  };
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    return { ...values, positionals };
  } catch (error) {
    return refuse(error.message);
  }
}

const { embedded, host = '127.0.0.1', port, 'no-open': noOpen, help, positionals } = readArguments();
if (help) {
  console.log(usage);
  process.exit();
}
if (positionals.length > 1) refuse(`One folder at a time: ${positionals.join(', ')}.`);
if (port !== undefined && !(/^\d+$/.test(port) && Number(port) < 65536)) refuse(`\`${port}\` is not a port.`);
// npm runs this script in the folder of the clone, wherever the user has started it.
const folder = positionals.length === 1 ? resolve(process.env.INIT_CWD ?? '.', positionals[0]) : examples;
if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) refuse(`${folder} is not a folder.`);

if (port !== undefined && Number(port) > 0 && (await isTaken(Number(port), host)))
  refuse(`Port ${port} of ${host} is taken. Choose another one with --port.`);

/** Whether a program already listens at an address. */
function isTaken(number, address) {
  return new Promise((settle) => {
    const probe = createServer();
    probe.once('error', ({ code }) => settle(code === 'EADDRINUSE'));
    probe.listen(number, address, () => probe.close(() => settle(false)));
  });
}

/** The folders of the extensions to load: ours and, with the examples, another one that opens the tour. */
const extensions = [root, ...(folder === examples ? [join(root, 'scripts/host/tour')] : [])];
const shell = process.platform === 'win32';
const inBrowser =
  embedded ||
  port !== undefined ||
  host !== '127.0.0.1' ||
  spawnSync('code', ['--version'], { shell, stdio: 'ignore' }).status !== 0;

await download(...(inBrowser ? ['vscode'] : []));
await build();

if (inBrowser) {
  await showInBrowser().catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
} else {
  console.log(`Opening ${folder} in VS Code.`);
  await run('code', ['--new-window', ...extensions.map((path) => `--extensionDevelopmentPath=${path}`), folder], {
    shell,
  });
}

/** Serves VS Code until this process ends. Opens a browser, or reports why it cannot. */
async function showInBrowser() {
  const isLocal = ['127.0.0.1', 'localhost', '::1'].includes(host);
  // Anyone with access to the server could edit files and run commands here, so a secret token is part of the address.
  const token = randomBytes(16).toString('hex');
  const { url } = await startServer({ folder, link: extensions, token, host, port, name: hostname() });
  const reason = noOpen ? '`--no-open` says so' : await openBrowser(url);
  const browser =
    reason === undefined
      ? 'Your browser shows it.'
      : `No browser was opened, since ${reason}: open the address in one${isLocal ? ' on this machine' : ''}.`;
  console.log(
    `\n${folder} is open in VS Code with OpenChatML, at\n\n    ${url}\n\n${browser}` +
      `${isLocal ? '' : ' Whoever has the address can edit files and run commands on this machine.'}\nCtrl-C ends it.`,
  );
}
