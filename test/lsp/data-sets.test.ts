/** Data sets of any size, as a client asks for them. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import type {
  DataSetChanged,
  DataSetFilter,
  DataSetRow,
  DataSetRows,
  DataSetState,
  ExportedRows,
  FoundRow,
  OpenedDataSet,
  OpenedRow,
  RowText,
  SelectedRows,
} from '../../protocol/data-sets.ts';
import type { ParamsOf, RequestMethod } from '../../protocol/requests.ts';
import type { UserView } from '../../protocol/views.ts';
import { ocml } from '../support/command.ts';
import { parquetOf } from '../support/parquet.ts';
import { randomFrom } from '../support/random.ts';
import { parallel } from '../support/sessions/claude-code.ts';
import { type Client, start } from './client.ts';

const folder = mkdtempSync(join(tmpdir(), 'ocml-data-sets-'));
let client: Client;
const states = new Map<number, DataSetState>();
const heard: (() => void)[] = [];
before(async () => {
  client = await start();
  client.connection.onNotification('ocml/dataSetChanged', ({ id, state }: DataSetChanged) => {
    states.set(id, state);
    for (const resolve of heard.splice(0)) resolve();
  });
});
after(async () => {
  assert.deepEqual(client.log, []);
  await client.stop();
  rmSync(folder, { recursive: true });
});

const ask = <Result>(method: RequestMethod, params: unknown): Promise<Result> =>
  client.connection.sendRequest(method, params);

async function until(id: number, holds: (state: DataSetState) => boolean): Promise<DataSetState> {
  for (;;) {
    const state = states.get(id);
    if (state && holds(state)) return state;
    await new Promise<void>((resolve) => heard.push(resolve));
  }
}

/** Opens a file with a text, and waits for its index. */
async function opened(name: string, contents: string | Buffer) {
  const path = join(folder, name);
  writeFileSync(path, contents);
  const uri = pathToFileURL(path).href;
  const answer = await ask<OpenedDataSet>('ocml/openDataSet', { uri });
  if ('refused' in answer) throw new Error(answer.refused);
  const { id, kind } = answer;
  const state = await until(id, ({ isComplete }) => isComplete);
  return { id, kind, path, uri, state };
}

const rowsOf = async (id: number, from: number, count: number): Promise<readonly DataSetRow[]> =>
  (await ask<DataSetRows>('ocml/dataSetRows', { id, from, count })).rows;

/** The numbers of the rows that are shown. */
async function selected(id: number, params: Omit<ParamsOf<'ocml/selectRows'>, 'id'>): Promise<number[]> {
  states.delete(id);
  const answer = await ask<SelectedRows>('ocml/selectRows', { id, ...params });
  if (answer.refused !== null) throw new Error(answer.refused);
  const { selected: found } = await until(
    id,
    (state) => state.selected?.isComplete === true && state.job === undefined,
  );
  const numbers: number[] = [];
  for (let from = 0; from < (found?.count ?? 0); from += 200)
    numbers.push(...(await rowsOf(id, from, 200)).map(({ number }) => number));
  return numbers;
}

const random = randomFrom(29_115);
const below = (n: number) => Math.floor(random() * n);
const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
const words = ['hello', 'grün', 'tool', 'call', 'why', 'because', 'a\nb', '"yes"', 'weather', 'x'];
const say = (count: number) => Array.from({ length: 1 + below(count) }, () => pick(words)).join(' ');

interface Message {
  readonly role: string;
  readonly content: string;
  readonly reasoning_content?: string;
}

function conversation(): { readonly messages: readonly Message[] } {
  const messages: Message[] = [];
  if (below(2) === 0) messages.push({ role: 'system', content: say(5) });
  for (let i = 0; i <= below(3); i++) {
    messages.push({ role: 'user', content: say(30) });
    if (below(5) > 0)
      messages.push({
        ...{ role: 'assistant', content: say(300) },
        ...(below(3) === 0 && { reasoning_content: say(9) }),
      });
    // What is wrong with some rows.
    else if (below(3) === 0) messages.push({ role: 'asistant', content: '' });
    else if (below(4) > 1) messages.push({ role: 'assistant', content: `${say(5)}<|im_end|>` });
  }
  return { messages };
}

