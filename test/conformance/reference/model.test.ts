/** Our model of the reference parser reads any text as that parser does, in linear time. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { harmonyRoles } from '../../../server/src/grammar/index.ts';
import { errorTexts } from '../../../server/src/model/reference/errors.ts';
import { parseReference, type ReferenceReading, roleBefore } from '../../../server/src/model/reference/parse.ts';
import { howMany, seedOf } from '../../support/effort.ts';
import { type Fixture, fixtures } from './fixtures.ts';

const modes = ['strict', 'lenient'] as const;

/** Removes the marks `«` and `$0` from a text. Returns the text and their offsets. */
function marked(text: string): { text: string; from: number; at: number } {
  const plain = text.replace('$0', '');
  return { text: plain.replace('«', ''), from: plain.indexOf('«'), at: text.replace('«', '').indexOf('$0') };
}

function shown({ messages, error }: ReferenceReading): string[] {
  const said = messages.map(({ role, name, recipient, channel, contentType, text }) =>
    [
      name === undefined ? role : `${role}(${name})`,
      ...(recipient === undefined ? [] : [`>${recipient}`]),
      ...(channel === undefined ? [] : [`#${channel}`]),
      ...(contentType === undefined ? [] : [`:${contentType}`]),
      `=${text}`,
    ].join(' '),
  );
  return error === undefined ? said : [...said, error.text];
}

for (const [name, rows] of Object.entries(fixtures)) {
  suite(name, () => {
    for (const row of rows) test(`${JSON.stringify(row.text)} ${row.mode ?? ''}`, () => holds(row));
  });
}

function holds({ text: source, mode, expected }: Fixture): void {
  const { text, from, at } = marked(source);
  for (const each of modes.filter((one) => mode === undefined || one === mode)) {
    const reading = parseReference(text, { strict: each === 'strict' });
    assert.deepEqual(shown(reading), expected, each);
    assert.deepEqual({ from: reading.error?.from ?? -1, at: reading.error?.at ?? -1 }, { from, at }, each);
  }
}

test('the roles of Harmony are those that it knows', () => {
  for (const { name } of harmonyRoles) {
    const { messages } = parseReference(`<|start|>${name}<|message|>Hi<|end|>`);
    assert.equal(messages[0]?.role, name, `the row of \`${name}\` in grammar/openchatml-2.2.ts needs \`notInHarmony\``);
  }
});

test('every error text is among them', () => {
  const readings = Object.values(fixtures)
    .flat()
    .flatMap(({ text }) => modes.map((mode) => parseReference(marked(text).text, { strict: mode === 'strict' })));
  const kinds = new Set(readings.map(({ error }) => error?.kind));
  assert.deepEqual(
    Object.keys(errorTexts).filter((kind) => !kinds.has(kind as keyof typeof errorTexts)),
    [],
  );
});

test("the role before a text is the assistant's, unless it begins with `<|start|>`, and can be given", () => {
  assert.equal(roleBefore(' \n<|start|>user'), null);
  assert.equal(roleBefore('to=sum'), 'assistant');
  const text = '<|start|>assistant<|message|>No.';
  assert.deepEqual(shown(parseReference(text, { role: 'assistant' })), ['assistant ><|start|>assistant =No.']);
  assert.deepEqual(shown(parseReference('user<|message|>Hm', { role: 'user' })), ['user =Hm']);
  assert.deepEqual(shown(parseReference('a<|message|>Hm', { role: 'tool' })), ['tool >a =Hm']);
  assert.deepEqual(shown(parseReference('<|message|>Hm', { role: null })), [errorTexts['start-expected']('200008')]);
});

test('offsets are those of the text: a message ends where its terminator does', () => {
  const text = '<|start|>user<|message|>🎈<|end|><|start|>assistant<|message|>No.';
  const places = parseReference(text).messages.map(({ from, bodyStart, to }) => [
    text.slice(from, bodyStart),
    text.slice(bodyStart, to),
  ]);
  assert.deepEqual(places, [
    ['<|start|>user<|message|>', '🎈<|end|>'],
    ['<|start|>assistant<|message|>', 'No.'],
  ]);
});

