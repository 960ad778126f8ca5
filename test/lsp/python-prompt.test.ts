/** `ocml/pythonPrompt` runs a program on the machine, so it only works in a trusted workspace. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { after, test } from 'node:test';
import { findPython } from '../../server/src/python/jinja.ts';
import { createFolder } from '../cli/ocml.ts';
import { noPython } from '../support/python.ts';
import { start } from './client.ts';

const folder = createFolder({
  't.jinja': '{% for m in messages %}[{{ m.role }}] {{ m.content }}{% endfor %}{{ eos_token }}',
  'tokenizer_config.json': '{"eos_token": "</s>", "chat_template": "{{ messages | length }}{{ eos_token }}"}',
  // This program creates a file to show that it was started, and answers every request as Python would.
  python3: `#!/bin/sh\ntouch "$(dirname "$0")/started"\ncat > /dev/null\necho '{"text": "from the workspace"}'\n`,
  'json.py': 'open("ran", "w").write("json")',
});
chmodSync(`${folder.path}/python3`, 0o755);
after(() => folder.remove());

const text = '[\n  {\n    "role": "user",\r\n    "content": "Hi"\n  }\n]\n';
interface Answer {
  readonly text?: string;
  readonly error?: string;
}

async function opened() {
  const client = await start();
  const uri = 'file:///a.messages.json';
  client.open(uri, text, 'json');
  const ask = (more: object) =>
    client.connection.sendRequest<Answer | null>('ocml/pythonPrompt', {
      ...{ textDocument: { uri }, template: `${folder.path}/t.jinja` },
      ...more,
    });
  return { client, ask };
}

test('nothing is started in a workspace that is not trusted, whatever its settings say', async () => {
  const { client, ask } = await opened();
  const python = `${folder.path}/python3`;
  for (const trusted of [undefined, false, 'true', 1, null])
    assert.match((await ask({ trusted, python }))?.error ?? '', /only in trusted workspaces/);
  assert.ok(!existsSync(`${folder.path}/started`));
  assert.equal((await ask({ trusted: true, python }))?.text, 'from the workspace');
  assert.ok(existsSync(`${folder.path}/started`), 'this is what would have been started');
  assert.equal(await client.stop(), 0);
});

test('a Python is found by its full path, or by its name in folders that are named in full', () => {
  const name = 'python3';
  assert.equal(findPython(undefined, folder.path), `${folder.path}/${name}`);
  assert.equal(findPython(name, `/nowhere:${folder.path}`), `${folder.path}/${name}`);
  const before = process.cwd();
  process.chdir(folder.path);
  try {
    for (const path of ['.', '', './', `:.:${'..'}`]) assert.equal(findPython(undefined, path), undefined, path);
    for (const chosen of ['./python3', 'sub/../python3', '../python3'])
      assert.equal(findPython(chosen, folder.path), undefined, chosen);
  } finally {
    process.chdir(before);
  }
  assert.equal(findPython(`${folder.path}/absent`), undefined);
});

test('the prompt of Python, its refusal, and what it cannot render', {
  skip: noPython,
}, async () => {
  const { client, ask } = await opened();
  assert.equal((await ask({ trusted: true }))?.text, '[user] Hi</s>');
  assert.equal((await ask({ trusted: true, template: `${folder.path}/tokenizer_config.json` }))?.text, '1</s>');
  assert.equal((await ask({ trusted: true, templateText: '{{ 7 // 2 }}' }))?.text, '3');
  assert.match((await ask({ trusted: true, templateText: "{{ raise_exception('No') }}" }))?.error ?? '', /No/);
  assert.match((await ask({ trusted: true, template: 'chatml' }))?.error ?? '', /pattern/);
  assert.match(
    (await ask({ trusted: true, python: '/nowhere/python' }))?.error ?? '',
    /\/nowhere\/python was not found/,
  );
  assert.equal(await client.stop(), 0);
});

test('modules of the folder that it runs in are not run', { skip: noPython }, () => {
  const { status, stdout, stderr } = folder.ocml('templates', '--compare', 't.jinja');
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /a question: the same/);
  assert.ok(!existsSync(`${folder.path}/ran`));
});
