/** Each figure of `ocml report` is compared with a plain computation over generated data, which includes unusual rows. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import * as zlib from 'node:zlib';
import { parquetOf } from '../support/parquet.ts';
import { randomFrom } from '../support/random.ts';
import { tokenizer } from '../support/tokenizer.ts';
import { createFolder } from './ocml.ts';

const random = randomFrom(20_261_128);
const below = (n: number) => Math.floor(random() * n);
const words = Array.from({ length: 3000 }, () =>
  Array.from({ length: 3 + below(6) }, () => 'abcdefghiklmnoprstu'[below(19)]).join(''),
);
const text = (count: number) => Array.from({ length: count }, () => words[below(words.length)]).join(' ');

interface Message {
  role: string;
  content: string | null;
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  tool_call_id?: string;
}
interface Row {
  id?: number;
  messages: Message[];
  tools?: unknown;
}

const declared = (name: string) => [
  { type: 'function', function: { name, description: 'x', parameters: { type: 'object' } } },
];

function row(id: number): Row {
  const messages: Message[] = [];
  if (below(2) === 0) messages.push({ role: 'system', content: ['Be brief.', 'Be kind.'][below(2)] as string });
  for (let turn = 0; turn <= below(3); turn++) {
    messages.push({ role: 'user', content: text(12 + below(40)) });
    if (below(3) === 0) {
      const call = { id: `c${turn}`, type: 'function', function: { name: 'search', arguments: '{"q":"x"}' } };
      messages.push({ role: 'assistant', content: null, tool_calls: [call] });
      if (below(4) > 0) messages.push({ role: 'tool', tool_call_id: `c${turn}`, content: text(5) });
    }
    messages.push({ role: 'assistant', content: text(12 + below(60)) });
  }
  const calls = messages.some((one) => one.tool_calls);
  return { id, messages, ...(calls && { tools: declared('search') }) };
}

const rows = Array.from({ length: 400 }, (_, i) => row(i));
const lines = rows.map((one) => JSON.stringify(one));
/** Extra rows: row 11 again on lines 401 and 402, row 21 with another id on line 403, and the rows below. */
const first = rows[30] as Row;
const planted = [
  lines[10],
  lines[10],
  JSON.stringify({ ...rows[20], id: 9999 }),
  // This row has the same question as another row, but another answer.
  JSON.stringify({ messages: [...first.messages.slice(0, -1), { role: 'assistant', content: text(30) }] }),
  // This row is the beginning of another row, which continues after the first answer.
  JSON.stringify({
    messages: [
      { role: 'user', content: text(20) },
      { role: 'assistant', content: text(20) },
    ],
  }),
] as string[];
const begun = JSON.parse(planted[4] as string) as Row;
planted.push(
  JSON.stringify({
    messages: [...begun.messages, { role: 'user', content: text(9) }, { role: 'assistant', content: text(9) }],
  }),
);
// Near duplicates: they differ in one of many words.
const long = {
  messages: [
    { role: 'user', content: text(150) },
    { role: 'assistant', content: text(150) },
  ],
};
planted.push(JSON.stringify(long), JSON.stringify(long).replace(/ (\w+) (\w+)"/, ' $1 zebra"'));
const all = [...lines, ...planted];

const folder = createFolder({
  'data.jsonl': `${all.join('\n')}\n`,
  'data.json': `[\n${all.join(',\n')}\n]\n`,
  'one.jsonl': `${all.slice(0, 200).join('\n')}\n`,
  'two.jsonl': `${all.slice(200).join('\n')}\n`,
  'tokenizer.json': JSON.stringify(tokenizer),
  'chat.jinja':
    "{%- for m in messages %}{{ '<|im_start|>' + m.role + '\\n' + (m.content or '') + '<|im_end|>\\n' }}{% endfor %}",
});
after(() => folder.remove());

/** Returns a Zstandard frame with uncompressed blocks. */
function zstdOf(bytes: Buffer): Buffer {
  const head = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0xa0, 0, 0, 0, 0]);
  head.writeUInt32LE(bytes.length, 5);
  const blocks: Buffer[] = [head];
  for (let at = 0; at < bytes.length; at += 1 << 16) {
    const block = bytes.subarray(at, at + (1 << 16));
    const isLast = at + block.length >= bytes.length;
    const blockHead = Buffer.alloc(3);
    blockHead.writeUIntLE(block.length * 8 + Number(isLast), 0, 3);
    blocks.push(blockHead, block);
  }
  return Buffer.concat(blocks);
}