const rows = Array.from({ length: 3000 }, conversation);
const texts = rows.map((row) => JSON.stringify(row));
const lines = `${texts.join('\n')}\n`;
const numbersOf = (holds: (row: (typeof rows)[number], index: number) => boolean): number[] =>
  rows.flatMap((row, i) => (holds(row, i) ? i + 1 : []));

suite('a data set', () => {
  test('is opened with its first rows, and counted', async () => {
    const { id, kind, state } = await opened('a.jsonl', lines);
    assert.equal(kind, 'lines');
    assert.deepEqual(
      [state.rows, state.read, state.size, state.notes],
      [3000, Buffer.byteLength(lines), Buffer.byteLength(lines), []],
    );
    const [first, ...others] = await rowsOf(id, 2990, 100);
    assert.equal(others.length, 9);
    assert.deepEqual([first?.number, first?.line, first?.length], [2991, 2991, texts[2990]?.length]);
    assert.deepEqual(
      first?.roles,
      rows[2990]?.messages.map(({ role }) => role),
    );
  });

  test('gives a row as a document that features know', async () => {
    const { id, uri } = await opened('b.jsonl', lines);
    const row = await ask<OpenedRow>('ocml/openRow', { id, number: 1234 });
    assert.ok(row.uri.startsWith(`${uri}#row-1234`));
    assert.deepEqual([row.isPart, row.length], [false, texts[1233]?.length]);
    const view = await client.ask<{ messages: { text: string }[] }>('ocml/userView', row.uri);
    const shown = rows[1233]?.messages.filter(({ role }) => role === 'user').map(({ content }) => content) ?? [];
    for (const text of shown) assert.ok(view.messages.some((message) => message.text.includes(text)));
    // The next one takes its place.
    await ask<OpenedRow>('ocml/openRow', { id, number: 1 });
    assert.equal(await client.ask('ocml/userView', row.uri), null);
    const { text } = await ask<RowText>('ocml/rowText', { id, number: 3000 });
    assert.equal(text, texts[2999]);
  });

  for (const [name, kind, contents] of [
    ['list.json', 'list', `[${texts.join(', ')}]`],
    ['pretty.json', 'list', JSON.stringify(rows, null, 1)],
    ['gaps.jsonl', 'lines', `\uFEFF\n${texts.join('\r\n\r\n \n')}`],
    ['packed.jsonl.gz', 'lines', gzipSync(lines)],
    ['packed.json.gz', 'list', gzipSync(JSON.stringify(rows))],
  ] as const)
    test(`has the same rows as ${name}`, async () => {
      const { id, kind: opens, state } = await opened(name, contents);
      assert.deepEqual([opens, state.rows], [kind, 3000]);
      for (const number of [1, 2, 1500, 3000]) {
        const { text } = await ask<RowText>('ocml/rowText', { id, number });
        assert.deepEqual(JSON.parse(text), rows[number - 1]);
      }
      assert.deepEqual(
        await selected(id, { find: { words: 'grün "yes"' } }),
        numbersOf(({ messages }) =>
          messages.some(({ content, reasoning_content: thought = '' }) =>
            `${content}\0${thought}`.includes('grün "yes"'),
          ),
        ),
      );
    });

  test('is read from Parquet', async () => {
    const conversations = Array.from({ length: 500 }, (_, i) => [{ role: 'user', content: `Question ${i}` }]);
    const { id, kind, state } = await opened('a.parquet', parquetOf(conversations, 'SNAPPY', 100));
    assert.deepEqual([kind, state.rows], ['columns', 500]);
    assert.match(state.notes.join(), /temporary file/);
    assert.match((await rowsOf(id, 123, 1))[0]?.words ?? '', /Question 123/);
    assert.deepEqual(await selected(id, { find: { words: 'Question 77' } }), [78]);
    const row = await ask<OpenedRow>('ocml/openRow', { id, number: 5 });
    assert.notEqual(await client.ask('ocml/userView', row.uri), null);
  });
});

