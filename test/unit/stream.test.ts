/** Examples of streaming (2.2 §9). */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { type StreamEvent, type StreamOptions, TranscriptStream } from '../../server/src/stream/stream.ts';
import { streamed } from '../support/stream.ts';

const final = '<|start|>assistant<|channel|>final<|message|>';
const delta = (message_id: string, text: string): StreamEvent => ({
  event: 'response.delta',
  message_id,
  channel: 'final',
  delta: text,
});

/** Starts a stream. Returns the stream with the events that it has sent. */
function begun(options: StreamOptions = {}) {
  const events: StreamEvent[] = [];
  const stream = new TranscriptStream((event) => events.push(event), options);
  const text = () => events.map((event) => event.delta ?? '').join('');
  return { stream, events, text };
}
const as = (dialect: DialectId) => ({ choice: { dialect } });

suite('what is told, and when', () => {
  test('text is told as it comes, and half a token waits', () => {
    const { stream, text } = begun();
    stream.write(`${final}It is`);
    assert.equal(text(), 'It is');
    stream.write(' 4 <');
    assert.equal(text(), 'It is 4');
    stream.write('|retu');
    assert.equal(text(), 'It is 4');
    stream.write('rn|>');
    assert.equal(text(), 'It is 4 ');
    assert.equal(stream.end().truncated, undefined);
  });

  test('what began like a token and is none is told', () => {
    const { stream, text } = begun();
    stream.write(`${final}a <|re`);
    stream.write('ality> shows b');
    assert.equal(text(), 'a <|reality> shows b');
  });

  test('only answers are told, each under its number', () => {
    const { events } = streamed(
      `<|start|>user<|message|>2 + 2?<|end|><|start|>assistant<|channel|>analysis<|message|>Easy.<|end|>${final}4<|return|>`,
      () => 5,
    );
    assert.deepEqual(events, [delta('m3', '4')]);
  });

  test('a blank line is a flush', () => {
    const { events } = streamed(`${final}One.\n\nTwo.\n \nThree.<|return|>`, () => 1000);
    assert.deepEqual(events, [
      delta('m1', 'One.\n\n'),
      { event: 'response.delta.flush', message_id: 'm1' },
      delta('m1', 'Two.\n \n'),
      { event: 'response.delta.flush', message_id: 'm1' },
      delta('m1', 'Three.'),
    ]);
  });

  test('preambles are told if that is asked for', () => {
    const text = '<|start|>assistant intent=preamble<|channel|>commentary<|message|>Let me look.<|end|>';
    assert.deepEqual(streamed(text, () => 3).events, []);
    const [first] = streamed(text, () => 1000, { preambles: true }).events;
    assert.deepEqual(first, {
      event: 'response.delta',
      message_id: 'm1',
      channel: 'commentary',
      intent: 'preamble',
      delta: 'Let me look.',
    });
  });

  test('escapes and literal blocks are told as the text that they are', () => {
    const { shown } = streamed(`${final}Write <<|end|> or <|literal|><|end|><|endliteral|>.<|return|>`, () => 1);
    assert.equal(shown.get('m1'), 'Write <|end|> or <|end|>.');
  });

  test('UTF-8 may be cut anywhere, and what is none is U+FFFD', () => {
    const { stream, text } = begun();
    const bytes = [...Buffer.from(`${final}é漢😀`), 0xff, ...Buffer.from('!<|return|>')];
    for (const byte of bytes) stream.write(Uint8Array.of(byte));
    stream.end();
    assert.equal(text(), 'é漢😀\uFFFD!');
  });
});

