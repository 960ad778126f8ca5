/** Rows with custom field names are read, checked and converted like the same rows with the usual names. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { convertDocument } from '../../server/src/convert/document.ts';
import { createChecker, openNamed } from '../../server/src/documents/document.ts';
import { fixedText } from '../../server/src/fixes/document-fixes.ts';
import { overviewOf } from '../../server/src/inspect/overview.ts';
import { defaults } from '../../server/src/lsp/settings.ts';
import { documentRows } from '../../server/src/mask/document-rows.ts';
import { readConfig } from '../../server/src/project/config.ts';
import { mappingsIn, newConfigIn } from '../../server/src/project/turn-off.ts';
import { type RowNames, renamedText } from '../../server/src/syntax/json/row-names.ts';

const settings = { strict: false, levels: {}, training: true };
const mapping = '{messages: traj, role: speaker, content: text, roles: {bot: assistant, human: user}}';

function namesOf(rows: string): { readonly names: RowNames | undefined; readonly complaints: string[] } {
  const complaints: string[] = [];
  const { rowNames } = readConfig('.ocmlrc.yaml', `rows: ${rows}`, (message) => complaints.push(message));
  return { names: rowNames, complaints };
}

const found = (text: string, names?: RowNames, uri = 'file:///a.jsonl') => {
  const document = openNamed(uri, text, undefined, names);
  const checker = createChecker(document, settings);
  return checker.problems(1000).problems.map((placed) => {
    const { start, end, code, message } = placed.problem;
    const base = checker.offsetOf(placed);
    return { code, message, at: [base + start, base + end] as const };
  });
};

suite('a mapping', () => {
  test('has rows read as messages, with places in the file as it is written', () => {
    const text = '{"traj": [{"speaker": "human", "text": "Hi"}, {"speaker": "robot", "text": "Ho"}]}\n';
    const { names } = namesOf(mapping);
    const problems = found(text, names);
    const [unknown] = problems.filter(({ message }) => message.includes('`robot`'));
    assert.equal(unknown && text.slice(...unknown.at), '"robot"');
    assert.ok(found(text).some(({ code }) => code === 'json-shape-unknown'));
  });

  test('swaps a name with the usual one where a message has both', () => {
    const { names } = namesOf('{content: text}');
    const { text } = renamedText('[{"role": "user", "text": "a", "content": "b"}]', names);
    assert.equal(text, '[{"role": "user", "content": "a", "text": "b"}]');
  });

  test('may go round in a circle', () => {
    const { names } = namesOf('{role: content, content: role}');
    assert.equal(renamedText('[{"content": "user", "role": "Hi"}]', names).text, '[{"role": "user", "content": "Hi"}]');
  });

  test('leaves rows with the usual names, and declared tools, as they are', () => {
    const { names } = namesOf('{messages: traj, content: text, name: label}');
    const text = '{"messages": [{"role": "user", "content": "Hi"}], "tools": [{"label": "f", "text": "g"}]}';
    assert.equal(renamedText(text, names).text, text);
  });

  test('may have the names of members that every object has', () => {
    const { names, complaints } = namesOf(
      '{messages: __proto__, role: constructor, content: toString, roles: {__proto__: user}}',
    );
    assert.deepEqual(complaints, []);
    const text = '{"__proto__": [{"constructor": "__proto__", "toString": "Hi"}]}';
    assert.equal(renamedText(text, names).text, '{"messages": [{"role": "user", "content": "Hi"}]}');
  });

  test('may give messages and their contents one name', () => {
    const { names, complaints } = namesOf('{messages: data, content: data}');
    assert.deepEqual(complaints, []);
    const text = '{"data": [{"role": "user", "data": "Hi"}]}';
    assert.equal(renamedText(text, names).text, '{"messages": [{"role": "user", "content": "Hi"}]}');
  });

  test('applies to broken JSON as far as that is read', () => {
    const { names } = namesOf(mapping);
    const { text } = renamedText('{"traj": [{"speaker": "bot", "text": "Hi"', names);
    assert.equal(text, '{"messages": [{"role": "assistant", "content": "Hi"');
  });

  for (const [rows, expected] of [
    ['{mesages: traj}', /rows\.mesages is unknown.*`messages`/],
    ['{role: who, content: who}', /rows\.content is "who", and so is `role`/],
    ['{role: 3}', /rows\.role is 3; write the name of a key/],
    ['{role: ""}', /rows\.role is ""/],
    ['{roles: {bot: asistant}}', /rows\.roles\.bot is "asistant"; write/],
    ['{roles: [bot]}', /rows\.roles is/],
    ['traj', /rows is "traj"; write an object/],
    ['{__proto__: x}', /rows\.__proto__ is unknown/],
  ] as const)
    test(`${rows} is reported`, () => {
      const { complaints } = namesOf(rows);
      assert.match(complaints.join('\n'), expected);
    });

  test('onto itself says nothing', () => {
    assert.deepEqual(namesOf('{role: role, roles: {user: user}}'), { names: undefined, complaints: [] });
  });

  test('reaches the fixes, whose edits are in the file as it is written', () => {
    const { names } = namesOf(mapping);
    const text = '{"traj": [{"speaker": "human", "text": "Hi"}, {"speaker": "bot", "text": "Ho"},]}\n';
    const document = openNamed('file:///a.jsonl', text, undefined, names);
    assert.equal(fixedText(document, settings), text.replace(',]', ']'));
  });

  test('lets a conversion say the usual names', () => {
    const { names } = namesOf(mapping);
    const document = openNamed('file:///a.json', '{"traj": [{"speaker": "bot", "text": "Ho"}]}', undefined, names);
    const { output } = convertDocument(document, { to: 'messages', from: undefined, bos: undefined, keepNames: false });
    assert.deepEqual(JSON.parse(JSON.stringify(output)), {
      value: { messages: [{ role: 'assistant', content: 'Ho' }] },
    });
  });

  test('holds after an edit', () => {
    const { names } = namesOf(mapping);
    const text = '{"traj": [{"speaker": "human", "text": "Hi"}, {"speaker": "bot", "text": "Ho"}]}\n';
    const document = openNamed('file:///a.jsonl', text, undefined, names);
    const start = document.positionAt(text.indexOf('human'));
    const end = document.positionAt(text.indexOf('human') + 5);
    document.update([{ range: { start, end }, text: 'robot' }], 1);
    const { problems } = createChecker(document, settings).problems(9);
    assert.ok(problems.some(({ problem }) => problem.message.includes('`robot`')));
  });
});

suite('JSON of unknown shape', () => {
  const proposed = (text: string) => {
    const document = openNamed('file:///a.jsonl', text, undefined, undefined);
    const { problems } = createChecker(document, { strict: false, levels: {} }).problems(9);
    return problems.map(({ problem }) => problem).find(({ code }) => code === 'json-shape-unknown');
  };

  test('has a mapping proposed, by which it is read', () => {
    const text = '{"id": 1, "traj": [{"speaker": "human", "text": "Hi"}, {"speaker": "bot", "text": "Hello there"}]}\n';
    const problem = proposed(text);
    const rows = { messages: 'traj', role: 'speaker', content: 'text', roles: { human: 'user', bot: 'assistant' } };
    assert.deepEqual(problem?.data, { rows });
    assert.match(
      problem.message,
      /Its keys are `id`, `traj`\..*`rows: \{ messages: traj, role: speaker, content: text, roles: \{ human: user, bot: assistant \} \}`/,
    );
    const { names } = namesOf(JSON.stringify(rows));
    assert.deepEqual(found(text, names), []);
  });

  test('without anybody who speaks has none', () => {
    for (const text of [
      '{"pairs": [{"q": "a", "a": "b"}]}\n',
      '{"list": [{"type": "x", "text": "y"}]}\n',
      '{"a": [1]}\n',
    ])
      assert.equal(proposed(text)?.data, undefined, text);
  });

  test('has it written into the configuration, for the file or for all', () => {
    const rows = { messages: 'traj', role: 'true', content: '__proto__', roles: { bot: 'assistant' } };
    const edits = mappingsIn(newConfigIn('/p'), '/p/a.jsonl', rows, defaults, () => undefined);
    assert.deepEqual(
      edits.map(({ where, edits: [edit] }) => [where, edit?.text]),
      [
        [
          'document',
          'overrides:\n  - files: ["./a.jsonl"]\n    rows:\n      messages: traj\n      role: "true"\n      content: "__proto__"\n      roles:\n        bot: assistant\n',
        ],
        ['project', 'rows:\n  messages: traj\n  role: "true"\n  content: "__proto__"\n  roles:\n    bot: assistant\n'],
      ],
    );
  });
});

suite('a data set with renamed members', () => {
  const word = fc.constantFrom(
    'traj',
    'speaker',
    'text',
    'value',
    'content',
    'role',
    '__proto__',
    'constructor',
    'ä"\\',
    'x y',
    'data',
  );
  const message = fc.record(
    {
      role: fc.constantFrom('user', 'assistant', 'system', 'robot', 'tool'),
      content: fc.constantFrom('Hi', '', 'a <|im_end|> b', '<think>x</think>y', 'é\n"', null),
      name: fc.constantFrom('n', 'm'),
      tool_call_id: fc.constantFrom('1', '2'),
    },
    { requiredKeys: ['role', 'content'] },
  );
  const row = fc.record(
    {
      messages: fc.array(message, { minLength: 1, maxLength: 4 }),
      id: fc.integer(),
      tools: fc.constant([{ type: 'function' }]),
    },
    { requiredKeys: ['messages'] },
  );
  const renaming = fc.record({
    row: fc.uniqueArray(word, { minLength: 1, maxLength: 1 }),
    message: fc.uniqueArray(word, { minLength: 4, maxLength: 4 }),
    roles: fc.uniqueArray(fc.constantFrom('bot', 'human', 'sys', '__proto__'), { minLength: 3, maxLength: 3 }),
  });

  test('gives the same findings at the same places, conversions and overviews', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), renaming, fc.boolean(), (rows, to, isLines) => {
        const own = new Map([
          ...['role', 'content', 'name', 'tool_call_id'].map((key, i) => [key, to.message[i] as string] as const),
        ]);
        const roles = new Map(['user', 'assistant', 'system'].map((role, i) => [role, to.roles[i] as string]));
        const names: RowNames = {
          row: [[to.row[0] as string, 'messages']],
          message: [...own].map(([usual, name]) => [name, usual] as const),
          roles: [...roles].map(([usual, name]) => [name, usual] as const),
        };
        const objectOf = (entries: (readonly [string, unknown])[]) =>
          `{${entries.map(([key, value]) => `${JSON.stringify(key)}: ${typeof value === 'object' && value !== null && 'json' in value ? value.json : JSON.stringify(value)}`).join(', ')}}`;
        const written = (isRenamed: boolean) =>
          rows.map(({ messages, ...more }) => {
            const all = messages.map((one) =>
              objectOf(
                Object.entries(one).map(([key, value]) => [
                  isRenamed ? (own.get(key) ?? key) : key,
                  isRenamed && key === 'role' ? (roles.get(value as string) ?? value) : value,
                ]),
              ),
            );
            const list = { json: `[${all.join(', ')}]` };
            return objectOf([[isRenamed ? (to.row[0] as string) : 'messages', list], ...Object.entries(more)]);
          });
        const textOf = (all: string[]) => (isLines ? all.map((one) => `${one}\n`).join('') : `[${all.join(',\n')}]`);
        const [usual, other] = [textOf(written(false)), textOf(written(true))];
        const uri = isLines ? 'file:///a.jsonl' : 'file:///a.json';
        const lines = isLines ? other.split('\n') : [other];
        // Each line is renamed separately, because `renamedText` expects one JSON value.
        let [from, to2] = [0, 0];
        const places: { usual: number; other: number; sourceOf: (offset: number) => number }[] = [];
        for (const line of lines) {
          const { text, sourceOf } = renamedText(line, names);
          places.push({ usual: from, other: to2, sourceOf });
          from += text.length + 1;
          to2 += line.length + 1;
        }
        assert.equal(lines.map((line) => renamedText(line, names).text).join('\n'), usual);
        const inOther = (offset: number) => {
          const place = places.findLast((one) => one.usual <= offset) as (typeof places)[number];
          return place.other + place.sourceOf(offset - place.usual);
        };
        const expected = found(usual, undefined, uri).map((one) => ({ ...one, at: one.at.map(inOther) }));
        const said = (all: typeof expected) => all.map((one) => JSON.stringify(one)).sort();
        assert.deepEqual(said(found(other, names, uri) as unknown as typeof expected), said(expected));
        const [one, two] = [openNamed(uri, usual, undefined, undefined), openNamed(uri, other, undefined, names)];
        assert.deepEqual(overviewOf(two), overviewOf(one));
        if (isLines) return;
        for (const form of ['sharegpt', 'harmony', 'messages'] as const) {
          const options = { to: form, from: undefined, bos: undefined, keepNames: false };
          assert.deepEqual(convertDocument(two, options).output, convertDocument(one, options).output);
        }
      }),
      { numRuns: 200 },
    );
  });
});

suite('what a template and a trainer are given', () => {
  const { names } = namesOf(mapping);
  const text = '{"traj": [{"speaker": "human", "text": "Hi"}, {"speaker": "bot", "text": "Hello"}]}';

  test('has the usual names, and the places of the file', () => {
    const document = openNamed('file:///a.jsonl', `${text}\n`, undefined, names);
    const rows = documentRows(document, false);
    assert.ok(typeof rows !== 'string');
    const [row] = rows.rows;
    assert.ok(row);
    const hello = row.text.indexOf('"Hello"');
    const source = { message: 1, part: 'content', start: hello, end: hello + 7, exact: true };
    const place = rows.placeOf(row) as (one: typeof source, from: number, to: number) => readonly [number, number];
    assert.equal(text.slice(...place(source, 1, 3)), 'el');
    assert.deepEqual(JSON.parse(row.text).messages[1], { role: 'assistant', content: 'Hello' });
  });
});