suite('rows are selected as a plain reading does', () => {
  const filters: readonly (readonly [DataSetFilter, (row: (typeof rows)[number], index: number) => boolean])[] = [
    [{ roles: ['system'] }, ({ messages }) => messages.some(({ role }) => role === 'system')],
    [{ hasReasoning: true }, ({ messages }) => messages.some((message) => message.reasoning_content !== undefined)],
    [{ hasReasoning: false }, ({ messages }) => messages.every((message) => message.reasoning_content === undefined)],
    [{ endsWithoutAnswer: true }, ({ messages }) => messages.at(-1)?.role !== 'assistant'],
    [
      { length: { least: 500, most: 2000 } },
      (_, i) => (texts[i]?.length ?? 0) >= 500 && (texts[i]?.length ?? 0) <= 2000,
    ],
  ];
  for (const [filter, holds] of filters)
    test(JSON.stringify(filter), async () => {
      const { id } = await opened('filter.jsonl', lines);
      assert.deepEqual(await selected(id, { filter }), numbersOf(holds));
    });

  test('sorted by length, those of one length in their order', async () => {
    const { id } = await opened('sort.jsonl', lines);
    const all = texts.map(({ length }, i) => ({ length, number: i + 1 }));
    const ascending = all.toSorted((a, b) => a.length - b.length || a.number - b.number);
    assert.deepEqual(
      await selected(id, { sort: { by: 'length' } }),
      ascending.map(({ number }) => number),
    );
    const descending = all
      .filter(({ number }) => number <= 3000)
      .toSorted((a, b) => b.length - a.length || a.number - b.number);
    assert.deepEqual(
      await selected(id, { sort: { by: 'length', descending: true } }),
      descending.map(({ number }) => number),
    );
    const [second] = descending.slice(1);
    const place = await ask<FoundRow>('ocml/placeOfRow', { id, number: second?.number });
    assert.equal(place.place, 1);
  });

  test('by words and by what they are together, and all of them again', async () => {
    const { id } = await opened('both.jsonl', lines);
    const found = await selected(id, {
      find: { words: 'WEATHER GRÜN', ignoresCase: true },
      filter: { roles: ['system'] },
    });
    assert.deepEqual(
      found,
      numbersOf(({ messages }, i) => (texts[i] as string).includes('weather grün') && messages[0]?.role === 'system'),
    );
    await ask<SelectedRows>('ocml/selectRows', { id });
    assert.equal((await rowsOf(id, 2999, 5))[0]?.number, 3000);
  });

  test('a pattern that is wrong is refused', async () => {
    const { id } = await opened('wrong.jsonl', lines);
    const { refused } = await ask<SelectedRows>('ocml/selectRows', { id, find: { words: '(', isPattern: true } });
    assert.match(refused ?? '', /regular expression/);
    assert.match(
      (await ask<SelectedRows>('ocml/selectRows', { id, filter: { codes: ['x'] } })).refused ?? '',
      /checked/,
    );
  });
});

