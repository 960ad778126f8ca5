// `ocml preview` in a real browser, as a user of the command line sees it, and the requests from other origins that it refuses.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { openPage } from '../../scripts/host/browser.mjs';
import { root } from '../../scripts/paths.mjs';
import { screenshot } from '../packaged/workbench.mjs';
import { found } from './axe.mjs';

const folder = mkdtempSync(join(tmpdir(), 'ocml-preview-'));
const running = new Set();
after(() => {
  for (const child of running) child.kill();
  rmSync(folder, { recursive: true });
});

const text = [
  '<|start|>system<|message|>SECRET-SYSTEM<|end|>',
  '<|start|>user<|message|>Weather in Lyon?<|end|>',
  '<|start|>assistant<|channel|>analysis<|message|>SECRET-THOUGHT<|end|>',
  '<|start|>assistant to=functions.get<|channel|>commentary <|constrain|>json<|message|>{"q": "SECRET-CALL"}<|call|>',
  '<|start|>functions.get to=assistant<|channel|>commentary<|message|>"SECRET-REPLY"<|end|>',
  '<|start|>assistant<|channel|>final<|message|># Dry\n\n- see [the web](https://example.com)<|return|>',
].join('');

const written = (name, content) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

/** Starts `ocml preview`, and waits for the address that it prints. */
async function start(args, env = {}) {
  const bin = join(root, 'server/bin/ocml.js');
  const child = spawn(process.execPath, [bin, 'preview', ...args], { env: { ...process.env, ...env } });
  running.add(child);
  child.stderr.setEncoding('utf8');
  let said = '';
  child.stderr.on('data', (more) => (said += more));
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code, said };
  });
  const first = await Promise.race([once(child.stdout.setEncoding('utf8'), 'data'), ended]);
  return { child, address: Array.isArray(first) ? first[0].trim() : undefined, ended };
}

/** Returns the server's response to a request with these headers. */
function ask(address, { path, headers = {}, method = 'GET' } = {}) {
  const { hostname, port, pathname } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: path ?? pathname, method, headers }, async (response) => {
      if (response.headers['content-type'] === 'text/event-stream') {
        response.destroy();
        return resolve({ status: response.statusCode, headers: response.headers });
      }
      let body = '';
      for await (const piece of response.setEncoding('utf8')) body += piece;
      resolve({ status: response.statusCode, headers: response.headers, body });
    });
    sent.on('error', reject).end();
  });
}

