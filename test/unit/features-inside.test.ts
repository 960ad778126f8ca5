/** Completion, hover and signature help of declared tools inside the JSON of their calls, in every family. `$0` marks the cursor. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { features } from '../../server/src/features/index.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';
import { chatml, type Form, forms, llama, typeScript } from '../support/tool-forms.ts';
import type { Item } from './features-check.ts';

interface Help {
  readonly signatures: readonly {
    readonly label: string;
    readonly documentation?: string;
    readonly parameters: readonly { readonly label: string | [number, number]; readonly documentation?: string }[];
  }[];
  readonly activeParameter: number;
}

const client = { snippets: true, labelOffsets: false };

/** Opens a text under a file name, and returns the response to a request at `$0`. */
function ask<T>(name: string, marked: string, method: string, typed = false): { answer: T; text: string } {
  const text = marked.replace('$0', '');
  const document = openDocument(
    `file:///${name}`,
    'ocml',
    1,
    text,
    name.endsWith('.harmony') ? 'harmony' : undefined,
  ) as Transcript | JsonDocument;
  const position = document.positionAt(marked.indexOf('$0'));
  const params = { textDocument: { uri: document.uri }, position, context: { triggerKind: typed ? 2 : 1 } };
  const found =
    document instanceof JsonDocument
      ? jsonFeatures[method]?.(document, params, () => ({ strict: false, levels: {} }), undefined, client)
      : features.find((one) => one.method === method)?.run(document, params, () => assert.fail(), undefined, client);
  return { answer: found as T, text };
}

const items = (name: string, marked: string, typed = false) =>
  ask<{ items: Item[] }>(name, marked, 'textDocument/completion', typed).answer.items;
const labels = (name: string, marked: string, typed = false) => items(name, marked, typed).map(({ label }) => label);
const hover = (name: string, marked: string) =>
  ask<{ contents: { value: string } } | null>(name, marked, 'textDocument/hover').answer?.contents.value ?? '';
const help = (name: string, marked: string) =>
  ask<Help | null>(name, marked, 'textDocument/signatureHelp').answer ?? undefined;

/** Returns the text after an item was accepted. Tab stops of the snippet remain in the text. */
function accepted(name: string, marked: string, label: string): string {
  const { answer, text } = ask<{ items: Item[] }>(name, marked, 'textDocument/completion');
  const item = answer.items.find((one) => one.label === label);
  assert.ok(item, `${label} is not offered, but ${answer.items.map((one) => one.label).join(', ')}`);
  const lines = text.split('\n');
  const offset = ({ line, character }: { line: number; character: number }) =>
    lines.slice(0, line).reduce((sum, { length }) => sum + length + 1, 0) + character;
  const { start, end } = item.textEdit.range;
  return text.slice(0, offset(start)) + item.textEdit.newText + text.slice(offset(end));
}

