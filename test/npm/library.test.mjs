// The library as installed by its users, with Node, in a page, in a worker, and in TypeScript.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { publint } from 'publint';
import { openPage } from '../../scripts/host/browser.mjs';
import { apiPage, apiPagePath } from '../../scripts/npm/api-page.mjs';
import { libraryTypes } from '../../scripts/npm/library-types.mjs';
import { tarball, vocabulariesTarball } from '../../scripts/npm/package.mjs';
import { root } from '../../scripts/paths.mjs';
import { installed } from './installed.mjs';

const whole = await installed(tarball, vocabulariesTarball);
after(() => whole.remove());
const { folder } = whole;
const manifest = JSON.parse(readFileSync(join(whole.package, 'package.json'), 'utf8'));
const parts = Object.keys(manifest.exports).filter((name) => !/[*]|json$/.test(name));
const specifierOf = (name) => name.replace('.', 'openchatml');
cpSync(join(root, 'examples/library'), folder, { recursive: true });

/** Runs a module in the folder, and returns the JSON that it prints. */
async function evaluated(code, name = 'script.mjs') {
  writeFileSync(join(folder, name), code);
  const { stdout, stderr } = await whole.run(process.execPath, name);
  assert.equal(stderr, '');
  return JSON.parse(stdout);
}

const harmony =
  '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>Secret.<|end|>' +
  '<|start|>assistant<|channel|>final<|message|>Hello<|return|>';

test('publint finds nothing', async () => {
  const { messages } = await publint({ pkgDir: whole.package, pack: false });
  assert.deepEqual(messages, []);
});

test('the page of its interface is that of the package', () => {
  assert.equal(readFileSync(apiPagePath, 'utf8'), apiPage(libraryTypes()), 'node scripts/npm/api-page.mjs writes it');
});