suite('what is refused', () => {
  let address, host, token;
  before(async () => {
    ({ address } = await start([written('refused.harmony', text)]));
    ({ host } = new URL(address));
    token = new URL(address).pathname;
  });

  test('another machine: it listens at the loopback address alone, with a token of 192 bits', () => {
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/$/);
  });

  const secret = /SECRET|Lyon|<html/;

  test('no token, part of it, another one, or another name below it', async () => {
    for (const path of [
      ...['/', '/page.js', '/view?ask={}', '/changes', '/favicon.ico', `/${'A'.repeat(32)}/`, '//', '/%00/', '*'],
      ...[token.slice(0, -1), token.slice(0, -2), `${token.toUpperCase()}`, `/x${token}`, `${token.slice(0, -1)}x/`],
    ]) {
      const { status, body = '' } = await ask(address, { path });
      assert.ok(status === 404 || status === 400, `${path}: ${status}`);
      assert.doesNotMatch(body, secret);
    }
  });

  test('no path leads outside', async () => {
    for (const name of [
      ...[
        '../package.json',
        '..%2f..%2fpackage.json',
        '%2e%2e/cli.js',
        '..',
        '.',
        '/etc/passwd',
        'page-html.js',
        'page.js/',
      ],
      ...['page.js.map', 'refused.harmony', '..\\cli.js', 'constructor', '__proto__', 'toString', 'page.js%00'],
    ]) {
      const { status, body } = await ask(address, { path: `${token}${name}` });
      assert.ok(status === 404 || status === 400, `${name}: ${status}`);
      assert.equal(body ?? '', '', name);
    }
  });

  test('another host name, as DNS rebinding gives it', async () => {
    const { port } = new URL(address);
    for (const name of [
      `evil.example:${port}`,
      `localhost:${port}`,
      `127.0.0.1`,
      `[::1]:${port}`,
      `${host}.evil.example`,
    ])
      for (const path of [token, `${token}view?ask={}`, `${token}changes`]) {
        const { status, body = '' } = await ask(address, { path, headers: { Host: name } });
        assert.ok(status === 403 || status === 400, `${name}: ${status}`);
        assert.doesNotMatch(body, secret);
      }
    const absolute = await ask(address, { path: `http://evil.example${token}` });
    assert.equal(absolute.status, 404);
  });

  test('another origin, and a page of this machine at another port', async () => {
    for (const headers of [
      { Origin: 'https://evil.example' },
      { Origin: 'null' },
      { Origin: 'http://127.0.0.1:1' },
      { 'Sec-Fetch-Site': 'cross-site' },
      { 'Sec-Fetch-Site': 'same-site' },
    ])
      for (const path of [token, `${token}view?ask={}`, `${token}changes`])
        assert.equal((await ask(address, { path, headers })).status, 403);
  });

  test('anything but GET', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'TRACE'])
      assert.equal((await ask(address, { method })).status, 405, method);
  });

  test('what users do not see', async () => {
    for (const question of [{ debug: true }, { mode: 'model' }, { mode: 'model', debug: true }])
      for (const what of ['view', 'find'])
        assert.equal(
          (await ask(address, { path: `${token}${what}?ask=${encodeURIComponent(JSON.stringify(question))}` })).status,
          404,
        );
    for (const question of [{}, { debug: 1 }, { debug: 'true' }, { mode: ['model'] }, { query: 'SECRET' }])
      for (const what of ['view', 'find']) {
        const { status, body } = await ask(address, {
          path: `${token}${what}?ask=${encodeURIComponent(JSON.stringify(question))}`,
        });
        assert.equal(status, 200);
        assert.doesNotMatch(body, /SECRET/, JSON.stringify(question));
      }
  });

  test('questions that are not questions get nothing, and the server stays', async () => {
    for (const asked of [
      '',
      'x',
      '[',
      'null',
      '1',
      '"x"',
      '{"around":{"line":-1}}',
      '{"rank":1e99}',
      '{"only":[1]}',
      '{"only":{"roles":7}}',
      '{"number":"x"}',
      '{"branch":{}}',
      '{"query":{"a":1}}',
      '{"around":7,"limit":-1}',
    ])
      for (const what of ['view', 'find']) {
        const { status } = await ask(address, { path: `${token}${what}?ask=${encodeURIComponent(asked)}` });
        assert.ok(status === 200 || status === 404, `${asked}: ${status}`);
      }
    // The server answers and closes the connection before it has read all of this. Then the operating system may drop the answer.
    const large = await ask(address, { path: `${token}view?ask=${'x'.repeat(100_000)}` }).catch(({ code }) => code);
    assert.ok(['ECONNRESET', 'EPIPE', 431].includes(large.status ?? large), String(large.status ?? large));
    // The server must survive bytes that are not HTTP. It may reset the connection.
    const socket = createConnection(new URL(address).port, '127.0.0.1');
    socket.on('error', () => {});
    socket.end('\u0016\u0003\u0001 no\r\n\r\n').resume();
    await new Promise((resolve) => socket.once('close', resolve));
    assert.equal((await ask(address)).status, 200);
  });

  test('every answer says what may be done with it', async () => {
    for (const path of [token, `${token}page.js`, `${token}page.css`, `${token}view?ask={}`, `${token}changes`, '/x']) {
      const { headers } = await ask(address, { path });
      assert.match(headers['content-security-policy'], /^default-src 'none';.* frame-ancestors 'none'$/);
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['cross-origin-resource-policy'], 'same-origin');
      assert.equal(headers['cross-origin-opener-policy'], 'same-origin');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.equal(headers['access-control-allow-origin'], undefined);
    }
    const [one, two] = [await ask(address), await ask(address)];
    const nonce = /'nonce-([\w-]{24})'/;
    assert.notEqual(nonce.exec(one.body)?.[1], nonce.exec(two.body)?.[1]);
  });

  test('no more pages than anybody has', async () => {
    const { hostname, port } = new URL(address);
    const open = await Promise.all(
      Array.from(
        { length: 40 },
        () =>
          new Promise((resolve) => {
            const sent = request({ hostname, port, path: `${token}changes`, agent: false }, (response) =>
              resolve({ sent, response }),
            );
            sent.on('error', () => {}).end();
          }),
      ),
    );
    assert.ok(open.filter(({ response }) => response.statusCode === 503).length >= 8);
    for (const { sent } of open) sent.destroy();
    assert.equal((await ask(address)).status, 200);
  });
});