for (const [title, { name, tool, call, later }] of Object.entries(forms)) {
  const reserved = /2\.2|projection/.test(title) ? ['deadline_ms'] : [];
  const isString = /as a string|projection/.test(title);
  suite(title, () => {
    test('keys: required ones first, with type and description, and none twice', () => {
      const all = items(name, call('{"$0"}'));
      assert.deepEqual(
        all.map(({ label }) => label),
        ['symbol', 'live', 'at', 'place', ...reserved],
      );
      assert.deepEqual([all[0]?.detail, all[1]?.detail], ['string', 'boolean (optional)']);
      assert.equal(all[0]?.documentation?.value, 'As on the **exchange**.');
      assert.deepEqual(all[0]?.documentation, { kind: 'plaintext', value: 'As on the **exchange**.' });
      assert.match(all[2]?.documentation?.value ?? '', /When\.\n\nDefault: "close"/);
      assert.deepEqual(labels(name, call('{"symbol": "a", "$0"}')), ['live', 'at', 'place', ...reserved]);
      assert.deepEqual(labels(name, call('{"place": {"$0"}}')), ['lat']);
    });
    test('values: the default first', () => {
      assert.deepEqual(labels(name, call('{"at": "$0"}')), ['close', 'open']);
      assert.deepEqual(labels(name, call('{"live": $0}')), ['true', 'false']);
    });
    test('a key comes with quotes, brackets and choices, the tab stop inside', () => {
      const rows: [string, string, string][] = [
        ['{"$0"}', 'symbol', '{"symbol": "$1"}'],
        ['{"$0"}', 'live', '{"live": ${1|true,false|}}'],
        ['{"$0"}', 'place', '{"place": {"lat": $1\\}}'],
        ['{"symbol": "a", "$0"}', 'at', '{"symbol": "a", "at": ${1|"close","open"|}}'],
        ['{$0 "at": "open"}', 'symbol', '{"symbol": "$1",  "at": "open"}'],
      ];
      for (const [before, label, after] of rows) {
        const found = accepted(name, call(before), label);
        // In a snippet, the escapes of a JSON string are escaped again.
        const plain = isString ? found.replaceAll('\\\\"', '\\"') : found;
        assert.equal(plain.replaceAll('\\\\}', '\\}'), call(after).replaceAll('\\\\}', '\\}'), before);
      }
    });
    test('nothing opens by itself in strings, after blanks and after values', () => {
      for (const args of ['{"symbol": "$0"}', '{"symbol": "a "$0}', '{ $0}', '$0', '{"symbol": $0'])
        assert.deepEqual(labels(name, call(args), true), [], args);
      // After a comma and a space, completion is requested automatically.
      const next = labels(name, call('{"symbol": "a", $0}'), true);
      assert.ok(next.length > 0 && !next.includes('symbol'), next.join());
    });
    test('hover: the key, its type, what the document says of it as text', () => {
      const symbol = hover(name, call('{"sym$0bol": "a"}'));
      assert.match(symbol, new RegExp(`\\*\\*\`symbol\`\\*\\* · argument of \`${tool}\``));
      assert.match(symbol, /`string`, required/);
      assert.match(symbol, /As on the \\\*\\\*exchange\\\*\\\*\\\./);
      assert.match(hover(name, call('{"$0at": "open"}')), /optional[^]*When[^]*Default: `"close"`/);
      assert.match(hover(name, call('{"place": {"l$0at": 1}}')), /field of an argument/);
      assert.match(hover(name, call('{"at": "clo$0se"}')), /`"close"`\*\* · the default/);
      assert.equal(hover(name, call('{"symbol": "a$0b"}')), '');
      assert.equal(hover(name, call('{"other": {"a$0": 1}}')), '');
    });
    test('the signature, with the parameter at hand', () => {
      const found = help(name, call('{"symbol": "a", "at": $0}'));
      assert.equal(
        found?.signatures[0]?.label,
        `${tool}(symbol: string, live?: boolean, at?: "open" | "close", place?: { lat })`,
      );
      assert.equal(found?.signatures[0]?.documentation, 'A price.');
      assert.equal(found?.activeParameter, 2);
      assert.equal(found?.signatures[0]?.parameters[2]?.label, 'at?: "open" | "close"');
      assert.equal(found?.signatures[0]?.parameters[2]?.documentation, 'When.\n\nDefault: "close"');
      const active = (args: string) => help(name, call(args))?.activeParameter;
      assert.equal(active('{$0}'), 0);
      assert.equal(active('{"symbol": "a$0"}'), 0);
      assert.equal(active('{"symbol": "a", $0}'), 1);
      assert.equal(active('{"place": {"lat": $0}}'), 3);
      assert.equal(active('{"place": {"lat": 1}$0}'), 3);
      assert.equal(active('{"other": $0}'), 4);
    });
    if (later) return;
    test('broken JSON, of which more is to come', () => {
      const cut = (args: string) => call(args).replace(/\$0[^]*$/, '$0');
      assert.deepEqual(labels(name, cut('{"symbol": "a", "$0')), ['live', 'at', 'place', ...reserved]);
      assert.deepEqual(labels(name, cut('{"symbol": "a", "at": $0')), ['close', 'open']);
    });
  });
}

const reply = (body: string, name = 'a.ocml') =>
  [
    name,
    `<|start|>tool name=functions.f call_id=c to=assistant<|channel|>commentary<|message|>${body}<|end|>`,
  ] as const;