suite('all rows are checked', () => {
  /** The rows with each code, as the command line finds them. */
  function byCommandLine(path: string): Record<string, number[]> {
    const { stdout } = ocml(['check', '--format', 'json', '--exit-zero', path]);
    const found: Record<string, Set<number>> = {};
    for (const { diagnostics } of JSON.parse(stdout))
      for (const { code, range } of diagnostics) (found[code] ??= new Set()).add(range.start.line + 1);
    return Object.fromEntries(
      Object.entries(found).map(([code, numbers]) => [code, [...numbers].sort((a, b) => a - b)]),
    );
  }

  for (const [name, contents] of [
    ['check.jsonl', lines],
    ['check.json', `[\n${texts.join(',\n')}\n]\n`],
    ['check.jsonl.gz', gzipSync(lines)],
  ] as const)
    test(`and ${name} has the problems that the command line finds`, async () => {
      const { id, path } = await opened(name, contents);
      await ask('ocml/checkDataSet', { id });
      const { problems } = await until(id, (state) => state.problems?.isComplete === true);
      const offset = name.endsWith('.json') ? 1 : 0;
      const expected = byCommandLine(path);
      const codes = Object.fromEntries(Object.entries(expected).map(([code, numbers]) => [code, numbers.length]));
      assert.ok(Object.keys(codes).length >= 2, JSON.stringify(codes));
      assert.deepEqual({ ...problems?.codes }, codes);
      for (const [code, numbers] of Object.entries(expected))
        assert.deepEqual(
          await selected(id, { filter: { codes: [code] } }),
          numbers.map((line) => line - offset),
        );
      await ask('ocml/selectRows', { id });
      const all = [...new Set(Object.values(expected).flat())].map((line) => line - offset).sort((a, b) => a - b);
      const next = await ask<FoundRow>('ocml/nextProblemRow', { id, number: all[3] });
      assert.deepEqual(next, { number: all[4], place: (all[4] as number) - 1 });
      const previous = await ask<FoundRow>('ocml/nextProblemRow', { id, number: all[3], backwards: true });
      assert.equal(previous.number, all[2]);
      const [row] = await rowsOf(id, (all[0] as number) - 1, 1);
      assert.ok((row?.problems?.length ?? 0) > 0);
    });

  test('also where lines have nothing in them', async () => {
    const { id } = await opened(
      'gaps-check.jsonl',
      texts.map((text, i) => `${text}${'\n'.repeat(1 + (i % 3))}`).join(''),
    );
    const plain = await opened('plain-check.jsonl', lines);
    for (const one of [id, plain.id]) {
      await ask('ocml/checkDataSet', { id: one });
      await until(one, (state) => state.problems?.isComplete === true);
    }
    const codes = Object.keys(states.get(plain.id)?.problems?.codes ?? {});
    assert.deepEqual(await selected(id, { filter: { codes } }), await selected(plain.id, { filter: { codes } }));
  });
});

suite('rows are exported', () => {
  const pathOf = (name: string) => join(folder, name);
  test('byte for byte, with their line breaks', async () => {
    const contents = texts
      .map((text, i) => ` ${text}${i % 2 === 0 ? '\r\n' : ' \n\n'}`)
      .join('')
      .trimEnd();
    const { id } = await opened('export.jsonl', contents);
    const numbers = await selected(id, { find: { words: 'weather' }, sort: { by: 'length' } });
    const to = pathOf('out.jsonl');
    const answer = await ask<ExportedRows>('ocml/exportRows', { id, to: pathToFileURL(to).href });
    assert.deepEqual(answer, { count: numbers.length });
    const expected = contents
      .match(/[^\n]*\S[^\n]*\n?/g)
      ?.filter((line) => line.includes('weather'))
      .join('');
    assert.equal(readFileSync(to, 'utf8'), expected);
    await ask('ocml/selectRows', { id });
    assert.equal((await ask<ExportedRows>('ocml/exportRows', { id, to: pathOf('list.json') })).count, 3000);
    assert.deepEqual(JSON.parse(readFileSync(pathOf('list.json'), 'utf8')), rows);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith('.tmp')),
      [],
    );
  });

  test('from a list, as lines or as a list', async () => {
    const { id } = await opened('from.json', `[ ${texts.join(' ,\n')} ]`);
    const numbers = await selected(id, { find: { words: 'weather' } });
    const kept = numbers.map((number) => texts[number - 1]);
    await ask('ocml/exportRows', { id, to: pathOf('to.jsonl') });
    assert.equal(readFileSync(pathOf('to.jsonl'), 'utf8'), kept.map((text) => `${text}\n`).join(''));
    await ask('ocml/exportRows', { id, to: pathOf('to.json') });
    assert.equal(readFileSync(pathOf('to.json'), 'utf8'), `[\n${kept.join(',\n')}\n]\n`);
  });

  test('but not over the data set, not as lines that are several, and not where nothing can be written', async () => {
    const { id, path } = await opened('pretty-export.json', JSON.stringify(rows, null, 2));
    const refused = async (to: string) => (await ask<ExportedRows>('ocml/exportRows', { id, to })).refused ?? '';
    assert.match(await refused(path), /not written over/);
    assert.match(await refused(pathOf('several.jsonl')), /several lines/);
    assert.match(await refused(folder), /not a file/);
    assert.match(await refused(pathOf('no/such/folder.jsonl')), /cannot be written/);
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('several') || name.endsWith('.tmp')),
      [],
    );
    assert.equal(readFileSync(path, 'utf8'), JSON.stringify(rows, null, 2));
  });
});