type Data = any;
function report(...args: readonly string[]): Data {
  const { status, stdout, stderr } = folder.ocml('report', '--format', 'json', ...args);
  assert.equal(stderr, '');
  assert.equal(status, 0);
  return JSON.parse(stdout);
}

const parsed = all.map((line) => JSON.parse(line) as Row);
const messages = parsed.flatMap((one) => one.messages);
const tally = <T>(items: readonly T[], of: (item: T) => string) => {
  const counts: Record<string, number> = {};
  for (const item of items) counts[of(item)] = (counts[of(item)] ?? 0) + 1;
  return counts;
};
const quantile = (sorted: readonly number[], share: number) => sorted[Math.ceil(share * sorted.length) - 1];

suite('figures', () => {
  const data = report('data.jsonl');

  test('rows, roles and sequences', () => {
    assert.equal(data.rows, all.length);
    assert.deepEqual(
      data.roles,
      tally(messages, ({ role }) => role),
    );
    const sequences = tally(parsed, (one) => one.messages.map(({ role }) => role).join(' '));
    const short = Object.entries(sequences).filter(([name]) => name.split(' ').length <= 12);
    for (const [name, many] of short) assert.equal(data.sequences[name].rows, many, name);
    const [name] = short[0] as [string, number];
    assert.equal(
      data.sequences[name].first,
      parsed.findIndex((one) => one.messages.map(({ role }) => role).join(' ') === name) + 1,
    );
    assert.deepEqual(data.shapes, { messages: { rows: all.length, first: 1 } });
    assert.equal(data.turns.sum, messages.filter(({ role }) => role === 'user').length);
  });

  test('columns with their types', () => {
    assert.deepEqual(data.columns.messages.types, { list: { count: all.length, first: 1 } });
    const nulls = messages.filter(({ content }) => content === null).length;
    assert.equal(data.columns['messages[].content'].types.null.count, nulls);
    assert.equal(data.columns['messages[].content'].types.string.count, messages.length - nulls);
    const without = parsed.filter(({ tools }) => tools === undefined).length;
    assert.equal(data.columns.tools.types.absent.count, without);
    assert.equal(data.columns.tools.types.absent.first, parsed.findIndex(({ tools }) => tools === undefined) + 1);
    assert.equal(data.columns.id.types.absent.count, planted.length - 3);
    assert.equal(data.columns.id.types.absent.first, all.length - planted.length + 4);
    assert.equal(data.columns['messages[].tool_calls[].function.arguments'].types.string.count, nulls);
  });

  test('tools and system prompts', () => {
    const calls = messages.flatMap((one) => one.tool_calls ?? []).length;
    const answered = messages.filter(({ role }) => role === 'tool').length;
    const declares = parsed.filter(({ tools }) => tools !== undefined).length;
    assert.deepEqual(
      { ...data.tools.search, first: 0 },
      { declared: declares, called: calls, answered, unanswered: calls - answered, first: 0 },
    );
    const systems = messages.filter(({ role }) => role === 'system');
    assert.equal(data.systemPrompts.rows, systems.length);
    assert.equal(data.systemPrompts.distinct, 2);
    const most = Object.entries(tally(systems, ({ content }) => content ?? '')).sort(([, a], [, b]) => b - a)[0];
    assert.deepEqual([data.systemPrompts.frequent[0].text, data.systemPrompts.frequent[0].rows], most);
  });

  test('lengths with exact quantiles', () => {
    const said = (one: Message) =>
      (one.content ?? '').length +
      (one.tool_calls ?? []).reduce((sum, call) => sum + call.function.arguments.length, 0);
    const inRows = parsed
      .map((one) => one.messages.reduce((sum, message) => sum + said(message), 0))
      .sort((a, b) => a - b);
    const { characters } = data.lengths;
    for (const [name, share] of [
      ['p50', 0.5],
      ['p90', 0.9],
      ['p95', 0.95],
      ['p99', 0.99],
      ['max', 1],
    ] as const)
      assert.equal(characters[name], quantile(inRows, share), name);
    assert.equal(characters.error, 0);
    assert.equal(characters.messages.count, messages.length);
    assert.equal(
      characters.messages.sum,
      messages.reduce((sum, message) => sum + said(message), 0),
    );
    const answers = messages.filter(({ role, content }) => role === 'assistant' && content !== null);
    assert.equal(characters.answers.count, answers.length);
    const bins = characters.histogram as { from: number; to: number; count: number }[];
    for (const { from, to, count } of bins)
      assert.equal(count, inRows.filter((length) => length >= from && length < to).length);
  });

  test('duplicates: all that are planted, and no others', () => {
    const n = lines.length;
    assert.equal(data.duplicates.rows, 2);
    assert.deepEqual(data.duplicates.groups, [{ count: 3, lines: [11, n + 1, n + 2] }]);
    assert.deepEqual(data.duplicates.conversations, { rows: 1, groups: [{ count: 2, lines: [21, n + 3] }] });
    assert.deepEqual(data.duplicates.questions, { rows: 1, groups: [{ count: 2, lines: [31, n + 4], answers: 2 }] });
    assert.deepEqual(data.duplicates.beginnings, { rows: 1, pairs: [{ line: n + 5, of: n + 6 }] });
    const near = data.duplicates.near.pairs as { lines: number[]; similarity: number; text: string }[];
    assert.ok(
      near.some(({ lines: [one, other], similarity }) => one === n + 7 && other === n + 8 && similarity > 0.95),
    );
    // Each pair is compared directly, by its sequences of three words.
    const stretches = (line: number) => {
      const found = (parsed[line - 1] as Row).messages
        .flatMap(({ content, tool_calls: calls = [] }) => [
          content ?? '',
          ...calls.map((call) => call.function.arguments),
        ])
        .join(' ')
        .match(/\w+/g) as string[];
      return new Set(found.slice(2).map((_, i) => found.slice(i, i + 3).join(' ')));
    };
    for (const {
      lines: [one = 0, other = 0],
      similarity,
    } of near) {
      const [a, b] = [stretches(one), stretches(other)];
      const both = [...a].filter((stretch) => b.has(stretch)).length;
      assert.ok(Math.abs(both / (a.size + b.size - both) - similarity) < 0.01);
    }
    assert.match(near.find(({ lines: [one] }) => one === n + 7)?.text ?? '', /zebra/);
  });

  test('problems are those of ocml check', () => {
    const { stdout } = folder.ocml('check', '--format', 'json', 'data.jsonl');
    const found = JSON.parse(stdout)[0].diagnostics as { code: string }[];
    assert.deepEqual(
      Object.fromEntries(Object.entries(data.findings as Data).map(([code, { count }]: Data) => [code, count])),
      tally(found, ({ code }) => code),
    );
  });

  test('problems are those of ocml check --training, if that is asked for; otherwise the report says so', () => {
    folder.write({ 'ends.jsonl': '{"messages":[{"role":"user","content":"x"}]}\n' });
    assert.deepEqual(report('ends.jsonl').findings, {});
    const { stdout } = folder.ocml('report', 'ends.jsonl');
    assert.match(stdout, /ocml check finds no problems\.\n +To include problems that affect only training/);
    const { findings, rules } = report('ends.jsonl', '--training');
    assert.deepEqual(findings, { 'answer-missing': { severity: 'warning', count: 1, lines: [1] } });
    assert.equal(rules, 'training');
    assert.equal(folder.ocml('report', 'ends.jsonl', '--training', '--counts', 'ends.counts').status, 0);
    assert.equal(report('--merge', 'ends.counts').rules, 'training');
  });

  test('each kind of duplicates has its lines, and what is left out is where it is said to be', () => {
    const said = (i: number, more = {}) =>
      JSON.stringify({
        messages: [
          { role: 'user', content: `Question ${i}` },
          { role: 'assistant', content: 'Yes.' },
        ],
        ...more,
      });
    const pairs = Array.from({ length: 130 }, (_, i) => `${said(i)}\n${said(i)}\n`).join('');
    const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } };
    const called = JSON.stringify({
      messages: [
        { role: 'user', content: 'Question 131' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'c1', content: '1' },
      ],
    });
    folder.write({
      'kinds.jsonl': `${pairs}${called}\n${called.replace('assistant', 'asistant')}\n${said(132)}\n${said(132).replace('Yes', 'No')}\n`,
    });
    const { duplicates } = report('kinds.jsonl');
    assert.deepEqual(duplicates.groupCounts, { rows: 130, conversations: 1, questions: 1 });
    assert.equal(duplicates.groups.length, 100);
    const { stdout } = folder.ocml('report', 'kinds.jsonl');
    assert.match(stdout, /… 110 more; --format json lists 80 of them/);
    assert.match(stdout, /Rows with the same conversation +Lines\n +2 +261, 262\n/);
    assert.match(stdout, /Rows with the same question +Lines\n +2 +263, 264\n/);
    assert.match(
      stdout,
      /1 further row has the same conversation as an earlier row, but differs elsewhere: .*role names/,
    );
    const page = folder.ocml('report', 'kinds.jsonl', '--format', 'html').stdout;
    assert.match(page, /… 30 more</);
    assert.doesNotMatch(page, /--format json/);
  });

  test('of several shapes, what makes one of them; lines have no commas in their numbers', () => {
    const row = (i: number) => JSON.stringify({ messages: [{ role: 'user', content: `Question ${i}` }] });
    const rows = Array.from({ length: 1200 }, (_, i) => row(i)).join('\n');
    const shared = JSON.stringify({ conversations: [{ from: 'human', value: 'Hello' }] });
    folder.write({ 'shapes.jsonl': `${rows}\n${shared}\n${row(1)}\n`, 'shape.jsonl': `${rows}\n` });
    const { stdout } = folder.ocml('report', 'shapes.jsonl');
    assert.match(stdout, /Trainers expect all rows to have the shape of the first\. `ocml convert --to messages` /);
    assert.match(stdout, /sharegpt +1 {2}line 1201\n/);
    assert.match(stdout, /Identical rows +Lines\n +2 +2, 1202\n/);
    assert.doesNotMatch(folder.ocml('report', 'shape.jsonl').stdout, /Trainers read/);
  });

  test('tokens, and how many rows have more than usual limits', () => {
    const { tokens } = report('data.jsonl', '--encoding', 'o200k_base').lengths;
    const { stdout } = folder.ocml('tokens', '--encoding', 'o200k_base', '--format', 'json', 'data.jsonl');
    assert.equal(tokens.sum, JSON.parse(stdout).total);
    assert.ok(tokens.p50 <= tokens.p90 && tokens.p99 <= tokens.max);
    assert.deepEqual(Object.keys(tokens.above)[0], '512');
  });

  test('what a trainer trains', () => {
    const args = ['--tokenizer', 'tokenizer.json', '--template', 'chat.jinja'];
    const { training } = report('data.jsonl', ...args, '--trainer', 'trl');
    const mask = folder.ocml('mask', 'data.jsonl', ...args, '--format', 'json', '--exit-zero');
    assert.equal(training.tokens, JSON.parse(mask.stdout).summary.tokens);
    assert.equal(training.rows, all.length);
  });
});

