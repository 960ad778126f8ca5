/** Highlighting of chat templates if no extension for Jinja is installed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJson, tokenizeJinja } from './tokenize.ts';

async function scopesOf(text: string, piece: string, nth = 0): Promise<string> {
  const found = (await tokenizeJinja(text)).filter((one) => one.text.includes(piece));
  return found[nth]?.scopes.join(' ') ?? 'nothing';
}

test('statements, expressions, comments and the text between them', async () => {
  const template = `{#- A {{ comment }} -#}
{%- for message in messages if message.role is not none %}
<|im_start|>{{ message['role'] | upper }}{{- {'a': {'b': 1}} | tojson -}} for all
{%- endfor %}
{% macro show(x) %}{{ show("a\\"%}b<|im_end|>") }}{% endmacro %}
{% generation %}text{% endgeneration %}`;
  for (const [piece, scope, nth] of [
    [' A {{ comment }} ', /comment\.block/],
    ['for', /keyword\.control/],
    ['none', /support\.function\.test/],
    ['<|im_start|>', /constant\.other\.token/],
    ['role', /string\.quoted\.single/, 1],
    ['upper', /support\.function\.filter/],
    ['tojson', /support\.function\.filter/],
    [' for all', /^source\.jinja\.chat-template$/],
    ['endfor', /keyword\.control/],
    ['show', /entity\.name\.function/],
    ['%}b', /string\.quoted\.double/],
    ['<|im_end|>', /string\.quoted\.double.*constant\.other\.token/],
    ['endgeneration', /keyword\.control/],
    ['text', /^source\.jinja\.chat-template$/],
  ] as const)
    assert.match(await scopesOf(template, piece, nth), scope, piece);
});

test('what is raw is text', async () => {
  const template = '{% raw %}{{ not.code }}{% endraw %}{{ code }}';
  assert.match(await scopesOf(template, 'not.code'), /^source\.jinja\.chat-template$/);
  assert.match(await scopesOf(template, 'code', 1), /variable\.other/);
});

test('comments can be toggled, and the grammar is that of the language', () => {
  const { contributes } = readJson('package.json');
  const { configuration } = contributes.languages.find(({ id }: { id: string }) => id === 'jinja');
  assert.deepEqual(readJson(configuration).comments, { blockComment: ['{#', '#}'] });
  assert.ok(contributes.grammars.some(({ language }: { language?: string }) => language === 'jinja'));
});
