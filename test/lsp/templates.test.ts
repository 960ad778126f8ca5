/** Chat templates as documents in the editor, and the effect of a chosen template on a document. */
import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { CodeAction, Diagnostic, Hover, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { createFolder } from '../cli/ocml.ts';
import { type Client, start } from './client.ts';

const sound =
  "{%- for m in messages %}{%- if tools and loop.first %}{{ tools }}{% endif %}\n{{- '<|im_start|>' + m.role + '\\n' + (m.reasoning_content or '') + (m.content or '') }}\n{%- for call in m.tool_calls or [] %}\n{%- set given = call.function.arguments %}\n{{- call.function.name + (given if given is string else given | tojson) }}\n{%- endfor %}\n{{- '<|im_end|>\\n' }}\n{%- endfor %}{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}\n";
const forgets = sound.replace(/\{%- set given[^]*?tojson\) \}\}/, '{{- call.function.name }}');
const folder = createFolder({
  'alternates.jinja':
    "{% for m in messages %}\n{{ raise_exception('Roles must alternate') if loop.previtem and loop.previtem.role == m.role }}<|turn|>{{ m.role }} {{ m.content }}{% endfor %}",
  'sub/.ocmlrc.json': '{"template": "../alternates.jinja"}',
});
after(() => folder.remove());
const uriOf = (name: string) => pathToFileURL(`${folder.path}/${name}`).href;

/** Collects pushed diagnostics. Returns a function that waits for those that meet a condition. */
function listen({ connection }: Client) {
  const all: PublishDiagnosticsParams[] = [];
  const waiting: (() => void)[] = [];
  connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
    all.push(params);
    for (const again of waiting.splice(0)) again();
  });
  return async (uri: string, fits: (found: readonly Diagnostic[]) => boolean): Promise<readonly Diagnostic[]> => {
    for (;;) {
      const last = all.findLast((one) => one.uri === uri);
      if (last && fits(last.diagnostics)) return last.diagnostics;
      await new Promise<void>((again) => waiting.push(again));
    }
  };
}
const has = (code: string) => (found: readonly Diagnostic[]) => found.some((one) => one.code === code);
const lacks = (code: string) => (found: readonly Diagnostic[]) => !has(code)(found);
const shown = (text: string, { range }: Diagnostic) => {
  const lines = text.split('\n');
  assert.equal(range.start.line, range.end.line);
  return `${range.start.line}:${lines[range.start.line]?.slice(range.start.character, range.end.character)}`;
};
const only = (found: readonly Diagnostic[], code: string) => {
  const one = found.find((each) => each.code === code);
  assert.ok(one, code);
  return one;
};

async function opened(name: string, text: string, languageId = 'plaintext', capabilities: object = {}) {
  const client = await start({ capabilities });
  const until = listen(client);
  client.open(uriOf(name), text, languageId);
  return { client, until, uri: uriOf(name) };
}

