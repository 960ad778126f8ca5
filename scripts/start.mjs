// Opens the examples in VS Code with this extension, and its tour, from a fresh clone on.
//   npm start                    the desktop's VS Code if `code` is on the PATH, else the embedded one, in a browser
//   npm start -- --embedded      the embedded one in any case; its address is printed, Ctrl-C ends it
//   npm start -- --no-browser    the address is only printed
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startServer } from './host/server.mjs';
import { examples, root } from './paths.mjs';
import { run } from './run.mjs';
import { build, installDependencies } from './setup.mjs';

const { values } = parseArgs({
  options: { embedded: { type: 'boolean' }, 'no-browser': { type: 'boolean' } },
});
const shell = process.platform === 'win32';
/** What is shown first, and makes the extension start. */
const first = join(examples, 'trip.ocml');
// The extension opens its walkthrough once where this is set.
process.env.OPENCHATML_TOUR = '1';

await installDependencies();
await build();

if (!values.embedded && spawnSync('code', ['--version'], { shell }).status === 0) {
  console.log('Opening the examples in VS Code.');
  await run('code', ['--new-window', `--extensionDevelopmentPath=${root}`, examples, first], { shell });
} else {
  // Whoever knows the address can edit files and run commands here, hence the token.
  const { url } = await startServer({
    folder: examples,
    link: root,
    open: first,
    token: randomBytes(16).toString('hex'),
  });
  console.log(
    `\nThe examples are open in VS Code with OpenChatML. In a browser on this machine, go to\n\n    ${url}\n`,
  );
  console.log('Ctrl-C ends it.');
  if (!values['no-browser']) openInBrowser(url);
}

/** Opens an address in the user's browser; where there is none, as without a screen, the address that is printed has to do. */
function openInBrowser(url) {
  const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!hasScreen) return;
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}