suite('what a stranger or an accident can do', () => {
  const refusal = async (path: string) => {
    const answer = await ask<OpenedDataSet>('ocml/openDataSet', { uri: pathToFileURL(path).href });
    return 'refused' in answer ? answer.refused : '';
  };

  test('what is not a file is refused, without waiting', { skip: process.platform === 'win32' }, async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.jsonl')]);
    assert.match(await refusal(join(folder, 'pipe.jsonl')), /a pipe, not a file/);
    assert.match(await refusal(folder), /a directory, not a file/);
    assert.match(await refusal('/dev/zero'), /a device, not a file/);
    assert.match(await refusal(join(folder, 'nothing.jsonl')), /no such file/);
  });

  test('a packed file that lies is refused in words', async () => {
    const write = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);
    write(
      'lies.parquet',
      Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(40, 1), Buffer.from([0xff, 0xff, 0, 0]), Buffer.from('PAR1')]),
    );
    assert.match(await refusal(join(folder, 'lies.parquet')), /its footer claims/);
    write('lies.jsonl.gz', Buffer.from('not packed'));
    assert.match(await refusal(join(folder, 'lies.jsonl.gz')), /not gzip/);
    // One that breaks off has rows up to there, and says so.
    const { state } = await opened('cut.jsonl.gz', gzipSync(lines).subarray(0, 20_000));
    assert.ok(state.rows > 0 && state.rows < 3000);
    assert.match(state.notes.join(), /ends too early/);
  });

  test('wrong ids and params get no answer, and no error', async () => {
    const { id } = await opened('params.jsonl', lines);
    for (const params of [
      null,
      {},
      { id: 999 },
      { id: 'x' },
      { id, from: 'x', count: {} },
      { id, from: -1, count: 5 },
      { id, number: 0 },
      { id, number: 1e9 },
      { id, number: Number.NaN },
    ])
      for (const method of ['ocml/dataSetRows', 'ocml/openRow', 'ocml/rowText'] as const)
        assert.equal(await ask(method, params), null, JSON.stringify([method, params]));
    for (const method of [
      'ocml/checkDataSet',
      'ocml/stopDataSetJob',
      'ocml/nextProblemRow',
      'ocml/placeOfRow',
      'ocml/selectRows',
      'ocml/exportRows',
    ] as const)
      assert.equal(await ask(method, { id: 999 }), null);
    const odd = {
      id,
      find: 5,
      filter: { roles: 7, length: { least: 'x' }, __proto__: null, constructor: 1 },
      sort: { by: '__proto__' },
    };
    assert.deepEqual(await ask('ocml/selectRows', odd), { refused: null });
    assert.equal((await ask<DataSetRows>('ocml/dataSetRows', { id, from: 0, count: 1e9 })).rows.length, 500);
    await client.connection.sendNotification('ocml/closeDataSet', { id });
    await client.connection.sendNotification('ocml/closeDataSet', { id });
    await client.connection.sendNotification('ocml/closeDataSet', 'x');
    assert.equal(await ask('ocml/dataSetRows', { id, from: 0, count: 1 }), null);
    assert.deepEqual(await ask('ocml/openDataSet', { uri: 'untitled:x' }), {
      refused: 'Only files on this computer can be opened as a data set.',
    });
  });

  test('rows that are broken, long or not UTF-8 are shown as far as they go', async () => {
    const long = JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(3_000_000) }] });
    const bytes = Buffer.from(
      [texts[0], '{"messages": [', long, 'not JSON', '{"messages": [{"role": "user", "con'].join('\n'),
    );
    bytes[bytes.indexOf('not JSON')] = 0xff;
    const { id, state } = await opened('broken.jsonl', bytes);
    assert.equal(state.rows, 5);
    assert.match(state.notes.join('\n'), /Row 4 is the first with bytes that are not UTF-8/);
    assert.match(state.notes.join('\n'), /The last row \(5\) breaks off/);
    const found = await rowsOf(id, 0, 10);
    assert.deepEqual(
      found.map(({ isPart }) => isPart),
      [false, false, true, false, false],
    );
    assert.equal(found[2]?.length, long.length);
    const part = await ask<OpenedRow>('ocml/openRow', { id, number: 3 });
    assert.deepEqual([part.isPart, part.length], [true, long.length]);
    const all = await ask<OpenedRow>('ocml/openRow', { id, number: 3, whole: true });
    assert.deepEqual([all.isPart, all.length], [false, long.length]);
    assert.deepEqual(await selected(id, { find: { words: 'xxxx' } }), [3]);
  });

  test('a file that changes on disk is told of, and what was opened is still there', async () => {
    const grown = await opened('grows.jsonl', lines);
    appendFileSync(grown.path, lines);
    await rowsOf(grown.id, 0, 1);
    assert.equal((await until(grown.id, ({ onDisk }) => onDisk !== undefined)).onDisk, 'grown');
    assert.equal((await rowsOf(grown.id, 2999, 10)).length, 1);
    const gone = await opened('gone.jsonl', lines);
    renameSync(gone.path, join(folder, 'elsewhere.jsonl'));
    mkdirSync(gone.path);
    await rowsOf(gone.id, 0, 1);
    assert.equal((await until(gone.id, ({ onDisk }) => onDisk !== undefined)).onDisk, 'gone');
    assert.equal((await rowsOf(gone.id, 2999, 1))[0]?.length, texts[2999]?.length);
    const cut = await opened('shorter.jsonl', lines);
    writeFileSync(cut.path, texts.slice(0, 10).join('\n'));
    await rowsOf(cut.id, 2000, 1);
    assert.equal((await until(cut.id, ({ onDisk }) => onDisk !== undefined)).onDisk, 'changed');
    assert.match((await rowsOf(cut.id, 2999, 1))[0]?.fault ?? '', /has changed/);
    await ask('ocml/selectRows', { id: cut.id, find: { words: 'x' } });
    const { notes } = await until(cut.id, (state) => state.job === undefined && state.selected !== undefined);
    assert.match(notes.join('\n'), /not as it was/);
  });

  test('what runs is stopped when it is not wanted any more', async () => {
    const { id } = await opened('stop.jsonl', lines.repeat(20));
    states.delete(id);
    await ask('ocml/selectRows', { id, sort: { by: 'tokens' } });
    await ask('ocml/stopDataSetJob', { id });
    const { selected: found } = await until(id, (state) => state.job === undefined && state.selected !== undefined);
    assert.equal(found?.isComplete, false);
    await ask('ocml/checkDataSet', { id });
    await client.connection.sendNotification('ocml/closeDataSet', { id });
    assert.equal(await ask('ocml/dataSetRows', { id, from: 0, count: 1 }), null);
  });
});

