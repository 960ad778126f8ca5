/**
 * Tests very deep nesting, wherever something can be nested. Every command and every request responds, or reports in the project's own
 * words that the nesting is too deep. Nothing overflows the call stack.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { Refusal } from '../../server/src/features/support/feature.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { assembled } from '../../server/src/stream/assembled.ts';
import { headerValues } from '../../server/src/syntax/document-header/values.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { ocml } from '../support/command.ts';
import { someOf } from '../support/effort.ts';
import { works } from '../support/scaling/works.ts';

/** `JSON.stringify` fails at more than 5,000 levels, and a recursive function at more than 10,000. */
const deep = 11_000;
const times = (text: string) => text.repeat(deep);

const json: Readonly<Record<string, string>> = {
  arrays: times('[') + times(']'),
  objects: `${times('{"a":')}1${times('}')}`,
  'arrays that nothing closes': times('['),
  'schemas of lists': `${times('{"type":"array","items":')}{}${times('}')}`,
};

const user = (body: string) => `<|start|>user<|message|>${body}<|end|>`;
const answer = (body: string) => `${user('Hi')}<|start|>assistant<|channel|>final<|message|>${body}<|return|>`;
const chatml = (body: string, role = 'assistant') => `<|im_start|>${role}\n${body}<|im_end|>\n`;
const declared = (type: string) =>
  `<|start|>developer<|message|># Tools\n\n## functions\n\nnamespace functions {\n\ntype f = (_: ${type}) => any;\n\n} // namespace functions<|end|>`;
const call = (body: string) =>
  `${declared('{ a: any }')}<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|constrain|>json<|message|>${body}<|call|>`;
const list = (member: string) => `{"messages": [{"role": "user", "content": "Hi"}${member}`;
const called = (given: string) =>
  list(
    `, {"role": "assistant", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": ${given}}}]}]}`,
  );

type Row = readonly [name: string, text: string, dialect?: DialectId | undefined];

/** Functions that put JSON into each part of a document that can contain JSON. */
const holders: readonly (readonly [name: string, hold: (json: string) => string, dialect?: DialectId | undefined])[] = [
  ['the arguments of a call', call, 'openchatml-2.2'],
  ['the arguments of a call in Harmony', call, 'harmony'],
  ['an answer', answer, 'openchatml-2.2'],
  ['a call of 0.1', (text) => chatml(`<|function_call|>\n{"name": "f", "arguments": ${text}}`), 'openchatml-0.1'],
  [
    'a declaration of 0.1',
    (text) =>
      chatml(`<|function_list|>\n{"type": "function", "function": {"name": "f", "parameters": ${text}}}`, 'system') +
      chatml('<|function_call|>\n{"name": "f", "arguments": {"a": 1}}'),
    'openchatml-0.1',
  ],
  [
    'a call in tags',
    (text) => chatml(`<tool_call>\n{"name": "f", "arguments": ${text}}\n</tool_call>`),
    'openchatml-0.1',
  ],
  [
    'a call of Llama 3',
    (text) => `<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "f", "parameters": ${text}}<|eot_id|>`,
    'llama3',
  ],
  ['a file', (text) => text],
  ['a content', (text) => list(`, {"role": "user", "content": ${text}}]}`)],
  ['a member of a message', (text) => list(`, {"role": "user", "content": "a", "x": ${text}}]}`)],
  ['arguments', called],
  ['arguments as a string', (text) => called(JSON.stringify(text))],
  [
    'a declaration',
    (text) => list(`], "tools": [{"type": "function", "function": {"name": "f", "parameters": ${text}}}]}`),
  ],
  ['a row', (text) => `${list(']}')}\n${list(`], "x": ${text}}`)}\n`],
  ['an event', (text) => `data: {"choices": [{"index": 0, "delta": {"content": "a", "x": ${text}}}]}\n\n`],
  ['a document header', (text) => `---\nversion: 2.2\ntools: ${text}\n---\n${user('Hi')}`, 'openchatml-2.2'],
];

/** Other kinds of text that can be nested. */
const others: readonly Row[] = [
  ['lists in YAML', `---\nversion: 2.2\ntools:\n${times('- ')}a\n---\n${user('Hi')}`, 'openchatml-2.2'],
  ['keys in YAML', `---\nversion: 2.2\n${times('? ')}a\n---\n${user('Hi')}`, 'openchatml-2.2'],
  ...['> ', '- ', '[', '![', '*a ', '**a *b ', '~~a ', '[a](', '<b>', '> - '].map(
    (again): Row => [`Markdown ${again}`, answer(`${times(again)}a`), 'openchatml-2.2'],
  ),
  ['links', answer(`${times('[')}a${times('](b)')}`), 'openchatml-2.2'],
  ['calls in calls', chatml(times('<tool_call>') + times('</tool_call>')), 'openchatml-0.1'],
  ['calls in XML', chatml(`<tool_call>${times('<function=f><parameter=a>')}`), 'openchatml-0.1'],
  ['thoughts', chatml(times('<think>') + times('</think>')), 'openchatml-0.1'],
  ['lists in Python', chatml(`[f(a=${times('[')}${times(']')})]`), 'openchatml-0.1'],
  ['calls in Python', chatml(`[${times('f(a=')}${times(')')}]`), 'openchatml-0.1'],
  ['objects in a type', declared(`${times('{ a: ')}string${times(' }')}`) + call('{"a": 1}'), 'harmony'],
  ['brackets in a type', declared(`{ a: ${times('(')}string${times(')')} }`) + call('{"a": 1}'), 'harmony'],
  ['unions in a type', declared(`{ a: ${times('(string | ')}string${times(')')} }`) + call('{"a": 1}'), 'harmony'],
  ['lists of a type', declared(`{ a: string${times('[]')} }`) + call('{"a": 1}'), 'harmony'],
];