suite('templates as documents', () => {
  for (const pull of [false, true]) {
    test(`findings at their places, and after the next edit those of the text as it is then (${pull ? 'pulled' : 'pushed'})`, async () => {
      const capabilities = pull ? { textDocument: { diagnostic: {} } } : {};
      const { client, until, uri } = await opened('chat.jinja', forgets, 'jinja', capabilities);
      const found = await until(uri, has('template-drops-arguments'));
      assert.equal(shown(forgets, only(found, 'template-drops-arguments')), '3:call.function.name');
      assert.match(
        String(only(found, 'template-drops-arguments').codeDescription?.href),
        /template-drops-arguments\.md$/,
      );
      client.change(uri, 2, { text: sound });
      assert.deepEqual(await until(uri, lacks('template-drops-arguments')), []);
      client.change(uri, 3, { text: `${sound}{{ x` });
      assert.match(
        shown(`${sound}{{ x`, only(await until(uri, has('template-syntax')), 'template-syntax')),
        /^8:\{\{ x/,
      );
      assert.equal(await client.stop(), 0);
    });
  }

  test('filters, variables and markers that are written wrongly', async () => {
    const text = `${sound.replace('| tojson', '| to_json')}{{ eos_tokn }}`;
    const { client, until, uri } = await opened('a.jinja', text);
    const found = await until(uri, has('template-filter-unknown'));
    assert.equal(shown(text, only(found, 'template-filter-unknown')), '4:to_json');
    assert.match(String(only(found, 'template-filter-unknown').message), /Did you mean `tojson`/);
    assert.equal(shown(text, only(found, 'template-variable-unknown')), '8:eos_tokn');
    assert.match(String(only(found, 'template-variable-unknown').message), /Did you mean `eos_token`/);
    const slip = sound.replace('<|im_end|>', '<|im_edn|>');
    client.change(uri, 2, { text: slip });
    assert.equal(
      shown(slip, only(await until(uri, has('template-marker-misspelled')), 'template-marker-misspelled')),
      '6:<|im_edn|>',
    );
    assert.equal(await client.stop(), 0);
  });

  test('in a tokenizer_config.json, of each template, at its place in the string', async () => {
    const written = (template: string) => JSON.stringify(template);
    const text = `{\n"chat_template": [\n{"name": "default", "template": ${written(sound)}},\n{"name": "tool_use", "template": ${written(forgets.replace('or []', '| nothing'))}}],\n"eos_token": {"content": "</s>"}}`;
    const { client, until, uri } = await opened('tokenizer_config.json', text, 'json');
    const found = await until(uri, has('template-filter-unknown'));
    assert.equal(found.length, 1);
    assert.equal(shown(text, only(found, 'template-filter-unknown')), '3:nothing');
    assert.match(String(only(found, 'template-filter-unknown').message), /^Template tool_use: /);
    assert.equal(await client.stop(), 0);
  });

  test('hover on the variables of the contract', async () => {
    const { client, uri } = await opened('a.jinja', `messages ${sound}{{ m.tools }}`);
    const hover = (line: number, character: number) =>
      client.ask<Hover | null>('hover', uri, { position: { line, character } });
    const found = await hover(0, 24);
    assert.match(JSON.stringify(found?.contents), /The conversation: a list of messages/);
    assert.deepEqual(found?.range, { start: { line: 0, character: 22 }, end: { line: 0, character: 30 } });
    assert.equal(await hover(0, 3), null, 'text is not a variable');
    assert.equal(await hover(8, 7), null, 'a member is not a variable');
    assert.equal(await client.stop(), 0);
  });

  test('turned off for the project, by an action and by its configuration', async () => {
    const { client, until, uri } = await opened('off/a.jinja', forgets, 'jinja', {
      workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } },
    });
    const found = only(await until(uri, has('template-drops-arguments')), 'template-drops-arguments');
    folder.write({ 'off/.ocmlrc.json': '{}' });
    const actions = await client.ask<CodeAction[]>('codeAction', uri, {
      range: found.range,
      context: { diagnostics: [found] },
    });
    assert.match(JSON.stringify(actions), /Turn off `template-drops-arguments` in this project/);
    folder.write({ 'off/.ocmlrc.json': '{"rules": {"template-drops-arguments": "off"}}' });
    await client.connection.sendNotification('workspace/didChangeWatchedFiles', { changes: [] });
    await until(uri, lacks('template-drops-arguments'));
    assert.equal(await client.stop(), 0);
  });

  const others: Readonly<Record<string, string>> = {
    'a page of Flask':
      '{% for message in messages %}<li class="{{ message.category }}">{{ message.text }}</li>{% endfor %}',
    'flashed messages':
      '{% with messages = get_flashed_messages() %}{% for m in messages %}{{ m }}{% endfor %}{% endwith %}',
    'a page of chat': '<div>{% for m in messages %}<p class="{{ m.role }}">{{ m.content }}</p>{% endfor %}</div>',
    Ansible:
      'Listen {{ http_port }}\n{% for host in groups["web"] %}{{ hostvars[host].ansible_host }}{% endfor %} {{ x | to_nice_yaml }}',
    'one that is broken': 'Dear {{ name',
    'a page that extends':
      '{% extends "base.html" %}{% block content %}{{ messages[0].role }}{{ messages[0].content }}{% endblock %}',
  };
  test('a .jinja file that is not a chat template gets nothing, nor does one of our markers make it a transcript', async () => {
    const client = await start();
    const until = listen(client);
    for (const [name, text] of Object.entries(others))
      client.open(uriOf(`${name}.jinja`), `${text}\n<|start|>usr<|message|>`, 'jinja');
    client.open(uriOf('last.jinja'), forgets, 'jinja');
    await until(uriOf('last.jinja'), has('template-drops-arguments'));
    for (const name of Object.keys(others)) assert.deepEqual(await until(uriOf(`${name}.jinja`), () => true), [], name);
    assert.equal(
      await client.ask('hover', uriOf('a page of chat.jinja'), { position: { line: 0, character: 20 } }),
      null,
    );
    assert.equal(await client.stop(), 0);
  });
});

