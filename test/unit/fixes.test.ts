/** Examples of the effects of fixes, and of how many edits are combined into one. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { applyEdits, fixAll } from '../../server/src/fixes/fix-all.ts';
import { applications, askedFor, checked, whyNone } from '../support/fix.ts';
import { examples } from '../support/fix-examples/index.ts';

suite('before and after', () => {
  for (const { code, dialect, before, after, list } of examples) {
    test(`${code}: ${before.split('\n').pop()}`, () => {
      const document = checked(before, dialect, askedFor);
      const found = applications(document);
      const first = found.find(({ placed }) => placed.problem.code === code);
      const row = `${list}, row of \`${code}\` with ${JSON.stringify(before)}`;
      assert.ok(first, `${row}: no fix is offered. ${whyNone(document, code)}`);
      assert.equal(
        first.after,
        after,
        `${row}: the first fix results in\n${JSON.stringify(first.after)}\ninstead of\n${JSON.stringify(after)}`,
      );
    });
  }
});

test('all safe fixes are told as edits of the text as it was', () => {
  const text =
    '<|start|>Assistant to=functions.f call_id=c1<|channel|>commentary  <|message|>{}<|end|><|start|>functions.f call_id=c1<|message|>x<|return|>';
  const fixed = fixAll(checked(text, undefined).transcript, { strict: false, levels: {} });
  assert.equal(
    fixed.text,
    'version: 2.2\n<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|><|start|>tool name=functions.f call_id=c1<|message|>x<|end|>',
  );
  assert.equal(applyEdits(text, fixed.edits), fixed.text);
  assert.ok(fixed.edits.length > 4);
});

test('a terminator within JSON is not made another one, and text that may be a call is not removed', () => {
  for (const text of [
    '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"a": "see <|end|> here"}<|call|>',
    '<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call>',
    '<think>\nHm.\n</think>\n\nHi',
  ]) {
    const found = applications(checked(text, undefined));
    assert.deepEqual(
      found
        .filter(({ fix }) => /^(Replace .* with `<\|call|Change to `<\|call|Remove)/.test(fix.title))
        .map(({ fix }) => fix.title),
      [],
    );
  }
});

test('the name of a tool without `to=` gets it, and the call is kept', () => {
  const text = '<|start|>assistant<|channel|>commentary functions.f<|message|>{}<|call|>';
  const preferred = applications(checked(text, 'harmony')).filter(({ fix }) => fix.preferred);
  assert.deepEqual(
    preferred.map(({ after }) => after),
    ['<|start|>assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>'],
  );
});

test('no terminator is put beside that of another dialect', () => {
  const text = '<|channel|>final<|message|>Hello<|im_end|>';
  assert.deepEqual(
    applications(checked(text, 'harmony')).map(({ fix, after }) => [fix.title, after]),
    [['Replace `<|im_end|>` with `<|end|>`, which ends the body', '<|channel|>final<|message|>Hello<|end|>']],
  );
});

test('no terminator is put after JSON that breaks off', () => {
  const call = '<|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>';
  for (const [text, dialect] of [
    [`${call}{"a" 1, "b": "x`, 'harmony'],
    ['<|start_header_id|>assistant<|end_header_id|>\n\n<|python_tag|>{"name": "f", "parameters": {"a', 'llama3'],
  ] as const) {
    const { problems } = checked(text, dialect);
    assert.ok(problems.some(({ problem }) => problem.code === 'E-STREAM-TRUNCATED'));
    assert.deepEqual(
      applications(checked(text, dialect)).filter(({ placed }) => placed.problem.code === 'E-STREAM-TRUNCATED'),
      [],
    );
  }
});

test('a character that nobody sees is removed by one fix', () => {
  const titles = applications(checked('version: 2.2\n<|start|>user\u0001<|message|>Hi<|end|>', undefined));
  assert.equal(titles.length, 1);
});

test('what is not safe, or switched off, is left', () => {
  const text = 'version: 2.2\n<|start|>usr<|message|>Hi<|end|>';
  assert.deepEqual(fixAll(checked(text, undefined).transcript, { strict: false, levels: {} }).edits, []);
  const off = { strict: false, levels: { 'document-header-missing': 'off' } } as const;
  assert.equal(fixAll(checked('<|start|>user<|message|>Hi<|end|>', undefined).transcript, off).count, 0);
});

test('a header that lost its `<|start|>` is not cut off from its channel', () => {
  const header = 'assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json<|message|>{}<|call|>';
  const offers = (text: string) =>
    applications(checked(text, undefined)).filter(({ placed }) => placed.problem.code === 'start-implied').length;
  assert.equal(offers(`version: 2.2\n<|START|>${header}`), 0);
  assert.equal(offers('version: 2.2\n<|channel|>final<|message|>Hi<|end|>'), 1);
});

test('a message of another dialect keeps what it says to the last line break, whichever the document has', () => {
  const breaks = ['', '\n', '\r', '\r\n', '\r\r', '\n\r', '\n\n'];
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    for (const before of breaks) {
      for (const behind of breaks) {
        const said = `${before}Hi${behind}`;
        const own = `<|im_start|>user${lineBreak}Hello${lineBreak}<|im_end|>${lineBreak}`;
        const found = applications(checked(`${own}<|start|>user<|message|>${said}<|end|>`, undefined));
        const fix = found.find(({ placed }) => placed.problem.code === 'dialect-mixed');
        assert.match(fix?.fix.title ?? '', /0\.1 messages/);
        const after = fix?.after ?? '';
        assert.deepEqual(checked(after, undefined).contents, ['Hello', said], JSON.stringify(after));

        const other = 'version: 2.2\n<|start|>user<|message|>Hello<|end|>';
        const foreign = `<|im_start|>user${lineBreak}${said}${lineBreak}<|im_end|>`;
        // A carriage return followed by a line feed is one line break, even if only one of them belongs to the content.
        if (/\r$/.test(lineBreak) && before.startsWith('\n')) continue;
        if (/\r$/.test(behind) && lineBreak === '\n') continue;
        const back = applications(checked(`${other}${foreign}`, undefined));
        const written = back.find(({ placed }) => placed.problem.code === 'dialect-mixed');
        assert.deepEqual(checked(written?.after ?? '', undefined).contents, ['Hello', said], JSON.stringify(foreign));
      }
    }
  }
});

test('no fix writes another channel beside one that stays', () => {
  for (const [header, ...words] of [
    ['assistant to=functions.f call_id=c1', 'analysis', 'final'],
    ['assistant to=functions.f call_id=c1', 'final', 'final'],
    ['assistant to=functions.f call_id=c1', 'final', ''],
    ['assistant intent=preamble', 'final', 'analysis'],
    ['assistant intent=status', 'analysis', 'analysis'],
  ]) {
    const channels = words.map((word) => `<|channel|>${word}`).join('');
    const text = `version: 2.2\n<|start|>${header}${channels}<|constrain|>json<|message|>{}<|end|>`;
    for (const { placed, fix, after } of applications(checked(text, undefined))) {
      if (placed.problem.code === 'E-PARSE-HEADER') continue;
      const written = [...after.matchAll(/<\|channel\|>(\w*)/g)].map(([, word]) => word);
      assert.deepEqual(written, words, `${placed.problem.code}: ${fix.title}`);
    }
  }
});

test('where nothing is between messages, a terminator takes the place of the line breaks', () => {
  const text = '<|start|>assistant<|channel|>final<|message|>Hi\n\n<|start|>user<|message|>Oh<|end|>';
  const [found] = applications(checked(text, 'harmony')).filter(({ placed }) => placed.problem.code === 'end-missing');
  assert.equal(found?.after, '<|start|>assistant<|channel|>final<|message|>Hi<|end|><|start|>user<|message|>Oh<|end|>');
  assert.equal(found?.fix.safe, true);
});