suite('any way to write rows', () => {
  const whole = report('data.jsonl');
  const figuresOf = ({ files: _, bytes: _bytes, ...data }: Data) => data;

  test('a list has the figures of lines, with the numbers of rows', () => {
    assert.deepEqual(figuresOf(report('data.json')), figuresOf(whole));
  });

  test('so has standard input, with rows that are nearly the same', () => {
    const { stdout } = folder.piped(`${all.join('\n')}\n`, 'report', '--format', 'json', '-');
    const data = JSON.parse(stdout);
    assert.deepEqual(figuresOf(data), figuresOf(whole));
  });

  test('so have packed files, and Parquet', () => {
    const text = readFileSync(`${folder.path}/data.jsonl`);
    folder.write({ 'data.jsonl.gz': zlib.gzipSync(text), 'data.jsonl.zst': zstdOf(text) });
    // Node can decompress Zstandard from 22.15 on.
    const unpacked = 'zstdDecompressSync' in zlib ? ['data.jsonl.gz', 'data.jsonl.zst'] : ['data.jsonl.gz'];
    for (const name of unpacked) assert.deepEqual(figuresOf(report(name)), figuresOf(whole), name);
    const turns = parsed.map((one) => one.messages.map(({ role, content }) => ({ role, content })));
    const asRow = (messages: unknown, id: number) => JSON.stringify({ id, messages });
    folder.write({ 'plain.jsonl': turns.map(asRow).join('\n'), 'data.parquet': parquetOf(turns) });
    const [plain, columns] = [report('plain.jsonl'), report('data.parquet')];
    for (const key of ['rows', 'roles', 'sequences', 'turns', 'messages', 'lengths', 'systemPrompts'])
      assert.deepEqual(columns[key], plain[key], key);
    assert.deepEqual(columns.duplicates.near, plain.duplicates.near);
  });

  test('parts are added up to the whole', () => {
    report('one.jsonl', '--counts', 'one.counts');
    report('two.jsonl', '--counts', 'two.counts');
    const merged = report('--merge', 'one.counts', 'two.counts');
    const together = report('one.jsonl', 'two.jsonl');
    assert.deepEqual(merged, together);
    for (const key of ['rows', 'roles', 'lengths', 'turns'] as const) assert.deepEqual(merged[key], whole[key]);
    assert.equal(merged.duplicates.rows, whole.duplicates.rows);
    assert.deepEqual(merged.duplicates.groups[0].lines, ['one.jsonl:11', 'two.jsonl:201', 'two.jsonl:202']);
    folder.write({ 'bad.counts': `${JSON.stringify({ version: 1, figures: { rows: 3 } })}\n` });
    const bad = folder.ocml('report', '--merge', 'one.counts', 'bad.counts');
    assert.deepEqual([bad.status, bad.stdout], [2, '']);
    assert.match(bad.stderr, /bad\.counts: this file is incomplete, or was not written by ocml report --counts/);
  });
});