const rows: readonly Row[] = [
  ...holders.flatMap(([name, hold, dialect]) =>
    Object.entries(json).map(([shape, text]): Row => [`${shape} in ${name}`, hold(text), dialect]),
  ),
  ...others,
];

/** Other tests cover streams that are divided in other ways. */
const tried = works.filter(({ name }) => !/^stream (?!whole)/.test(name));

suite(`Nested ${deep} deep`, () => {
  for (const [name, text, dialect] of someOf(rows))
    test(name, async () => {
      const document = openDocument('file:///test', 'ocml', 1, text, dialect);
      createChecker(document, { strict: false, levels: {} }, (code, cause) => {
        throw new Error(`${code} threw`, { cause });
      }).problems(100);
      for (const work of tried) {
        try {
          await work.run({ text, dialect });
        } catch (error) {
          if (work.name.includes('/')) assert.ok(error instanceof Refusal, `${work.name}: ${String(error)}`);
          assert.doesNotMatch(String(error), /call stack|RangeError|TypeError/, work.name);
        }
      }
    });
});

test('a document header that is nested too deeply says so, and is not read by a parser that would fill the stack', () => {
  for (const value of [times('['), times('{a: '), times('- '), `"a"${times(' ? ')}`]) {
    const transcript = new Transcript('test:', 'ocml', 0, `---\nversion: 2.2\nkey: ${value}\n---\n${user('Hi')}`);
    const header = transcript.blocks.at(0);
    assert.deepEqual(header && headerValues(header).errors.map(({ code }) => code), ['TOO_DEEP'], value.slice(0, 9));
  }
});

test('what an event nests without end is taken as it is', () => {
  for (const text of [json.arrays, json.objects]) {
    const event = (more: string) => `data: {"choices": [{"index": 0, "delta": {"content": "a"${more}}}]}\n\n`;
    const { answers, unread } = assembled(event(`, "x": ${text}`) + event(''));
    assert.equal(unread, 0);
    assert.equal((answers[0] as { choices: { message: { content: string } }[] }).choices[0]?.message.content, 'aa');
  }
});

const folder = mkdtempSync(join(tmpdir(), 'ocml-deep-'));
after(() => rmSync(folder, { recursive: true }));

/** Nested expressions, blocks and lists of a template. */
const templates: Readonly<Record<string, string>> = {
  brackets: `{{ ${times('(')}1${times(')')} }}`,
  lists: `{{ ${times('[')}${times(']')} }}`,
  blocks: times('{% if a %}') + times('{% endif %}'),
  filters: `{{ a${times('|trim')} }}`,
  negations: `{{ ${times('not ')}a }}`,
  members: `{{ a${times('.b')} }}`,
  sums: `{{ a${times(' + a')} }}`,
  choices: `{{ ${times('a if b else ')}c }}`,
  branches: `{% if a %}${times('{% elif a %}')}{% endif %}`,
};

for (const [name, template] of someOf(Object.entries(templates)))
  test(`a template with ${name}`, () => {
    writeFileSync(join(folder, 'template.jinja'), template);
    writeFileSync(join(folder, 'chat.json'), list(']}'));
    const { status, stdout, stderr } = ocml(['render', '--template', 'template.jinja', 'chat.json'], { cwd: folder });
    assert.ok(status !== null && status <= 2, `ends with ${status}`);
    assert.doesNotMatch(stdout + stderr, /call stack|RangeError|TypeError/);
  });

const commands = [
  ['check'],
  ['check', '--fix'],
  ['convert', '--to', 'messages'],
  ['convert', '--to', 'harmony'],
  ['render', '--template', 'chatml'],
  ['inspect'],
  ['stream'],
  ['explain'],
  ['format'],
  ['tokens'],
];

/**
 * Each text is tried with only some commands, in such a way that each command gets each kind of nesting. All combinations would take 320
 * processes.
 */
const perText = 3;

suite('Commands', () => {
  const texts = rows.filter(([name]) => /^(?:arrays|objects) in /.test(name));
  for (const [i, [name, text, dialect]] of someOf([...texts.entries()]))
    test(name, () => {
      const file = dialect === undefined ? 'chat.json' : dialect === 'harmony' ? 'chat.harmony' : 'chat.ocml';
      for (let nth = 0; nth < perText; nth++) {
        const command = commands[(perText * i + nth) % commands.length] as string[];
        writeFileSync(join(folder, file), text);
        const { status, stdout, stderr } = ocml([...command, file], { cwd: folder });
        assert.ok(status !== null && status <= 2, `${command.join(' ')} ends with ${status}`);
        assert.doesNotMatch(stdout + stderr, /call stack|RangeError|TypeError/, command.join(' '));
      }
    });
});
