/**
 * A list of rows that is checked while it arrives has the same findings as when it is read as a whole, and as the same rows in JSON Lines.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { FileDiagnostic } from '../../server/src/cli/check/formats/format.ts';
import { checkLines } from '../../server/src/cli/check/lines.ts';
import { checkList } from '../../server/src/cli/check/list-checker.ts';
import type { CheckTask } from '../../server/src/cli/check/task.ts';
import { checkWhole } from '../../server/src/cli/check/whole.ts';
import { pieceOf, piecesOf } from '../../server/src/cli/files/input.ts';
import { listBeginning } from '../../server/src/cli/rows/list-beginning.ts';
import { json } from '../../server/src/documents/load-json.ts';
import { sniff } from '../../server/src/documents/sniff.ts';
import { howMany, seedOf } from '../support/effort.ts';

const seed = seedOf(20_271_127);

function taskFor(training: boolean, more: Partial<CheckTask> = {}): CheckTask {
  return {
    ...{ file: 'a.json', path: 'a.json', strict: false, training, levels: {}, sequencePair: undefined },
    ...{ details: false, keyed: false, fix: undefined },
    ...more,
  } as CheckTask;
}

async function* cut(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Buffer> {
  const places = [...new Set([...cuts.map((share) => Math.floor(share * bytes.length)), bytes.length])];
  let from = 0;
  for (const to of places.sort((a, b) => a - b)) {
    if (to > from) yield bytes.subarray(from, to);
    from = to;
  }
}

function fail(code: string, cause: unknown): never {
  throw new Error(`${code} threw`, { cause });
}

/** Checks a list as it arrives in pieces. Returns undefined if the text does not begin with a list of rows. */
async function streamed(task: CheckTask, bytes: Buffer, cuts: readonly number[]) {
  const { list, all } = await listBeginning(cut(bytes, cuts), 'a.json', undefined);
  if (list === undefined) return undefined;
  const { first, head, sniffed } = list;
  const { dialect, shape } = sniffed;
  const read = { dialect, shape, rows: json().rowFactsOfList(head) };
  const diagnostics: FileDiagnostic[] = [];
  let lines = 0;
  for await (const part of checkList(task, { first, read, chunks: all }, fail)) {
    diagnostics.push(...part.diagnostics);
    ({ lines } = part);
  }
  return { diagnostics, lines };
}

async function whole(task: CheckTask, bytes: Buffer) {
  const { diagnostics, lines } = await checkWhole(task, pieceOf(bytes, true), fail, undefined);
  return { diagnostics, lines };
}

const user = { role: 'user', content: 'Wann säe ich 🌱?' };
const answer = { role: 'assistant', content: 'Im März.' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } }],
};
const asObject = { ...call, tool_calls: [{ ...call.tool_calls[0], function: { name: 'f', arguments: { a: 1 } } }] };
const reply = { role: 'tool', tool_call_id: 'c1', content: 'ok' };

/** Rows that are valid JSON. */
const sound: readonly unknown[] = [
  { messages: [user, answer] },
  { messages: [{ ...user, role: 'usr' }, answer] },
  { messages: [user, call, reply, answer] },
  { messages: [user, call] },
  { messages: [user, asObject, reply, answer], tools: [] },
  { messages: [user, { ...answer, content: 'So.<|im_end|>' }] },
  { messages: [user] },
  { messages: [] },
  { messagse: [user, answer] },
  {
    conversations: [
      { from: 'human', value: 'Hi' },
      { from: 'gpt', value: 'Ho' },
    ],
  },
  { prompt: 'Wer?', completion: 'Ich.' },
  { chosen: [user, answer] },
  [user, answer],
  { text: '<|im_start|>user\nHi<|im_end|>\n' },
  { id: 7 },
  [],
  7,
  null,
  'wort',
];

/** Ways to break the JSON of a row. Some affect only the row, and some also the text after it. */
const slips: readonly ((text: string) => string)[] = [
  (text) => text.replace('":', '" '),
  (text) => text.replace('"user"', '“user”'),
  (text) => text.replace('"user"', "'user'"),
  (text) => text.replace('}', ',}'),
  (text) => text.replace('Wann', 'Wann\n'),
  (text) => text.slice(0, -1),
  (text) => text.replace('{', ''),
  (text) => text.replace('"user"', '"user'),
  (text) => `${text}}`,
  (text) => text.replace(',', ''),
  (text) => text.slice(0, text.length >> 1),
];

