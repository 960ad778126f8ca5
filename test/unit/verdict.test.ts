import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { sizeOf } from '../support/effort.ts';

/** The tags around reasoning, as models write them. */
const thoughtTags = [
  ...['think', 'thinking', 'thought', 'thoughts', 'reasoning', 'reflection', 'seed:think'].map((name) => ({
    open: `<${name}>`,
    close: `</${name}>`,
  })),
  { open: '[THINK]', close: '[/THINK]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<|begin_of_thought|>', close: '<|end_of_thought|>' },
  { open: '<|START_THINKING|>', close: '<|END_THINKING|>' },
];

const dialects: readonly DialectId[] = ['openchatml-2.2', 'harmony', 'openchatml-0.1'];

/** Returns a message with this role and body in a dialect. */
const framed = (dialect: DialectId, role: string, body: string) =>
  dialect === 'openchatml-0.1'
    ? `<|im_start|>${role}\n${body}<|im_end|>\n`
    : `<|start|>${role}<|message|>${body}<|end|>\n`;

function view(text: string, dialect: DialectId) {
  const transcript = new Transcript('test:x', 'ocml', 1, text, { dialect });
  const { messages, hidden, doubt } = userView.run(transcript, { textDocument: { uri: 'test:x' } });
  return { texts: messages.map((message) => message.text), hidden, doubt };
}

suite('what only looks like a token is shown', () => {
  for (const said of [
    '| start | end |\n| --- | --- |\n| message | channel |',
    'if (start || end > message) return a|b;',
    'x |> start |> channel',
    '<div class="a|b">message</div>',
    'Press <Start> or <End>.',
    '<selection>1</selection>',
    '<collection><section>1</section></collection>',
    'cat file | grep start | sort > message',
    'a <b|c> d',
    '[[start|message]]',
    '$|x|>0$ and $<x|y>$',
    '\u200b',
  ]) {
    for (const dialect of dialects) {
      for (const role of ['user', 'assistant']) {
        test(`${dialect}, ${role}: ${said}`, () => {
          assert.deepEqual(view(framed(dialect, role, said), dialect), { texts: [said], hidden: 0, doubt: 0 });
        });
      }
    }
  }
});

suite('how many messages are in doubt', () => {
  const check = (text: string, dialect: DialectId, expected: { hidden: number; doubt: number }) => {
    const { hidden, doubt } = view(text, dialect);
    assert.deepEqual({ hidden, doubt }, expected, text);
  };

  test('none where each is hidden for what it is', () => {
    check('<|start|>system<|message|>S<|end|><|start|>assistant<|channel|>analysis<|message|>S<|end|>', 'harmony', {
      hidden: 2,
      doubt: 0,
    });
    check('<|start|>assistant<|channel|>final<|message|>a<|start_reason|>S<|end|>', 'openchatml-2.2', {
      hidden: 0,
      doubt: 0,
    });
    check(framed('openchatml-0.1', 'assistant', '<think>S</think>'), 'openchatml-0.1', { hidden: 1, doubt: 0 });
  });

  test('those that cannot be read, in whole or in part', () => {
    check('<|start|>asistant<|message|>S<|end|>', 'harmony', { hidden: 1, doubt: 1 });
    check('<|start|>assistant analysis<|message|>S<|end|>', 'harmony', { hidden: 1, doubt: 1 });
    check('<|start|>assistant<|channel|>final<|message|>a<|start-reason|>S<|end|>', 'openchatml-2.2', {
      hidden: 0,
      doubt: 1,
    });
    check(framed('openchatml-0.1', 'assistant', 'a<Think>S'), 'openchatml-0.1', { hidden: 0, doubt: 1 });
  });

  test('what is left of a message that lost its opener', () => {
    const hi = '<|start|>user<|message|>Hi<|end|>';
    check(`${hi}<|START|>tool name=f<|message|>S<|end|>`, 'openchatml-2.2', { hidden: 0, doubt: 1 });
    check(`${hi}assistant<|channel|>analysis<|message|>S<|end|>`, 'harmony', { hidden: 1, doubt: 0 });
    check(`${hi}<|message|>S<|end|>`, 'harmony', { hidden: 1, doubt: 1 });
    check(`${hi}Well, assistant<|channel|>final<|message|>S<|end|>`, 'harmony', { hidden: 1, doubt: 1 });
    check(`S<|end|>\n${hi}`, 'harmony', { hidden: 1, doubt: 1 });
    check(`${framed('openchatml-0.1', 'user', 'Hi')}<|im_strat|>system\nS<|im_end|>`, 'openchatml-0.1', {
      hidden: 0,
      doubt: 1,
    });
    check(`${hi}\nsome words | and a bar\n${hi}`, 'harmony', { hidden: 0, doubt: 0 });
  });

  test('an edit of what precedes a message changes what is seen of it', () => {
    const transcript = new Transcript('test:x', 'ocml', 1, '\n<|channel|>final<|message|>a<|end|>', {
      dialect: 'harmony',
    });
    const texts = () =>
      userView.run(transcript, { textDocument: { uri: 'test:x' } }).messages.map((message) => message.text);
    assert.deepEqual(texts(), ['a']);
    const start = { line: 0, character: 0 };
    transcript.update([{ range: { start, end: start }, text: '<|START|>system' }], 2);
    assert.deepEqual(texts(), []);
    transcript.update([{ range: { start, end: { line: 0, character: 15 } }, text: '' }], 3);
    assert.deepEqual(texts(), ['a']);
  });
});