suite('what is hidden', () => {
  const never = (text: string, dialect: DialectId, options: StreamOptions = {}) => {
    for (const length of [1, 2, 7, 10_000]) {
      const { events } = streamed(text, () => length, { ...as(dialect), preambles: true, ...options });
      assert.ok(!JSON.stringify(events).includes('SECRET'), `${length}: ${text}`);
    }
  };

  test('reasoning, calls, replies and instructions', () => {
    never(
      `<|start|>system<|message|>SECRET<|end|><|start|>assistant<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant to=functions.f call_id=c<|channel|>commentary<|constrain|>json<|message|>{"q":"SECRET"}<|call|><|start|>tool name=functions.f call_id=c<|message|>SECRET<|end|>${final}a <|start_reason|>SECRET<|end_reason|> b<|return|>`,
      'openchatml-2.2',
    );
    never(
      '<|im_start|>assistant\n<think>\nSECRET\n</think>\nHi<tool_call>{"name": "SECRET"}</tool_call><|im_end|>',
      'openchatml-0.1',
    );
    never(
      '<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "SECRET", "parameters": {"q": "SECRET"}}<|eot_id|>',
      'llama3',
      {
        thoughtless: true,
      },
    );
  });

  test('reasoning whose opening tag the prompt has: nothing is told before it ends', () => {
    never('<|im_start|>assistant\nSECRET thoughts\n</think>\nHi<|im_end|>', 'openchatml-0.1');
    const { stream, text } = begun(as('openchatml-0.1'));
    stream.write('<|im_start|>assistant\nLet me see.</think>\nHello');
    assert.equal(text().trim(), 'Hello');
  });

  test('a model without thoughts is heard at once', () => {
    const { stream, text } = begun({ ...as('openchatml-0.1'), thoughtless: true });
    stream.write('<|im_start|>assistant\nHello there');
    assert.equal(text(), 'Hello there');
  });

  test('a completion that its tags alone show to be one is not told by one that may have lost its opener', () => {
    const { stream, events } = begun({ ...as('openchatml-0.1'), thoughtless: true });
    for (const sign of '[BOS]\n</tool_call><|im_start|>user\nHi<|im_end|>') stream.write(sign);
    stream.end();
    assert.deepEqual(events, []);
  });

  test('a completion is told as it comes, and taken back if an opener follows where a terminator was due', () => {
    const { stream, events, text } = begun(as('openchatml-0.1'));
    stream.write('<think>a</think>Hi there, ');
    assert.equal(text(), 'Hi there,');
    stream.write('<|im_start|>user\nx<|im_end|>');
    stream.end();
    assert.deepEqual(events.at(-1)?.event, 'response.cancel');
  });

  test('a completion that lost its channel waits for what follows it', () => {
    never('<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>', 'harmony');
    const { shown } = streamed('<|message|>Hi<|return|>', () => 2, as('harmony'));
    assert.equal(shown.get('m1'), 'Hi');
  });

  test('debug tells it under another name', () => {
    const { events } = streamed('<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>', () => 1000, {
      debug: true,
    });
    assert.deepEqual(events, [
      { event: 'debug.delta', message_id: 'm1', role: 'assistant', channel: 'analysis', delta: 'Hm.' },
    ]);
  });
});

suite('cancelling', () => {
  test('by the caller: the message, and the calls that wait', () => {
    const { stream, events } = begun();
    stream.write('<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{}<|call|>');
    stream.write(`${final}Mean`);
    stream.cancel('interrupted');
    stream.write('while');
    assert.equal(stream.end().truncated, undefined);
    assert.deepEqual(events, [
      delta('m2', 'Mean'),
      { event: 'response.cancel', message_id: 'm2', reason: 'interrupted' },
      { event: 'tool.cancel', call_id: 'c1', reason: 'interrupted' },
    ]);
  });

  test('by a reply that says so', () => {
    const call = '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{}<|call|>';
    const reply = (error: string) =>
      `<|start|>tool name=functions.f call_id=c1<|message|>{"ok":false,"content":null,"error":${error}}<|end|>`;
    const events = (error: string) => streamed(call + reply(error), () => 4).events;
    assert.deepEqual(events('"E-TOOL-CANCELLED"'), [
      { event: 'tool.cancel', call_id: 'c1', reason: 'E-TOOL-CANCELLED' },
    ]);
    assert.deepEqual(events('{"code":"E-TOOL-CANCELLED","message":"too late"}'), [
      { event: 'tool.cancel', call_id: 'c1', reason: 'E-TOOL-CANCELLED' },
    ]);
    assert.deepEqual(events('"E-TOOL-TIMEOUT"'), []);
  });

  test('what was shown and turns out to be in doubt is taken back', () => {
    const { events } = streamed(`${final}Done.<|call|>`, () => 1);
    assert.equal(events.at(-1)?.event, 'response.cancel');
  });
});

suite('how it ends', () => {
  const truncated = (text: string) => streamed(text, () => 3).truncated;

  test('inside a message it is cut off', () => {
    assert.ok(truncated(`${final}It is`));
    assert.ok(truncated('<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>ana'));
    assert.ok(truncated('<|im_start|>assistant\nHi'));
  });

  test('a run of the model that no token stopped is cut off, too (A-065)', () => {
    const thought = '<|start|>assistant<|channel|>analysis<|message|>Hm.<|end|>';
    assert.equal(truncated(thought), 'run');
    assert.equal(truncated(`${thought}${final}Yes.<|end|>`), 'run');
    assert.equal(truncated(`${thought}${final}Yes.<|return|>`), undefined);
    const next = '<|start|>user<|message|>Go on.<|end|>';
    assert.equal(truncated(`${final}Yes.<|end|>${next}`), undefined);
    assert.equal(truncated(`${final}Yes.<|end|>${next}<|start|>assistant`), undefined);
  });

  test('after a message, or with the open header of a prompt, it is not', () => {
    assert.ok(!truncated(''));
    assert.ok(!truncated(`${final}It is.<|return|>`));
    assert.ok(!truncated('<|start|>user<|message|>Hi<|end|>\n<|start|>assistant'));
    assert.ok(!truncated('<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n'));
  });
});

test('a message of any length takes constant memory', () => {
  const { stream } = begun();
  stream.write(final);
  for (let i = 0; i < 2000; i++) stream.write(`Line ${i} of a text that goes on and on, and on.\n`.repeat(4));
  const kept = (stream as unknown as { frames: { text: string; body: { before: string } } }).frames;
  assert.ok(kept.text.length < 20_000, `${kept.text.length}`);
  assert.ok(kept.body.before.length < 20_000, `${kept.body.before.length}`);
});