suite('with Node', () => {
  test('every part is imported and required, with the same functions', async () => {
    for (const name of parts) {
      const specifier = JSON.stringify(specifierOf(name));
      const imported = await evaluated(`console.log(JSON.stringify(Object.keys(await import(${specifier})).sort()))`);
      const required = await evaluated(
        `console.log(JSON.stringify(Object.keys(require(${specifier})).sort()))`,
        'script.cjs',
      );
      assert.ok(imported.length > 0, name);
      assert.deepEqual(required, imported, name);
    }
  });

  test('importing it prints nothing, adds nothing to the globals, and keeps no process alive', async () => {
    const added = await evaluated(
      `const before = new Set(Reflect.ownKeys(globalThis)); await import('openchatml');
      console.log(JSON.stringify(Reflect.ownKeys(globalThis).filter((name) => !before.has(name)).map(String)))`,
    );
    assert.deepEqual(added, []);
  });

  test('tokens are counted with the vocabularies that are installed', async () => {
    const ids = await evaluated(
      `import { tokens } from 'openchatml/tokens';
      const { encode, decode } = tokens('o200k_harmony');
      console.log(JSON.stringify([encode('<|start|>Hello'), decode([200006, 13225])]))`,
    );
    assert.deepEqual(ids, [[200006, 13225], '<|start|>Hello']);
  });

  test('the gate of a training script lets no row with an error through', async () => {
    const row = (answer) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: 'Hi' },
          { role: 'assistant', content: answer },
        ],
      });
    writeFileSync(join(folder, 'good.jsonl'), `${row('Hello')}\n`);
    writeFileSync(join(folder, 'bad.jsonl'), `${row('Hello')}\n${row('')}\n{"messages": [\n`);
    const good = await whole.run(process.execPath, 'gate.mjs', 'good.jsonl');
    assert.deepEqual([good.code, good.stderr], [0, '0 of 1 rows have errors.\n']);
    const bad = await whole.run(process.execPath, 'gate.mjs', 'bad.jsonl');
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /^bad\.jsonl:3:\d+: .*\n[^]*of 3 rows have errors\.\n$/m);
  });

  test('the server streams only what users may see', async () => {
    const upstream = createServer(async (_request, response) => {
      for (let at = 0; at < harmony.length; at += 7) response.write(harmony.slice(at, at + 7));
      response.end();
    });
    await new Promise((done) => upstream.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${upstream.address().port}`;
    const server = spawn(process.execPath, ['server.mjs', '0', address], { cwd: folder });
    try {
      const [line] = await server.stdout[Symbol.asyncIterator]()
        .next()
        .then(({ value }) => String(value).split('\n'));
      const body = await (await fetch(line, { method: 'POST', body: 'Hi' })).text();
      const deltas = Array.from(body.matchAll(/^data: (.*)$/gm), ([, json]) => JSON.parse(json).delta ?? '');
      assert.equal(deltas.join(''), 'Hello');
      assert.doesNotMatch(body, /Secret/);
    } finally {
      server.kill();
      upstream.close();
    }
  });
});

suite('in TypeScript', () => {
  test('its types are strict ones, in modules of both kinds', async () => {
    writeFileSync(
      join(folder, 'use.ts'),
      `import { convert, explain, mask, open, render, rules, tokens, transcriptTransform, type Problem } from 'openchatml';
      import { parse } from 'openchatml/parse';
      const document = open('', { uri: 'a.jsonl', training: true, rules: { 'message-empty': 'off' } });
      document.edit([{ start: 0, end: 0, text: 'x' }, { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, text: '' }, { text: '' }]);
      const problems: Problem[] = document.problems();
      export const titles: string[] = problems.flatMap((problem) => document.fixes(problem).map(({ title }) => title));
      export const text: string | undefined = convert(document, { to: 'harmony' }).text;
      export const role: string | undefined = parse('').messages()[0]?.role;
      export const stream: TransformStream = transcriptTransform({ hidden: true });
      export const others = [explain(''), render('chatml', []), rules(), tokens('o200k_base').count(''), mask];
      // @ts-expect-error: there is no such option.
      open('', { dialects: 'harmony' });`,
    );
    cpSync(join(folder, 'use.ts'), join(folder, 'use.mts'));
    const options = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2022', 'dom'],
      types: [],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['use.ts', 'use.mts'] }),
    );
    const { stdout, code } = await whole.run(
      process.execPath,
      join(root, 'node_modules/typescript/lib/tsc.js'),
      '-p',
      folder,
    );
    assert.deepEqual([code, stdout], [0, '']);
  });
});

suite('in a page', () => {
  let browser, page, server, origin;
  const files = new Map();
  const bundle = async (contents) => {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: folder },
      ...{ bundle: true, minify: true, format: 'esm', platform: 'browser', write: false, logLevel: 'error' },
    });
    return outputFiles[0].text;
  };
  before(async () => {
    files.set('/page.html', ['text/html', readFileSync(join(folder, 'page.html'), 'utf8')]);
    files.set('/page.js', ['text/javascript', await bundle(readFileSync(join(folder, 'page.js'), 'utf8'))]);
    files.set('/worker.js', [
      'text/javascript',
      await bundle(
        `import { convert } from 'openchatml/convert'; onmessage = ({ data }) => postMessage(convert(data, { to: 'messages' }).value);`,
      ),
    ]);
    server = createServer((request, response) => {
      const [type, text] = files.get(request.url) ?? ['text/plain', ''];
      response.writeHead(200, { 'content-type': type }).end(text);
    });
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    origin = `http://127.0.0.1:${server.address().port}`;
    ({ browser, page } = await openPage());
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  test('a transcript is shown as it is typed, without what users do not see', async () => {
    await page.goto(`${origin}/page.html`);
    await page.locator('textarea').pressSequentially(harmony.slice(0, 60));
    await page.locator('textarea').press('End');
    await page.locator('textarea').pressSequentially(harmony.slice(60));
    await page.locator('#view section.assistant').waitFor();
    assert.equal((await page.locator('#view').innerText()).replace(/\s+/g, ' '), 'Hi Hello');
    assert.equal(await page.locator('#problems li').count(), 0);
    await page.locator('textarea').press('Control+End');
    await page.locator('textarea').pressSequentially('<|start|>assistant<|channel|>fnal<|message|>');
    await page.locator('#problems li', { hasText: 'E-PARSE-HEADER' }).waitFor();
  });

  test('a worker converts', async () => {
    await page.goto(`${origin}/page.html`);
    const value = await page.evaluate(
      (text) =>
        new Promise((done) => {
          const worker = new Worker('worker.js', { type: 'module' });
          worker.onmessage = ({ data }) => done(data);
          worker.postMessage(text);
        }),
      harmony,
    );
    assert.equal(JSON.stringify(value).includes('Hello'), true);
  });

  test('modules are found without a bundler, too', async () => {
    const library = join(whole.package, 'library/browser');
    for (const file of readdirSync(library))
      files.set(`/${file}`, ['text/javascript', readFileSync(join(library, file), 'utf8')]);
    await page.goto(`${origin}/page.html`);
    const roles = await page.evaluate(
      async ([address, text]) =>
        (await import(address))
          .parse(text)
          .messages()
          .map(({ role, visible }) => [role, visible]),
      [`${origin}/parse.mjs`, harmony],
    );
    assert.deepEqual(roles, [
      ['user', true],
      ['assistant', false],
      ['assistant', true],
    ]);
  });

  test('what reads transcripts alone is less than 60 KB', async () => {
    const text = await bundle(`export * from 'openchatml/parse';`);
    assert.ok(gzipSync(text, { level: 9 }).length < 60_000, `${gzipSync(text, { level: 9 }).length} bytes`);
  });

  test('what is not used is left out', async () => {
    const text = await bundle(`import { parse } from 'openchatml'; console.log(parse('').dialect);`);
    assert.ok(gzipSync(text, { level: 9 }).length < 60_000, `${gzipSync(text, { level: 9 }).length} bytes`);
  });
});
