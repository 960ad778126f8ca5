// The steps of `npm start` before it starts anything: reading its arguments, choosing a browser, and announcing downloads.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openBrowser } from '../../scripts/host/open-browser.mjs';
import { root } from '../../scripts/paths.mjs';
import { downloadLines } from '../../scripts/setup.mjs';

const start = (args, cwd = root) =>
  spawnSync(process.execPath, [join(root, 'scripts/start.mjs'), ...args], {
    cwd,
    env: { ...process.env, INIT_CWD: cwd },
    encoding: 'utf8',
  });

suite('arguments that cannot be meant', () => {
  for (const [args, pattern] of [
    [['no/such/folder'], /no\/such\/folder is not a folder\./],
    [['README.md'], /README\.md is not a folder\./],
    [['--port', 'http'], /`http` is not a port\./],
    [['--port', '65536'], /`65536` is not a port\./],
    [['docs', 'examples'], /One folder at a time: docs, examples\./],
    [['--hots', 'x'], /'--hots'/],
  ]) {
    test(args.join(' '), () => {
      const { status, stderr, stdout } = start(args);
      assert.equal(status, 2, stderr);
      assert.match(stderr, pattern);
      assert.match(stderr, /npm start -- FOLDER/, 'it says what can be given');
      assert.equal(stdout, '', 'before anything is downloaded or built');
    });
  }
});

suite('the browser', () => {
  const url = 'http://127.0.0.1:1/?folder=/a&tkn=b';
  const linux = (env) => openBrowser(url, { platform: 'linux', env });

  test('is not opened without a display, over SSH or without an opener, and says so', async () => {
    assert.equal(await linux({}), 'there is no display here');
    assert.equal(await linux({ DISPLAY: ':0', SSH_CONNECTION: '1' }), 'this is a session over SSH');
    assert.equal(await linux({ DISPLAY: ':0', PATH: '' }), '`xdg-open` is not installed');
    assert.match(await linux({ BROWSER: '/no/such/browser' }), /^`\/no\/such\/browser` cannot be run: /);
  });

  test('gets the address as it is', { skip: process.platform === 'win32' && 'scripts of sh' }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ocml-browser-'));
    try {
      const browser = join(folder, 'browser');
      writeFileSync(browser, `#!/bin/sh\nprintf %s "$1" > "${folder}/opened"\n`);
      chmodSync(browser, 0o755);
      assert.equal(await linux({ BROWSER: browser }), undefined);
      assert.equal(readFileSync(join(folder, 'opened'), 'utf8'), url);

      writeFileSync(browser, '#!/bin/sh\nexit 4\n');
      assert.equal(await linux({ BROWSER: browser }), `\`${browser}\` failed with exit code 4`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

suite('downloads', () => {
  test('are announced with size and folder, and their sum', () => {
    assert.deepEqual(
      downloadLines([
        { title: 'dependencies', fetched: 90, unpacked: 370, folder: 'node_modules' },
        { title: 'VS Code', fetched: 190, unpacked: 600, folder: '.cache/vscode' },
      ]),
      [
        'To be downloaded from the npm registry, once, into this folder:',
        '    90 MB,  370 MB on disk   dependencies                       node_modules',
        '   190 MB,  600 MB on disk   VS Code                            .cache/vscode',
        '   280 MB,  970 MB on disk   in all',
      ],
    );
  });

  test('are not mentioned if there are none', () => assert.deepEqual(downloadLines([]), []));
});