test('rows that are nearly the same are those of a plain comparison of all pairs', () => {
  const originals = Array.from({ length: 150 }, () => text(40 + below(60)));
  const copies = originals.slice(0, 60).map((one, i) => {
    const changed = one.split(' ');
    for (let times = 0; times <= i % 4; times++) changed[below(changed.length)] = `new${i}x${times}`;
    return changed.join(' ');
  });
  const shuffled = [...originals, ...copies].map((one) => [random(), one] as const).sort(([a], [b]) => a - b);
  const texts = shuffled.map(([, one]) => one);
  const write = (content: string) => `${JSON.stringify({ messages: [{ role: 'user', content }] })}\n`;
  folder.write({ 'near.jsonl': texts.map(write).join('') });
  const stretches = texts.map((one) => {
    const all = one.split(' ');
    return new Set(all.slice(2).map((_, i) => all.slice(i, i + 3).join(' ')));
  });
  const similar: Record<string, number> = {};
  for (const [i, one] of stretches.entries())
    for (const [j, other] of stretches.entries()) {
      const both = i < j ? [...one].filter((stretch) => other.has(stretch)).length : 0;
      const similarity = both / (one.size + other.size - both);
      if (similarity >= 0.8) similar[`${i + 1} ${j + 1}`] = Math.round(similarity * 1000) / 1000;
    }
  assert.ok(Object.keys(similar).length > 20);
  const { near } = report('near.jsonl').duplicates;
  assert.equal(near.notCompared, 0);
  const pairs = near.pairs as { lines: number[]; similarity: number }[];
  assert.deepEqual(Object.fromEntries(pairs.map(({ lines: at, similarity }) => [at.join(' '), similarity])), similar);
});