test('a body may have any number of marks', () => {
  const header = '<|start|>assistant<|channel|>final<|message|>';
  for (const mark of ['<|start_reason|>', '<|start_reson|>', '<|literal|>'])
    assert.equal(
      view(`${header}Hi${mark.repeat(sizeOf(200_000))}<|end|>`, 'openchatml-2.2').texts[0]?.slice(0, 2),
      'Hi',
      mark,
    );
  assert.deepEqual(
    view(framed('openchatml-0.1', 'assistant', `Hi${'<think>'.repeat(sizeOf(200_000))}`), 'openchatml-0.1').texts,
    ['Hi'],
  );
});

suite('tags of ChatML models', () => {
  const seen = (role: string, said: string, expected: readonly string[]) =>
    test(`${role}: ${said}`, () => {
      assert.deepEqual(view(framed('openchatml-0.1', role, said), 'openchatml-0.1').texts, expected);
    });
  seen('assistant', 'a<tool_call>\n{"name": "f"}\n</tool_call>b', ['ab']);
  seen('assistant', 'a<tool_call>\n{"name": "f"}', ['a']);
  seen('assistant', 'S</tool_call>b', ['b']);
  seen('assistant', '<think>S</think>a<think>S</think>b', ['ab']);
  seen('assistant', '<think>S<think>S</think>S</think>a', ['a']);
  seen('assistant', '<think>I will use <tool_call>.</think>a', ['a']);
  seen('assistant', '<Think>S</THINK>a', ['a']);
  seen('assistant', '<thinking>S</thinking>a', ['a']);
  seen('assistant', 'S</ think >a', ['a']);
  seen('assistant', 'S</thinkk>a', ['a']);
  seen('assistant', 'a<tool-call>S', ['a']);
  seen('assistant', 'a<tool_call\nS', ['a']);
  seen('assistant', 'a\ntool_call>S', ['a']);
  seen('assistant', 'Use `<tool_call>` for calls.', ['Use `<tool_call>` for calls.']);
  seen('assistant', 'I think > you, and List<tool> is fine.', ['I think > you, and List<tool> is fine.']);
  for (const said of ['<thing id="1">x</thing>', 'Map<Thing>', 'a <thin> line', '<Thing/>', '<thank>you</thank>'])
    seen('assistant', said, [said]);
  seen('assistant', 'a<thing>S</think>b', ['b']);
  seen('assistant', 'a<thnik>S', ['a']);
  seen('assistant', '<think>S</think>\u200b', []);
  for (const { open, close } of thoughtTags) {
    seen('assistant', `${open}S${close}a`, ['a']);
    seen('assistant', `S${close}a`, ['a']);
    seen('assistant', `a${open}S`, ['a']);
    seen('assistant', `${open}S`, []);
    const spoken = `Models write \`${open}\` before, and \`${close}\` after.`;
    seen('assistant', spoken, [spoken]);
    seen('user', `What is ${open}?`, [`What is ${open}?`]);
  }
  for (const said of [
    '<Thought>S</thought>a',
    '<|Begin_Of_Thought|>S<|end_of_thoughts|>a',
    '<reasonning>S</reasonning>a',
  ])
    seen('assistant', said, ['a']);
  for (const said of ['S[/think]a', 'S◁/Think▷a']) seen('assistant', said, ['a']);
  for (const said of [
    '[think] about it, [THINKING], a[THINK ] and [text](url)',
    'List<Thought> and Vec<Reasoning>',
    '<seasoning>salt</seasoning>, <through/>, <reason>none</reason>',
    'Reasoning > guessing, a ◁ b ▷ c',
  ])
    seen('assistant', said, [said]);
  seen('user', '<tool_response>\nS\n</tool_response>', []);
  seen('user', '<tool_response>S</tool_response>\nHi', ['Hi']);
  seen('user', 'What does <think> do?', ['What does <think> do?']);
});

suite('two roles in a header of 0.1', () => {
  for (const header of ['user system', 'user name=bo system', 'user sytem']) {
    test(header, () => {
      const { texts, doubt } = view(framed('openchatml-0.1', header, 'S'), 'openchatml-0.1');
      assert.deepEqual({ texts, doubt }, { texts: [], doubt: 1 });
    });
  }
  test('other words are the user’s own', () => {
    const { texts } = view(framed('openchatml-0.1', 'user Hello there', 'a'), 'openchatml-0.1');
    assert.deepEqual(texts.length, 1);
  });
});

suite('a second channel where <|message|> is lost', () => {
  for (const said of ['final analysis<message>S', 'final Analysis S', 'final analysi<|msg|>S']) {
    test(said, () => {
      const { texts, doubt } = view(`<|start|>assistant<|channel|>${said}<|end|>`, 'openchatml-2.2');
      assert.deepEqual({ texts, doubt }, { texts: [], doubt: 1 });
    });
  }
  test('an answer is shown', () => {
    assert.deepEqual(view('<|start|>assistant<|channel|>final Hello.<|end|>', 'harmony').texts, ['Hello.']);
  });
});