const writing = fc.constantFrom<((row: unknown) => string)[]>(
  ...[JSON.stringify, JSON.stringify, (row: unknown) => JSON.stringify(row, null, 2)],
  (row: unknown) => JSON.stringify(row, null, 1).replaceAll('\n', '\r\n'),
  (row: unknown) => JSON.stringify(row).replace(/[^\0-\x7f]/g, '\\u00e9'),
);
const row = fc.tuple(fc.constantFrom(...sound), writing).map(([value, write]) => write(value));
const broken = fc.tuple(row, fc.constantFrom(...slips)).map(([text, slip]) => slip(text));
const firstRow = fc.constantFrom(...sound.slice(0, 6)).map((value) => JSON.stringify(value));
const separator = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom(',', ',\n', ', ', '\n,\r\n  ', ',\r') },
  { weight: 1, arbitrary: fc.constantFrom(' ', ',,', ':', ',\n]\n[', '\n') },
);
const ending = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(']', '\n]\n', ' ] \n\n') },
  { weight: 1, arbitrary: fc.constantFrom('', ',]', ']]', '\n] x', ',\n', '}') },
);

function listOf(...weights: readonly [number, number]) {
  const some = fc.oneof({ weight: weights[0], arbitrary: row }, { weight: weights[1], arbitrary: broken });
  return fc
    .tuple(
      fc.constantFrom('[', '[\n', '\uFEFF [ '),
      firstRow,
      fc.array(fc.tuple(separator, some), { maxLength: 9 }),
      ending,
    )
    .map(([open, first, rows, end]) => `${open}${first}${rows.flat().join('')}${end}`);
}

const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
const text = fc.oneof(listOf(1, 0), listOf(9, 1), listOf(1, 1));

test('a list that arrives in pieces has the findings and the places of the whole', async () => {
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(text, cuts, fc.boolean(), async (list, at, training) => {
      const bytes = Buffer.from(list);
      const task = taskFor(training);
      const found = await streamed(task, bytes, at);
      if (found === undefined) return;
      seen++;
      assert.deepEqual(found, await whole(task, bytes));
    }),
    { numRuns: howMany(2000), seed },
  );
  assert.ok(seen > howMany(1000) / 5);
});

test('what is shown around a problem, and what it is known by, is that of the whole', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.boolean(), async (list, training) => {
      const bytes = Buffer.from(list);
      const task = taskFor(training, { excerpts: true, keyed: true });
      const found = await streamed(task, bytes, []);
      if (found) assert.deepEqual(found, await whole(task, bytes));
    }),
    { numRuns: howMany(1000), seed },
  );
});

/** Returns the findings with their codes, messages and offsets in the row, grouped by row. */
const byRow = (diagnostics: readonly FileDiagnostic[], starts: readonly number[]) =>
  diagnostics.map(({ code, severity, message, offset: [start, end] }) => {
    const index = starts.findLastIndex((one) => one <= start);
    const from = starts[index] as number;
    return {
      code,
      severity,
      message: message.replace(/the one on line (\d+)|row (\d+) in this list/, '$1$2'),
      index,
      at: [start - from, end - from],
    };
  });

function joinedWith(rows: readonly string[], open: string, between: string, end: string) {
  const starts: number[] = [];
  let all = open;
  for (const [i, one] of rows.entries()) {
    if (i > 0) all += between;
    starts.push(all.length);
    all += one;
  }
  return { bytes: Buffer.from(all + end), starts };
}

test('a list has the findings of the same rows as lines', async () => {
  const rows = fc
    .tuple(
      firstRow,
      fc.array(
        fc.constantFrom(...sound).map((value) => JSON.stringify(value)),
        { maxLength: 9 },
      ),
    )
    .map(([first, others]) => [first, ...others]);
  let seen = 0;
  await fc.assert(
    fc.asyncProperty(rows, fc.boolean(), async (all, training) => {
      const list = joinedWith(all, '[', ',\n', ']\n');
      const found = await streamed(taskFor(training), list.bytes, []);
      if (found === undefined) return;
      const lines = joinedWith(all, '', '\n', '\n');
      const sniffed = sniff('a.jsonl', lines.bytes.toString(), undefined);
      if (sniffed.language !== 'json' || !sniffed.lines) return;
      seen++;
      const inLines: FileDiagnostic[] = [];
      const task = { ...taskFor(training), file: 'a.jsonl' };
      for await (const part of checkLines(task, sniffed, piecesOf(cut(lines.bytes, [])), fail, undefined))
        inLines.push(...part.diagnostics);
      assert.deepEqual(byRow(found.diagnostics, list.starts), byRow(inLines, lines.starts));
    }),
    { numRuns: howMany(1000), seed },
  );
  assert.ok(seen > howMany(1000) / 5);
});