test('a task of fill-in-the-middle after text that has been told', () => {
  for (const length of [1, 3, 4096]) {
    const text = '<|im_start|>assistant\nSum: <|fim_prefix|>a<|fim_middle|>b<|fim_suffix|>c<|im_end|>';
    const { shown, cancelled } = streamed(text, () => length, { ...as('openchatml-0.1'), thoughtless: true });
    assert.deepEqual([[...shown.values()], cancelled.size], [['Sum: abc'], 0]);
  }
});

test('the terminator of another dialect ends a message that is not closed, however the text is cut', () => {
  const text = `${final}Hi<|im_end|>\n<|start|>user<|message|>Hello<|end|>\n`;
  for (const length of [1, 2, 3, 4096]) assert.deepEqual([...streamed(text, () => length).shown.values()], ['Hi']);
});

test('a call in the body: what was told before it stays, and the space before it waits', () => {
  const shown = (body: string) =>
    [1, 3, 4096].map((length) => {
      const text = `<|start_header_id|>assistant<|end_header_id|>\n\n${body}`;
      const { shown, cancelled } = streamed(text, () => length, { ...as('llama3'), thoughtless: true });
      return [...shown.values(), cancelled.size];
    });
  const thrice = <T>(one: T) => [one, one, one];
  // `<|e` may be the beginning of a token until another token follows.
  assert.deepEqual(shown('`<|e<<|python_tag|><|eot_id|>'), thrice(['`<|e<', 0]));
  assert.deepEqual(shown('not closed {"name": "f", "parameters": {}}'), thrice(['not closed', 0]));
});

test('a header that a piece cuts in two does not tell the dialect', () => {
  const text =
    '<|start|>user<|message|>Hello<|end|>\n<|start|>assistant to=functions.f call_id=c1<|channel|>commentary<|message|>{"a": 1}<|call|>\n\n<|start|>user:alice<|message|>Hello<|end|>';
  // `user:alice` is a user with a name in Harmony, and an unknown role in 2.2.
  for (const length of [1, 7, 40, 4096]) {
    const { events } = streamed(text, () => length, { debug: true });
    assert.deepEqual([events.at(-1)?.message_id, events.at(-1)?.role], ['m3', undefined], `${length}`);
  }
});

test('what looks like tokens and tags and is neither is told as it comes, in every family', () => {
  const openings = {
    'openchatml-2.2': final,
    harmony: final,
    'openchatml-0.1': '<|im_start|>assistant\n',
    llama3: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  };
  for (const [dialect, opening] of Object.entries(openings)) {
    const { stream, text } = begun({ ...as(dialect as DialectId), thoughtless: true });
    stream.write(opening);
    const body = '<|x|> <tr> '.repeat(40);
    for (const letter of body) stream.write(letter);
    assert.ok(body.startsWith(text()) && text().length > body.length - 80, `${dialect}: ${text().length}`);
    // Openers that hide text are still recognized among such text.
    stream.write(opening === final ? '<|start_reason|>SECRET' : '<think>SECRET');
    stream.write(`${body}SECRET`);
    assert.ok(!text().includes('SECRET'), dialect);
  }
});

test('what other models put around thoughts, cut anywhere', () => {
  const pairs = [
    ['<thought>', '</thought>'],
    ['<reasoning>', '</reasoning>'],
    ['<reflection>', '</reflection>'],
    ['<seed:think>', '</seed:think>'],
    ['[THINK]', '[/THINK]'],
    ['◁think▷', '◁/think▷'],
    ['<|begin_of_thought|>', '<|end_of_thought|>'],
    ['<|START_THINKING|>', '<|END_THINKING|>'],
  ];
  for (const [open, close] of pairs) {
    for (const said of [
      `${open}SECRET${close}Hi`,
      `SECRET${close}Hi`,
      `Hi ${open}SECRET`,
      `Hi ${open}SECRET${close}`,
    ]) {
      for (const [before, after] of [
        ['<|im_start|>assistant\n', '<|im_end|>\n'],
        ['<|start_header_id|>assistant<|end_header_id|>\n\n', '<|eot_id|>'],
      ] as const) {
        const text = `${before}${said}${after}`;
        for (let cut = before.length; cut < before.length + said.length; cut++) {
          for (const thoughtless of [false, !said.startsWith('S')]) {
            const lengths = [cut];
            const { events } = streamed(text, () => lengths.pop() ?? text.length, { thoughtless });
            const all = events.map(({ delta = '' }) => delta).join('');
            assert.equal(all.trim(), 'Hi', `${JSON.stringify(text)} at ${cut}`);
          }
        }
        assert.equal(
          streamed(text, () => 1)
            .events.map(({ delta = '' }) => delta)
            .join('')
            .trim(),
          'Hi',
        );
      }
    }
  }
});
