// Opens the examples in VS Code with this extension, from a fresh clone on.
//   npm start                  the desktop's VS Code if `code` is on the PATH, else the embedded one
//   npm start -- --embedded    the embedded one in any case; its address is printed, Ctrl-C ends it
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { startServer } from './host/server.mjs';
import { examples, root } from './paths.mjs';
import { run } from './run.mjs';
import { build, installDependencies } from './setup.mjs';

const { values } = parseArgs({ options: { embedded: { type: 'boolean' } } });
const shell = process.platform === 'win32';

await installDependencies();
await build();

if (!values.embedded && spawnSync('code', ['--version'], { shell }).status === 0) {
  console.log('Opening the examples in VS Code.');
  await run('code', ['--new-window', `--extensionDevelopmentPath=${root}`, examples], { shell });
} else {
  // Whoever knows the address can edit files and run commands here, hence the token.
  const { url } = await startServer({ folder: examples, link: root, token: randomBytes(16).toString('hex') });
  console.log(
    `\nThe examples are open in VS Code with OpenChatML. In a browser on this machine, go to\n\n    ${url}\n`,
  );
  console.log('Ctrl-C ends it.');
}