const twice = '[{"role": "user", "content": "Hi"},\n{"role": "user", "content": "Hi <|turn|> again"}]';

suite('what the chosen template does to a document', () => {
  test('one that a user looks at it with; taken back, nothing is left', async () => {
    const { client, until, uri } = await opened('chat.messages.json', twice, 'json');
    const choose = (template: string | null) =>
      client.connection.sendNotification('ocml/chooseTemplate', { textDocument: { uri }, template });
    await choose(`${folder.path}/alternates.jinja`);
    const found = only(await until(uri, has('template-rejects')), 'template-rejects');
    assert.equal(shown(twice, found), '1:"user"');
    assert.match(String(found.message), /Roles must alternate/);
    const mended = twice.replace('\n{"role": "user"', '\n{"role": "assistant"');
    client.change(uri, 2, { text: mended });
    const marker = only(await until(uri, has('template-special-in-content')), 'template-special-in-content');
    assert.equal(marker.range.start.line, 1);
    await choose(null);
    await until(uri, lacks('template-special-in-content'));
    assert.equal(await client.stop(), 0);
  });

  test('that of the project; what the template leaves out is where it is written, in every kind of document', async () => {
    folder.write({ 'p/.ocmlrc.json': '{"template": "forgets.jinja"}', 'p/forgets.jinja': forgets });
    const texts: Readonly<Record<string, readonly [text: string, marked: string]>> = {
      'p/a.harmony': [
        '<|start|>user<|message|>Rain?<|end|>\n<|start|>assistant<|channel|>commentary to=functions.rain <|constrain|>json<|message|>{"city":"Lima-7"}<|call|>',
        '1:{"city":"Lima-7"}',
      ],
      'p/a.ocml': [
        '<|im_start|>user\nRain?<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{"name": "rain", "arguments": {"city": "Lima-7"}}\n</tool_call><|im_end|>\n',
        '3:<tool_call>',
      ],
      'p/a.messages.json': [
        '[{"role":"user","content":"Rain?"},\n{"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"rain","arguments":"{\\"city\\":\\"Lima-7\\"}"}}]}]',
        '1:"arguments"',
      ],
      'p/rows.jsonl': [
        '{"messages":[{"role":"user","content":"Hi"},{"role":"assistant","content":"Ho"}]}\n{"messages":[{"role":"user","content":"Rain?"},{"role":"assistant","content":"","tool_calls":[{"id":"a","type":"function","function":{"name":"rain","arguments":"{\\"city\\":\\"Lima-7\\"}"}}]}]}\n',
        '1:"arguments"',
      ],
    };
    const client = await start();
    const until = listen(client);
    for (const [name, [text, marked]] of Object.entries(texts)) {
      const language = /json/.test(name) ? 'json' : 'ocml';
      client.open(uriOf(name), text, language);
      const found = only(await until(uriOf(name), has('template-drops')), 'template-drops');
      assert.ok(shown(text, found).startsWith(marked), `${name}: ${shown(text, found)}`);
    }
    client.open(uriOf('p/forgets.jinja'), sound, 'jinja');
    for (const name of Object.keys(texts)) await until(uriOf(name), lacks('template-drops'));
    assert.equal(await client.stop(), 0);
  });

  test('a configuration names no file outside its folder, not by a link either', async () => {
    const { client, until, uri } = await opened('sub/chat.messages.json', twice, 'json');
    client.open(uriOf('last.jinja'), forgets, 'jinja');
    await until(uriOf('last.jinja'), has('template-drops-arguments'));
    assert.deepEqual(
      (await until(uri, () => true)).filter(({ code }) => code === 'template-rejects'),
      [],
    );
    assert.match(client.log.join('\n'), /neither a template name nor a file in that folder/);
    assert.equal(await client.stop(), 0);
  });
});