test('the log of a session: its rows are records, each with what it says, and what reads the whole is said', async () => {
  const { id, state } = await opened('session.jsonl', parallel);
  assert.match(
    state.notes.join(),
    /^This is the log of an agent's session.*`ocml render --as text --debug` and `ocml inspect --calls`/,
  );
  const { rows } = await ask<DataSetRows>('ocml/dataSetRows', { id, from: 0, count: 20 });
  assert.deepEqual(
    rows.slice(2, 7).map(({ roles, words }) => `${roles.join()}: ${words.slice(0, 22)}`),
    [
      'user: Find both',
      // Thoughts, calls and replies are not for users.
      'assistant: ',
      'assistant: I search for both.',
      'assistant: ',
      'tool: ',
    ],
  );
  const row = await ask<OpenedRow>('ocml/openRow', { id, number: 7 });
  const view = await client.connection.sendRequest<UserView>('ocml/userView', {
    ...{ textDocument: { uri: row.uri }, debug: true },
  });
  assert.deepEqual(
    view.messages.map(({ role, text }) => `${role}: ${text}`),
    ['tool: one.ts'],
  );
});

test('an archive of Inspect is refused, and what reads it is said', async () => {
  const path = join(folder, 'log.eval');
  writeFileSync(path, 'PK');
  const answer = await ask<OpenedDataSet>('ocml/openDataSet', { uri: pathToFileURL(path).href });
  assert.match(
    'refused' in answer ? answer.refused : '',
    /it is an archive of Inspect.*`ocml render --as text`.*`ocml convert/,
  );
});