test('two versions are compared', () => {
  folder.write({ 'next.jsonl': `${[...all.slice(1), JSON.stringify({ messages: [], tools: null })].join('\n')}\n` });
  const data = report('--compare', 'data.jsonl', 'next.jsonl');
  const different = new Set(all).size;
  assert.deepEqual(data.rows, { kept: different - 1, added: 1, removed: 1 });
  const { stdout } = folder.ocml('report', '--compare', 'data.jsonl', 'next.jsonl');
  assert.match(stdout, /Rows, not counting duplicates: \d+ in both versions, 1 new, 1 removed/);
  assert.match(stdout, /tools +absent, list +absent, list, null/);
});

test('a copy without duplicates has all different rows', () => {
  const [one, other] = ['{"messages":[]}', '{"messages":[],"a":1}'];
  folder.write({ 'thrice.jsonl': `${one}\n${one}\n${other}\n${one}\n`, 'once.jsonl': `${one}\n` });
  assert.deepEqual(report('--compare', 'thrice.jsonl', 'once.jsonl').rows, { kept: 1, added: 0, removed: 1 });
});

suite('rows that nobody expects', () => {
  test('mixed columns have advice and the first line of each type', () => {
    const call = (given: unknown) => ({
      messages: [
        { role: 'user', content: 'x' },
        {
          role: 'assistant',
          content: null,
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: given } }],
        },
        { role: 'tool', tool_call_id: 'a', content: 'y' },
        { role: 'assistant', content: 'z' },
      ],
    });
    const mixed = [
      { ...call('{}'), tools: null },
      { ...call({}), tools: '[]' },
      { ...call('{}'), tools: [] },
    ];
    folder.write({ 'mixed.jsonl': mixed.map((one) => `${JSON.stringify(one)}\n`).join('') });
    const { columns } = report('mixed.jsonl');
    assert.deepEqual(columns.tools.types, {
      null: { count: 1, first: 1 },
      string: { count: 1, first: 2 },
      list: { count: 1, first: 3 },
    });
    assert.match(columns.tools.advice, /write a list in every row/);
    const given = columns['messages[].tool_calls[].function.arguments'];
    assert.deepEqual(given.types, { string: { count: 2, first: 1 }, object: { count: 1, first: 2 } });
    assert.match(given.advice, /JSON string/);
  });

  test('hostile names, deep values, torn lines and bytes that are no text', () => {
    const ok = JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] });
    const hostile = [
      '{"__proto__":{"x":1},"constructor":2,"messages":[{"role":"__proto__","content":"a"}]}',
      '{"messages":[{"role":"user","content":"a","toString":1}],"hasOwnProperty":null}',
      `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
      `{"a":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`,
      '',
      '   ',
      ok,
      '{"messages":[{"role":"user","con',
    ];
    folder.write({ 'hostile.jsonl': hostile.join('\n') });
    const data = report('hostile.jsonl');
    assert.equal(data.rows, 6);
    // A row that is not JSON is counted once.
    assert.deepEqual(data.unreadable.notJson, { rows: 1, first: 8 });
    assert.deepEqual(data.unreadable.notConversations, { rows: 2, first: 3 });
    assert.equal(Object.getOwnPropertyDescriptor(data.columns, '__proto__')?.value.types.object.count, 1);
    assert.equal(data.roles.user, 2);
    assert.equal(Object.getOwnPropertyDescriptor(data.roles, '__proto__')?.value, 1);
    const bytes = Buffer.concat([
      Buffer.from(`${ok}\n{"messages":[{"role":"user","content":"`),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('"}]}\n'),
    ]);
    folder.write({ 'bytes.jsonl': bytes });
    assert.deepEqual(report('bytes.jsonl').unreadable.notUtf8, { rows: 1, first: 2 });
  });

  test('a file without rows, and one that is not there', () => {
    folder.write({ 'empty.jsonl': '', 'list.json': '[]' });
    assert.equal(report('empty.jsonl').rows, 0);
    assert.equal(report('list.json').rows, 0);
    const { status, stderr } = folder.ocml('report', 'data.jsonl', 'missing.jsonl');
    assert.equal(status, 2);
    assert.match(stderr, /missing\.jsonl: no such file/);
  });

  test('reasoning is counted, and no word of it is in a report', () => {
    const thought = `${text(40)} secretword`;
    const one = (answer: string) => ({
      messages: [
        { role: 'user', content: 'Why?' },
        { role: 'assistant', reasoning_content: thought, content: answer },
      ],
    });
    folder.write({ 'thoughts.jsonl': `${JSON.stringify(one('Because.'))}\n${JSON.stringify(one('Hence.'))}\n` });
    const { reasoning, duplicates } = report('thoughts.jsonl');
    assert.deepEqual(reasoning, { rows: 2, messages: 2, characters: 2 * thought.length, first: 1 });
    assert.equal(duplicates.near.pairs.length, 1);
    for (const format of ['text', 'json', 'markdown', 'html'])
      assert.doesNotMatch(folder.ocml('report', '--format', format, 'thoughts.jsonl').stdout, /secretword/);
  });
});