const pieces = [
  ...['<|start|>', '<|channel|>', '<|constrain|>', '<|message|>', '<|end|>', '<|call|>', '<|return|>'],
  ...['<|endoftext|>', '<|reserved_200000|>', '<|reserved_200007|>', '<|im_end|>', '<|', '|>', '<', '<|st', 'art|>'],
  ...['user', 'assistant', 'tool', 'functions.f', 'to=', ' to=f', 'final', 'json', ' ', '\n', '\u00a0', '\u0085', '\v'],
  ...['😀', '\ud83d', '\ude00', 'e\u0301', '\0', '"', '\\', '\u200b', '__proto__', 'constructor', 'text', '{"a": 1}'],
];
const texts = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((list) => list.join('')),
  fc.string({ unit: 'binary', maxLength: 60 }),
);

test('any text is read, once: messages and the error follow one another', () => {
  const roles = fc.constantFrom(undefined, null, 'assistant', 'user', 'tool' as const);
  fc.assert(
    fc.property(texts, fc.boolean(), roles, (text, isStrict, role) => {
      const { messages, error } = parseReference(text, { strict: isStrict, ...(role !== undefined && { role }) });
      let read = 0;
      for (const { from, bodyStart, to, text: body } of messages) {
        assert.ok(read <= from && from <= bodyStart && bodyStart <= to && to <= text.length);
        assert.ok(body.length <= to - bodyStart);
        read = to;
      }
      if (error === undefined) return;
      assert.ok(read <= error.from && error.from <= error.at && error.at <= text.length);
      assert.equal(error.text, errorTexts[error.kind](error.value));
    }),
    { numRuns: howMany(2000), seed: seedOf(20_251_105) },
  );
});

test('a text that is accepted in strict mode is read alike in the other, unless a header goes past a terminator', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const reading = parseReference(text);
      const past = reading.messages.some(({ from, bodyStart }) =>
        /<\|(?:end|call|return)\|>/.test(text.slice(from, bodyStart)),
      );
      if (reading.error === undefined && !past) assert.deepEqual(parseReference(text, { strict: false }), reading);
    }),
    { numRuns: howMany(2000), seed: seedOf(20_251_105) },
  );
});

/** Texts of several megabytes, for which a quadratic step would take hours. */
const long: Readonly<Record<string, string>> = {
  spaces: `<|start|>${' '.repeat(3e6)}user<|message|>`,
  'other spaces': `<|start|>user${'\u3000'.repeat(3e6)}x<|message|>`,
  words: `<|start|>user${' a'.repeat(5e5)}<|message|>`,
  channels: `<|start|>user${'<|channel|>a'.repeat(3e5)}<|message|>`,
  constraints: `<|start|>user${'<|constrain|>'.repeat(3e5)}<|message|>`,
  openers: '<|start|>'.repeat(3e5),
  'openers cut short': '<|start|'.repeat(3e5),
  angles: '<|'.repeat(2e6),
  terminators: `x${'<|end|><|start|>user'.repeat(2e5)}`,
  messages: '<|start|>user<|message|>a<|end|>'.repeat(1e5),
  'quoted words': `<|start|>user ${'"\\\u200b'.repeat(2e5)} x y<|message|>`,
};

test('long texts are read to their end', () => {
  if (process.env.OCML_LONG === '1') {
    for (const text of Object.values(long))
      for (const isStrict of [true, false]) parseReference(text, { strict: isStrict });
    return;
  }
  // The tests of long texts run in a separate process, which can be killed if they take too long.
  const env = { ...process.env, OCML_LONG: '1', NODE_TEST_CONTEXT: '' };
  const args = ['--test-name-pattern', 'long texts', __filename];
  const { status, stderr } = spawnSync(process.execPath, args, { env, timeout: 60_000, killSignal: 'SIGKILL' });
  assert.equal(status, 0, String(stderr));
});
