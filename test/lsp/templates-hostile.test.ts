/** Hostile templates that are open in the editor: the server keeps answering, and checks the next document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Diagnostic, PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import { someOf } from '../support/effort.ts';
import { start } from './client.ts';

const doubled =
  "{% set ns = namespace(s='xxxxxxxxxxxxxxxx') %}{% for i in range(99) %}{% set ns.s = ns.s + ns.s %}{% endfor %}";
const loops = '{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}';
const about = '{% for m in messages %}{{ m.role }}{{ m.content }}{% endfor %}';
const config = (template: string) =>
  `{"__proto__": {"chat_template": "x"}, "constructor": 1, "added_tokens_decoder": {"__proto__": {"content": "<|a|>"}, "toString": {"content": 7}}, "chat_template": [{"name": "__proto__", "template": ${JSON.stringify(template)}}, {"name": "constructor", "template": "{{ constructor }}{{ __proto__ }}"}], "bos_token": {"content": {"a": 1}}}`;

const hostile: Readonly<Record<string, readonly [name: string, text: string]>> = {
  'ten megabytes': ['a.jinja', about + '{{ messages }}'.repeat(750_000)],
  'a megabyte of tags that nothing closes': ['a.jinja', about + '{% if messages '.repeat(70_000)],
  'tags of markup that nothing closes': ['a.jinja', `{% for m in messages %}{{ m.role }}${'<p '.repeat(300_000)}`],
  'nested a hundred thousand deep': ['a.jinja', `${about}{{ ${'('.repeat(100_000)}`],
  'nested blocks': ['a.jinja', about + '{% if x %}'.repeat(100_000)],
  'a range without end': ['a.jinja', `${about}{{ range(10**9) | list }}`],
  'loops in loops': ['a.jinja', about + loops],
  'loops in loops, with tools alone': ['a.jinja', `${about}{% if tools %}${loops}{% endif %}`],
  'a string that is doubled': ['a.jinja', about + doubled],
  'operators without end': ['a.jinja', `${about}{{ 1${'+1'.repeat(100_000)} }}`],
  'as many names as there is room for': [
    'a.jinja',
    about + Array.from({ length: 50_000 }, (_, i) => `{{ n${i} }}`).join(''),
  ],
  'as many markers': ['a.jinja', about + Array.from({ length: 20_000 }, (_, i) => `<|m${i}x|>`).join('')],
  'names of prototypes': ['tokenizer_config.json', config(about)],
  'a hostile template in a configuration': ['tokenizer_config.json', config(about + loops)],
  'a configuration that is nested': ['tokenizer_config.json', `{"chat_template": ${'['.repeat(100_000)}`],
  'a configuration that breaks off': ['tokenizer_config.json', '{"chat_template": "{% for m in messages %}'],
};

for (const [title, [name, text]] of someOf(Object.entries(hostile))) {
  test(title, { timeout: 120_000 }, async () => {
    const client = await start();
    const pushed: PublishDiagnosticsParams[] = [];
    let told = () => {};
    client.connection.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      pushed.push(params);
      told();
    });
    const uri = `file:///hostile/${name}`;
    client.open(uri, text, name.endsWith('.json') ? 'json' : 'jinja');
    // While the template is examined, the server answers. An edit stops the examination, and problems are reported for the edited text.
    await client.ask('hover', uri, { position: { line: 0, character: 14 } });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const started = Date.now();
    await client.ask('hover', uri, { position: { line: 0, character: 14 } });
    assert.ok(Date.now() - started < 30_000);
    client.open('file:///hostile/good.jinja', '{{ messages[0].content | nothing }}{{ bos_token }}', 'jinja');
    client.change(uri, 2, { text: 'nothing at all' });
    const good = (all: readonly Diagnostic[]) => all.some(({ code }) => code === 'template-filter-unknown');
    while (!pushed.some(({ uri: of, diagnostics }) => of.endsWith('good.jinja') && good(diagnostics)))
      await new Promise<void>((resolve) => {
        told = resolve;
      });
    assert.equal(await client.stop(), 0);
  });
}