suite('pages', () => {
  const evil = '<script>alert(1)</script><|im_start|>';
  const one = {
    messages: [
      { role: 'system', content: evil },
      { role: 'user', content: evil },
    ],
    [evil]: 1,
  };

  test('HTML runs and loads nothing, whatever is in the data', () => {
    folder.write({ 'evil.jsonl': `${JSON.stringify(one)}\n` });
    const { status } = folder.ocml('report', '--format', 'html', '-o', 'report.html', 'evil.jsonl');
    assert.equal(status, 0);
    const page = readFileSync(`${folder.path}/report.html`, 'utf8');
    assert.match(page, /^<!doctype html>/);
    assert.match(page, /default-src 'none'/);
    assert.match(page, /<svg viewBox/);
    assert.doesNotMatch(page, /<script|src=|href="(?!#)/);
    assert.match(page, /&lt;script&gt;/);
  });

  test('Markdown has no markup of the data', () => {
    const { stdout } = folder.ocml('report', '--format', 'markdown', 'evil.jsonl');
    assert.match(stdout, /^# Report on evil/);
    assert.doesNotMatch(stdout, /(?<!\\)<script/);
  });

  test('Markdown has no formulas of the data', () => {
    folder.write({ 'formula.jsonl': `${JSON.stringify({ $x$: 1, messages: [] })}\n` });
    const { stdout } = folder.ocml('report', '--format', 'markdown', 'formula.jsonl');
    assert.match(stdout, /\\\$x\\\$/);
  });

  test('columns are aligned whatever a name has in it, and a name of megabytes is cut', () => {
    const name = 'n'.repeat(1_000_000);
    const message = { role: `\x1b[31m`, content: 'a' };
    const tools = [{ type: 'function', function: { name, parameters: {} } }];
    folder.write({
      'long.jsonl': `${JSON.stringify({ messages: [message, { role: name, content: 'b' }], [name]: { [name]: 1 }, tools })}\n`,
    });
    const { stdout } = folder.ocml('report', 'long.jsonl');
    assert.ok(stdout.length < 10_000, `${stdout.length} characters`);
    assert.match(stdout, /\n {2}\\x1b\[31m {2,}1 {2}50 %\n/);
    const role = /\n {2}(Role +Messages)/.exec(stdout)?.[1]?.length;
    assert.equal(/\n {2}(\\x1b\[31m +1) {2}50 %/.exec(stdout)?.[1]?.length, role);
    assert.ok(folder.ocml('report', '--format', 'json', 'long.jsonl').stdout.length < 20_000);
  });

  test('no page says of a file that could not be read that it has no rows', () => {
    const { status, stdout, stderr } = folder.ocml('report', 'missing.jsonl', '-o', 'missing.html', '--format', 'html');
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /missing\.jsonl/);
    assert.ok(!existsSync(`${folder.path}/missing.html`));
    folder.write({ 'empty.jsonl': '\n\n' });
    assert.equal(
      folder.ocml('report', 'empty.jsonl').stdout.replace(/\d+ bytes/, 'N bytes'),
      'The data set\n  0 rows in 1 file, N bytes\n  0 messages, 0 assistant turns\n',
    );
  });

  test('the name of a file says its format, unless --format does', () => {
    folder.write({ 'small.jsonl': '{"messages":[{"role":"user","content":"x"}]}\n' });
    const written = (name: string, ...args: string[]) => {
      assert.equal(folder.ocml('report', 'small.jsonl', '-o', name, '--force', ...args).status, 0);
      return readFileSync(join(folder.path, name), 'utf8');
    };
    assert.match(written('page.HTML'), /^<!doctype html>/i);
    assert.match(written('page.md'), /^# /);
    assert.equal(JSON.parse(written('page.json')).rows, 1);
    assert.match(written('page.txt'), /^The data set/);
    assert.match(written('text.html', '--format', 'text'), /^The data set/);
  });

  test('a file that may not be replaced is named before anything is read', () => {
    folder.write({ 'old.html': 'old' });
    const { status, stderr } = folder.ocml('report', 'missing.jsonl', '-o', 'old.html');
    assert.equal(status, 2);
    assert.match(stderr, /^ocml report: old\.html was not written: it already exists/);
    assert.doesNotMatch(stderr, /missing/);
  });

  test('a first row of megabytes hides no other', () => {
    const row = JSON.stringify({ messages: [{ role: 'user', content: 'a '.repeat(3_000_000) }] });
    folder.write({ 'first.jsonl': `${row}\n${row.slice(0, 60)}"}]}\n` });
    assert.equal(JSON.parse(folder.ocml('report', '--format', 'json', 'first.jsonl').stdout).rows, 2);
  });
});