suite('usage', () => {
  test('what cannot be previewed, and ports that cannot be had', async () => {
    const file = written('usage.harmony', text);
    for (const [args, why] of [
      [[join(folder, 'missing.ocml')], /no such file|does not exist|not there/i],
      [[folder], /is not a file/],
      [['-'], /standard input/],
      [[file, '--port', '70000'], /65535/],
    ]) {
      const { code, said } = await (await start(args)).ended;
      assert.equal(code, 2, said);
      assert.match(said, why);
    }
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { code, said } = await (await start([file, '--port', String(other.address().port)])).ended;
    other.close();
    assert.equal(code, 2);
    assert.match(said, /port \d+ is in use/);
  });

  test('--port, and Ctrl+C ends it while a page is open', async () => {
    const free = createServer().listen(0, '127.0.0.1');
    await once(free, 'listening');
    const { port } = free.address();
    await new Promise((done) => free.close(done));
    const { child, address, ended } = await start([written('port.harmony', text), '--port', String(port)]);
    assert.equal(new URL(address).port, String(port));
    const { hostname, pathname } = new URL(address);
    const page = request({ hostname, port, path: `${pathname}changes` }).on('error', () => {});
    page.end();
    await once(page, 'response');
    child.kill('SIGINT');
    const { said } = await ended;
    assert.doesNotMatch(said, /Error/);
  });

  test('--open gives the browser an address that is good once, and not the token', {
    skip: process.platform === 'win32',
  }, async () => {
    const note = join(folder, 'opened.txt');
    const browser = written(
      'browser.sh',
      `#!/bin/sh\nprintf '%s' "$1" > '${note}.new' && mv '${note}.new' '${note}'\n`,
    );
    chmodSync(browser, 0o700);
    const { address } = await start([written('open.harmony', text), '--open'], { BROWSER: browser });
    let given;
    for (let i = 0; i < 100 && given === undefined; i++) {
      await new Promise((done) => setTimeout(done, 50));
      try {
        given = readFileSync(note, 'utf8');
      } catch {}
    }
    assert.ok(!given.includes(new URL(address).pathname.slice(1, -1)));
    const first = await ask(given);
    assert.equal(first.status, 303);
    assert.equal(new URL(first.headers.location, given).href, address);
    assert.equal((await ask(given)).status, 404);
  });
});

