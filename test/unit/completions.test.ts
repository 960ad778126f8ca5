/** Completions as servers return them. They may begin inside a header, and their messages may lack openers (A-135, A-136, A-138). */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { message } from '../../server/src/model/message.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';

const open = (text: string, dialect: DialectId = 'harmony') => new Transcript('test:x', 'ocml', 1, text, { dialect });

/** Returns the messages as `role >recipient #channel =body`. */
function read(text: string, dialect?: DialectId): string[] {
  const transcript = open(text, dialect);
  return [...transcript.blocks].flatMap((block) => {
    if (block.kind !== 'message') return [];
    const { role, channel, tool, content } = message(block);
    return [`${role}${tool ? ` >${tool}` : ''}${channel ? ` #${channel}` : ''} =${content.text}`];
  });
}

function seen(text: string, debug = false): (string | undefined)[] {
  return userView.run(open(text), { textDocument: { uri: 'test:x' }, debug }).messages.map(({ text }) => text);
}

const final = '<|start|>assistant<|channel|>final<|message|>Seven.<|return|>';

suite('a completion begins inside a header', () => {
  test('with a recipient, a channel, a body, or the role', () => {
    assert.deepEqual(read(' to=functions.f<|channel|>commentary json<|message|>{}<|call|>'), [
      'assistant >functions.f #commentary ={}',
    ]);
    assert.deepEqual(read('to=functions.f json<|channel|>commentary<|message|>{}<|call|>'), [
      'assistant >functions.f #commentary ={}',
    ]);
    assert.deepEqual(read('<|message|>Seven.<|return|>'), ['assistant =Seven.']);
    assert.deepEqual(read('assistant<|channel|>final<|message|>Seven.<|return|>'), ['assistant #final =Seven.']);
  });

  test('words before its first token are one fault, and so is text without header', () => {
    assert.deepEqual(
      summary('Sure to=functions.f thing<|channel|>commentary<|message|>{}<|call|>', { dialect: 'harmony' }),
      ['E-PARSE-HEADER «Sure to=functions.f thing»', 'call-unanswered «to=functions.f»'],
    );
    assert.deepEqual(summary(`They want\na joke.<|end|>${final}`, { dialect: 'harmony' }), [
      'E-PARSE-HEADER «They want»',
    ]);
    assert.deepEqual(summary(`analysis<|end|>${final}`, { dialect: 'harmony' }), ['E-PARSE-HEADER «analysis»']);
  });

  test('text before the first opener, or all of the text, is stray', () => {
    assert.deepEqual(read(`One moment${final}`), ['assistant #final =Seven.']);
    assert.deepEqual(summary('Seven.', { dialect: 'harmony' }), ['stray-text «Seven.»']);
    assert.deepEqual(read('Seven.'), []);
  });

  test('in 2.2 only with a part of a header', () => {
    assert.deepEqual(read(' to=functions.f<|channel|>commentary<|message|>{}<|call|>', 'openchatml-2.2'), [
      'assistant >functions.f #commentary ={}',
    ]);
    assert.deepEqual(read(`Certainly.<|end|>${final}`, 'openchatml-2.2'), ['assistant #final =Seven.']);
  });

  test('users see it if it is the answer, and nothing that could have been thought', () => {
    assert.deepEqual(seen('<|message|>Seven.<|return|>'), ['Seven.']);
    assert.deepEqual(seen(`<|message|>They want a sum.<|end|>${final}`), ['Seven.']);
    assert.deepEqual(seen(`They want a joke.<|end|>${final}`), ['Seven.']);
    assert.deepEqual(seen(`They want a joke.<|end|>${final}`, true), ['They want a joke.', 'Seven.']);
    const next = '<|start|>user<|message|>And 4 + 4?<|end|>';
    assert.deepEqual(seen(`<|message|>Seven.<|end|>${next}`), ['Seven.', 'And 4 + 4?']);
  });

  test('an edit of the message after it changes what is seen of it', () => {
    const transcript = open(`<|message|>Seven.<|end|><|start|>user<|message|>4 + 4?<|end|>`);
    const texts = () => userView.run(transcript, { textDocument: { uri: 'test:x' } }).messages.map(({ text }) => text);
    assert.deepEqual(texts(), ['Seven.', '4 + 4?']);
    const at = transcript.getText().indexOf('user');
    transcript.replace(at, at + 4, 'assistant');
    assert.deepEqual(texts(), ['4 + 4?']);
  });
});

suite('a message without opener', () => {
  const ask = '<|start|>user<|message|>3 + 4?<|end|>';

  test('is read as what it is, and swallows nothing', () => {
    const text = `${ask}<|channel|>analysis<|message|>Add.<|end|>assistant to=functions.add<|channel|>commentary json<|message|>{}<|call|>${final}`;
    assert.deepEqual(read(text), [
      'user =3 + 4?',
      'assistant #analysis =Add.',
      'assistant >functions.add #commentary ={}',
      'assistant #final =Seven.',
    ]);
    assert.deepEqual(read(text, 'openchatml-2.2'), read(text));
  });

  test('is told by what directly follows a role', () => {
    const missing = (text: string) => summary(ask + text + final, { dialect: 'harmony' });
    assert.deepEqual(missing('functions.add to=assistant<|channel|>commentary<|message|>7<|end|>'), [
      'start-missing «functions.add»',
    ]);
    assert.deepEqual(missing('the user<|end|>'), ['stray-text «the user»']);
    assert.deepEqual(missing('assistant'), ['stray-text «assistant»']);
    assert.deepEqual(missing('<|im_start|>assistant<|message|>Seven.<|end|>'), ['stray-text «<|im_start|>»']);
    assert.deepEqual(missing('Then system<|message|>Be brief.<|end|>'), [
      'stray-text «Then»',
      'start-missing «system»',
    ]);
  });

  test('users see it unless its channel or its beginning is in doubt', () => {
    assert.deepEqual(seen(`${ask}<|channel|>final<|message|>Seven.<|end|>`), ['3 + 4?', 'Seven.']);
    assert.deepEqual(seen(`${ask}<|message|>Seven.<|end|>`), ['3 + 4?']);
    assert.deepEqual(seen(`${ask}<|channel|>commentary<|message|>Seven.<|end|>`), ['3 + 4?']);
    assert.deepEqual(seen(`${ask}Well, assistant<|channel|>final<|message|>Seven.<|end|>`), ['3 + 4?']);
  });
});

suite('the end of a completion', () => {
  const call = '<|channel|>commentary to=functions.f json<|message|>';
  const severities = (text: string, dialect: DialectId = 'harmony') =>
    summary(text, { dialect, levels: { 'call-unanswered': 'off' } });

  test('JSON that breaks off is one problem, a fault in it another one', () => {
    for (const cut of [
      '{"a": "b',
      '{"a": 1.',
      '{"a": -',
      '{"a": tr',
      '{"a": [1,',
      '{"a"',
      '{',
      '{"a": "\\u12',
      '{"a": 1e',
    ])
      assert.deepEqual(severities(call + cut), [`E-STREAM-TRUNCATED «${cut.at(-1)}»`], cut);
    assert.deepEqual(severities(`${call}{"a" 1, "b"`), ['E-CALL-SCHEMA «1»', 'E-STREAM-TRUNCATED «"»']);
    assert.deepEqual(severities(call), ['E-STREAM-TRUNCATED «<|channel|>»']);
  });

  test('the header of an open message is checked, but for a last word that is cut off', () => {
    assert.deepEqual(severities('<|start|>assistant<|channel|>final {"n": 1}'), [
      'E-STREAM-TRUNCATED «<|start|>»',
      'E-PARSE-HEADER «{"n": 1}»',
    ]);
    for (const cut of ['<|channel|>comm', '<|channel|>commentary t', '<|channel|>final<|mess', ' to=', '<|channel|>'])
      assert.deepEqual(severities(`<|start|>assistant${cut}`), ['E-STREAM-TRUNCATED «<|start|>»'], cut);
  });
});

test('a misspelled opener between messages is told as such, not as text to remove', () => {
  for (const opener of ['<|strat|>', '<|start>']) {
    const text = `<|start|>user<|message|>Hi<|end|>${opener}assistant<|channel|>final<|message|>Yes.<|return|>`;
    const [problem, ...others] = check(text, { dialect: 'harmony' });
    assert.deepEqual([problem?.code, others], ['stray-text', []]);
    assert.match(problem?.message ?? '', /misspelled `<\|start\|>`.* Write `<\|start\|>`\.$/);
  }
});