test('the envelope of a reply: members, their values, and what they are for', () => {
  assert.deepEqual(labels(...reply('{"$0"}')), ['ok', 'content', 'error', 'provenance']);
  assert.deepEqual(labels(...reply('{"ok": $0}')), ['true', 'false']);
  assert.deepEqual(labels(...reply('{"error": $0}')), ['null', 'E-TOOL-TIMEOUT', 'E-TOOL-CANCELLED']);
  assert.deepEqual(labels(...reply('{"error": "$0"}')), ['E-TOOL-TIMEOUT', 'E-TOOL-CANCELLED']);
  assert.deepEqual(labels(...reply('{"error": {"$0"}}')), ['code', 'message']);
  assert.deepEqual(labels(...reply('{"error": {"code": "$0"}}')), ['E-TOOL-TIMEOUT', 'E-TOOL-CANCELLED']);
  assert.deepEqual(labels(...reply('{"provenance": {"$0"}}')), ['source', 'checksum', 'timestamp']);
  assert.deepEqual(labels(...reply('{"content": {"$0"}}')), []);
  const [whole, provenance] = [accepted(...reply('$0'), '{…}'), accepted(...reply('{"ok": true, "$0"}'), 'provenance')];
  assert.equal(whole, reply('{"ok": ${1|true,false|}, "content": $2\\}')[1]);
  assert.equal(
    provenance,
    reply('{"ok": true, "provenance": {"source": "$1", "checksum": "$2", "timestamp": "$3"\\}}')[1],
  );
  assert.match(hover(...reply('{"provenance": {"ch$0ecksum": ""}}')), /provenance\.checksum.*reply's body[^]*2\.2 §11/);
  assert.match(hover(...reply('{"error": {"code": "E-TOOL-$0TIMEOUT"}}')), /"E-TOOL-TIMEOUT"[^]*The error code/);
  // Harmony defines no envelope for a reply: the tool decides on the format.
  const [, harmony] = reply('{"$0"}');
  assert.deepEqual(labels('a.harmony', harmony.replace(' call_id=c', '')), []);
  const projected = JSON.stringify([{ role: 'tool', name: 'functions.f', call_id: 'c', content: '{"$0"}' }]);
  assert.deepEqual(labels('a.ocml.json', projected), ['ok', 'content', 'error', 'provenance']);
});

test('where nothing is written yet, all of it, if it is asked for', () => {
  for (const [title, { name, call }] of Object.entries(forms)) {
    if (title === 'a chat API, as an object' || title === 'blocks of Anthropic') continue;
    assert.deepEqual(labels(name, call('$0'), true), [], title);
    assert.match(accepted(name, call('$0'), '{…}'), /\{\\*"symbol\\*": \\*"\$1\\*"\\*\}/, title);
  }
  const tags = forms['ChatML with tags']?.call('').replace(/(<tool_call>)[^]*/, '$1\n$0\n</tool_call><|im_end|>') ?? '';
  assert.match(
    accepted('b.ocml', tags, 'stock'),
    /<tool_call>\n\{"name": "stock", "arguments": \{"symbol": "\$1"\\\}\\\}\n/,
  );
  const [text = ''] = forms['Llama 3']?.call('').split('{"name": "stock", "parameters": ') ?? [];
  assert.match(
    accepted('c.ocml', `${text}$0<|eom_id|>`, 'stock'),
    /\{"name": "stock", "parameters": \{"symbol": "\$1"\\\}\\\}<\|eom_id/,
  );
  assert.deepEqual(labels('c.ocml', `${llama('assistant', '$0')}<|eot_id|>`), []);
  const list = '<|im_start|>system\n<tools>\n$0\n</tools><|im_end|>';
  assert.match(
    accepted('b.ocml', list, '{…}'),
    /"type": "function", "function": \{"name": "\$1", "description": "\$2", "param/,
  );
});

test('a call names a tool that is declared, and hovers tell which', () => {
  const call = forms['ChatML with tags']?.call('{}') ?? '';
  const named = (what: string) => call.replace('"stock", "arguments"', `${what}, "arguments"`);
  const [item] = items('b.ocml', named('"$0"'));
  assert.deepEqual([item?.label, item?.documentation], ['stock', { kind: 'plaintext', value: 'A price.' }]);
  const declared =
    /type stock = \(_: \{\n {2}\/\/ As on the \*\*exchange\*\*\.\n {2}symbol: string,\n {2}live\?: boolean,[^]*at\?: "open" \| "close", \/\/ default: "close"\n {2}place\?: \{\n {4}lat: number,\n {2}\},\n\}\) => any;/;
  for (const [title, { name, call }] of Object.entries(forms)) {
    if (!call('').includes('"name"') || title.startsWith('the projection')) continue;
    const text = call('{}');
    const places = [...text.matchAll(/"name":\s*"(?=stock")/g)].map(({ index, 0: { length } }) => index + length);
    assert.equal(places.length, 2, title);
    for (const at of places) {
      const said = hover(name, `${text.slice(0, at + 1)}$0${text.slice(at + 1)}`);
      assert.match(said, declared, `${title} ${at}`);
      assert.match(said, /\/\/ A price\./);
    }
  }
  assert.match(
    hover('a.ocml', typeScript.replace('type stock', 'type sto$0ck')),
    /at\?: "open" \| "close", \/\/ default: close/,
  );
});

test('what a document says stays text: in descriptions, names, choices', () => {
  const evil = '[x](command:evil) <img src=x> ![y](http://a.b/c.png) `code`\u202e $(zap) https://a.b\n```\n# T';
  const tool = {
    name: 'stock',
    description: evil,
    parameters: { properties: { 'a\u202e': { enum: [evil], description: evil } } },
  };
  const text = (args: string) =>
    chatml(`<|im_start|>system\n<tools>\n${JSON.stringify(tool)}\n</tools>`) +
    chatml(`<|im_start|>assistant\n<tool_call>\n{"name": "stock", "arguments": ${args}}\n</tool_call>`);
  const all = [...items('b.ocml', text('{"$0"}')), ...items('b.ocml', text('{"a\u202e": $0}'))];
  assert.equal(all.length, 2);
  for (const { label, detail, documentation } of all as (Item & { documentation?: { kind: string } })[]) {
    assert.doesNotMatch(label + (detail ?? ''), /\u202e/);
    if (documentation) assert.equal(documentation.kind, 'plaintext');
  }
  assert.equal(all[0]?.textEdit.newText.startsWith('"a\u202e": '), true);
  const said = hover('b.ocml', text('{"$0a\u202e": 1}'));
  assert.match(said, /\\\[x\\\]\\\(command\\:evil\\\)/);
  assert.doesNotMatch(said.replace(/(`+).*?\1/g, ''), /\u202e|<img|(?<!\\)\]\(|\n#/);
  const signature = JSON.stringify(help('b.ocml', text('{$0}')));
  assert.doesNotMatch(signature, /\u202e/);
  const named = hover('b.ocml', text('{}').replace('"stock", "arguments"', '"st$0ock", "arguments"'));
  assert.match(named, /^\*\*`stock`\*\* · tool\n\n````+typescript\n/);
  assert.doesNotMatch(named, /\u202e/);
  const kind = hover('b.ocml', text('{"$0a\u202e": 1}').replaceAll('`code`', '👨\u200d👩\u200d👧'));
  assert.match(kind, /👨\u200d👩\u200d👧/);
});

test('deep, long and broken JSON', () => {
  const { name, call } = forms['OpenChatML 2.2'] as Form;
  const deep = `${'{"place": ['.repeat(10_000)}{"symbol": "$0`;
  for (const args of [deep, `${deep}"}${']}'.repeat(10_000)}`, `${'['.repeat(10_000)}$0`]) {
    assert.deepEqual(labels(name, call(args)), []);
    assert.doesNotMatch(hover(name, call(args)), /symbol/);
    help(name, call(args));
  }
  const long = `{"x": "${'a'.repeat(5e6)}", "sym$0bol": 1}`;
  assert.deepEqual(labels(name, call(long)), []);
  assert.match(hover(name, call(long)), /more than 200,000 characters/);
  assert.equal(help(name, call(long)), undefined);
  const chat = forms['a chat API, as a string'] as Form;
  assert.deepEqual(labels(chat.name, chat.call(long)), []);
  const { call: after } = forms['ChatML with tags'] as Form;
  assert.deepEqual(labels('b.ocml', after(deep)), []);
  const prose = `${llama('user', '{'.repeat(20_000))}<|eot_id|>${llama('assistant', '{"name": "$0"}')}`;
  assert.deepEqual(labels('c.ocml', prose), []);
  const wide = {
    name: 'stock',
    parameters: { properties: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, {}])) },
  };
  const tools = `${llama('system', JSON.stringify(wide))}<|eot_id|>${llama('assistant', '{"name": "stock", "parameters": {$0}}')}`;
  assert.match(help('c.ocml', tools)?.signatures[0]?.label ?? '', /p49\?: any, … 4950 more\)$/);
});

test('a call of ChatML that is tags itself', () => {
  const text = (inner: string) =>
    (forms['ChatML with tags']?.call('').split('<tool_call>')[0] ?? '') +
    `<tool_call>\n${inner}\n</tool_call><|im_end|>\n`;
  const name = 'b.ocml';
  const given = '<function=stock>\n<parameter=symbol>\nACME\n</parameter>\n';
  assert.deepEqual(labels(name, text('<function=$0')), ['stock']);
  assert.deepEqual(labels(name, text('<function=$0'), true), ['stock']);
  assert.match(
    accepted(name, text('<function=s$0'), 'stock'),
    /<function=stock>\n<parameter=symbol>\n\$1\n<\/parameter>\n<\/function>\n<\/tool_call>/,
  );
  assert.deepEqual(labels(name, text(`${given}<parameter=$0`)), ['live', 'at', 'place']);
  assert.match(
    accepted(name, text(`${given}<parameter=$0`), 'at'),
    /<parameter=at>\n\$1\n<\/parameter>\n<\/tool_call>/,
  );
  assert.match(accepted(name, text(`${given}<parameter=l$0>`), 'live'), /<parameter=live>\n<\/tool_call>/);
  assert.deepEqual(labels(name, text(`${given}<parameter=at>\n$0\n</parameter>`)), ['close', 'open']);
  assert.match(
    accepted(name, text(`${given}<parameter=at>\nop$0x\n</parameter>\n</function>`), 'open'),
    /<parameter=at>\nopen\n<\/parameter>/,
  );
  assert.deepEqual(labels(name, text('<function=stock>\n<parameter=symbol>\n$0\n</parameter>')), []);
  assert.deepEqual(labels(name, text('<function=none>\n<parameter=$0')), []);
  const call = `${given}<parameter=at>\nopen\n</parameter>\n</function>`;
  assert.match(hover(name, text(call.replace('sto', 'sto$0'))), /type stock = /);
  assert.match(hover(name, text(call.replace('sym', 'sym$0'))), /argument of `stock`[^]*required/);
  assert.match(hover(name, text(call.replace('=at', '=a$0t'))), /Default: `"close"`/);
  assert.equal(hover(name, text(call.replace('AC', 'AC$0'))), '');
  assert.equal(help(name, text(call.replace('open', 'op$0en')))?.activeParameter, 2);
  assert.equal(help(name, text(call.replace('AC', 'AC$0')))?.activeParameter, 0);
});

test('an answer that is asked to have a format', () => {
  const format = JSON.stringify({
    type: 'object',
    properties: {
      list: { type: 'array' },
      total: { type: 'number', description: 'In *euros*.' },
      unit: { enum: ['kg', 'g'] },
    },
    required: ['total'],
  });
  const text = (body: string, header = 'assistant<|channel|>final') =>
    `<|start|>developer<|message|># Response Formats\n\n## order\n\n${format}<|end|><|start|>${header}<|message|>${body}<|return|>`;
  for (const name of ['a.ocml', 'a.harmony']) {
    assert.deepEqual(labels(name, text('{"$0"}')), ['total', 'list', 'unit']);
    assert.deepEqual(labels(name, text('{"unit": "$0"}')), ['kg', 'g']);
    assert.ok(accepted(name, text('$0'), '{…}').includes('<|message|>{"total": $1\\}<|return|>'));
    assert.match(
      hover(name, text('{"to$0tal": 1}')),
      /`total`\*\* · field of the answer\n\n`number`, required\n\nIn \\\*euros\\\*\\\./,
    );
    assert.deepEqual(labels(name, text('He said: "$0"'), true), []);
    assert.deepEqual(labels(name, text('{"$0"}', 'assistant<|channel|>analysis'), true), []);
    assert.deepEqual(labels(name, text('{"$0"}', 'user'), true), []);
  }
});