suite('in a browser', () => {
  let browser, page, address, child, ended;
  const misdeeds = [];
  const file = written('shown.harmony', text);
  before(async () => {
    ({ address, child, ended } = await start([file]));
    ({ browser, page } = await openPage());
    page.on('console', (message) => misdeeds.push(message.text()));
    page.on('pageerror', (error) => misdeeds.push(String(error)));
    page.on('request', (sent) => !sent.url().startsWith(address) && misdeeds.push(sent.url()));
    await page.goto(address);
    await page.locator('.message').nth(1).waitFor();
  });
  after(() => browser?.close());

  const bodies = (of = page) => of.locator('.message > .body').allInnerTexts();

  test('it shows what users see, and offers nothing that needs an editor or shows hidden layers', async () => {
    assert.deepEqual((await bodies()).length, 2);
    assert.doesNotMatch(await page.content(), /SECRET/);
    for (const id of ['template', 'training', 'export', 'compare', 'debug', 'model'])
      assert.equal(await page.locator(`#${id}`).isVisible(), false, id);
    assert.equal(await page.locator('#conversation', { hasText: '4 messages are not for end users.' }).count(), 1);
    assert.equal(await page.locator('[data-layers]').isVisible(), false);
    assert.equal(await page.title(), `Preview ${file}`);
    assert.deepEqual(await found(page), []);
    await screenshot(page, 'ocml-preview-light');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await found(page), []);
    await screenshot(page, 'ocml-preview-dark');
  });

  test('it follows the file: written, replaced, removed, back', async () => {
    const shows = (words) => page.locator('#conversation', { hasText: words }).waitFor({ timeout: 5000 });
    writeFileSync(file, text.replace('Lyon', 'Oslo'));
    await shows('Weather in Oslo?');
    renameSync(written('other.harmony', text.replace('Lyon', 'Rome')), file);
    await shows('Weather in Rome?');
    rmSync(file);
    await shows('no longer exists');
    writeFileSync(file, text);
    await shows('Weather in Lyon?');
  });

  test('it finds, filters, and copies', async () => {
    await page.locator('#search').click();
    await page.locator('#query').fill('lyon');
    await page.locator('#hits', { hasText: 'Message 1 of 1' }).waitFor();
    await page.locator('#close').click();
    await page.locator('#filter').click();
    await page.locator('#filters .chip', { hasText: 'user' }).click();
    await page.waitForFunction(() => document.querySelectorAll('.message').length === 1);
    await page.locator('#filters .chip', { hasText: 'user' }).click();
    await page.locator('.message').nth(1).waitFor();
    await page.locator('#filter').click();
  });

  test('a page of the web can neither read, embed nor open it to any use', async () => {
    const site = createServer((_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>x'));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const other = await browser.newPage();
    // Another host name for the same machine counts as another site.
    await other.goto(`http://localhost:${site.address().port}/`);
    const tried = await other.evaluate(async (address) => {
      const read = await fetch(`${address}view?ask={}`).then(
        () => 'read',
        () => 'refused',
      );
      const opaque = await fetch(`${address}page.js`, { mode: 'no-cors' }).then(
        () => 'loaded',
        () => 'refused',
      );
      const frame = document.body.appendChild(document.createElement('iframe'));
      frame.src = address;
      await new Promise((done) => (frame.onload = done));
      let inside;
      try {
        inside = frame.contentDocument?.body?.innerText ?? 'refused';
      } catch {
        inside = 'refused';
      }
      const opened = window.open(address);
      await new Promise((done) => setTimeout(done, 500));
      return { read, opaque, inside, frames: frame.contentWindow?.length, closed: opened === null || opened.closed };
    }, address);
    assert.equal(tried.read, 'refused');
    assert.equal(tried.opaque, 'refused');
    assert.match(tried.inside, /^(?:refused|)$/);
    await other.close();
    site.close();
  });

  test('nothing is loaded from elsewhere, and the policy had nothing to stop', () => {
    assert.deepEqual(misdeeds, []);
  });

  test('with --debug, hidden layers are shown, and a switch hides them', async () => {
    const { address } = await start([file, '--debug']);
    const debug = await browser.newPage();
    await debug.goto(address);
    await debug.locator('#conversation', { hasText: 'SECRET-THOUGHT' }).waitFor();
    await screenshot(debug, 'ocml-preview-debug');
    await debug.locator('#debug').click();
    await debug.waitForFunction(() => !document.body.innerText.includes('SECRET'));
    assert.doesNotMatch(await debug.locator('#conversation').innerHTML(), /SECRET/);
    await debug.locator('#model').click();
    await debug.locator('#banner', { hasText: 'model continues' }).waitFor();
    await debug.close();
  });

  test('a data set, conversation by conversation', async () => {
    const row = (i) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: `Row ${i}` },
          { role: 'assistant', content: 'Yes' },
        ],
      });
    const { address } = await start([
      written('rows.jsonl', `${Array.from({ length: 200 }, (_, i) => row(i + 1)).join('\n')}\n`),
    ]);
    const rows = await browser.newPage();
    await rows.goto(address);
    await rows.locator('#conversation', { hasText: 'Row 1' }).waitFor();
    await rows.locator('#next').click();
    await rows.locator('#conversation', { hasText: 'Row 2' }).waitFor();
    await rows.locator('#number').fill('150');
    await rows.locator('#number').press('Enter');
    await rows.locator('#conversation', { hasText: 'Row 150' }).waitFor();
    await rows.close();
  });

  test('the end of a server is said', async () => {
    child.kill('SIGINT');
    await ended;
    await page.locator('#conversation', { hasText: '`ocml preview` has ended' }).waitFor({ timeout: 10_000 });
    misdeeds.length = 0;
  });
});
