/** The messages that a user sees, and the information about them in the response. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type UserViewParams, userView, type ViewMessage } from '../../server/src/features/user-view.ts';

import { check, open, texts, view } from '../support/user-view.ts';

suite('who and where', () => {
  test('users and the final channel are shown', () => {
    check('<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>', [
      'Hi',
      'Hello',
    ]);
    check('<|start|>assistant<|message|>No channel is final<|end|>', ['No channel is final']);
  });

  test('other roles and channels are absent', () => {
    for (const header of [
      'system',
      'developer',
      'system<|channel|>final',
      'developer<|channel|>final',
      'tool name=functions.f call_id=a<|channel|>final',
      'tool name=functions.f call_id=a',
      'functions.f',
      'browser.search to=assistant<|channel|>final',
      'python',
      'assistant<|channel|>analysis',
      'assistant<|channel|>commentary',
      'assistant intent=status<|channel|>commentary',
      'assistant intent=debug<|channel|>commentary',
      'assistant intent=preamble<|channel|>analysis',
      'assistant to=functions.f call_id=a<|channel|>commentary',
      'assistant to=functions.f call_id=a intent=preamble<|channel|>commentary',
      'assistant to=functions.f call_id=a<|channel|>final',
      'user intent=preamble<|channel|>commentary',
      'user intent=question',
      'assistant intent=status<|channel|>final',
      'assistant intent=debug<|channel|>final',
      'assistant intent=preamble<|channel|>final',
      'user<|channel|>analysis',
      'user to=functions.f',
    ]) {
      const result = view(`<|start|>${header}<|message|>SECRET<|end|><|start|>user<|message|>Hi<|end|>`);
      assert.deepEqual(texts(result.messages), ['Hi'], header);
      assert.doesNotMatch(JSON.stringify(result), /SECRET/, header);
      assert.equal(result.hidden, 1, header);
    }
  });

  test('what cannot be read is not shown, in any dialect', () => {
    for (const header of [
      'asistant',
      '',
      'assistantanalysis',
      'assistant<|channel|>',
      'assistant<|channel|>analysisfinal',
      'assistant<|channel|>finalx',
      'assistant<|channel|>fin',
      'assistant<|channel|>secret',
      'assistant<|channel|>commentary?commentary?',
      'assistant<|channel|>commentary to=assistant<|channel|>analysis',
      'assistant<|channel|>final<|channel|>analysis',
      'assistant<|channel|>analysis<|channel|>final',
      'assistant<|channel|>commentary to=assistant',
      'assistant analysis',
      'assistant<|chanel|>analysis',
      'assistant<|channel>analysis',
      'assistant <|channel\u200b|>analysis',
      'assistant channel=analysis',
      'assistant to =functions.x',
      'assistant to:functions.x',
      'assistant TO=functions.x',
      'assistant to= functions.x',
      'assistant to=user<|channel|>final to=functions.x',
      'assistant Intent=debug',
      'assistant intent=preamble<|channel|>commentary intent=debug',
      'assistant<|constrain|>analysis',
      'user system',
      'assistant tool name=x',
    ]) {
      for (const dialect of ['openchatml-2.2', 'harmony'] as const) {
        check(`<|start|>${header}<|message|>SECRET<|end|>`, [], dialect);
      }
    }
  });

  test('faults that leave no doubt are made up for', () => {
    check('<|start|>assistantassistant<|channel|>final<|message|>a<|end|>', ['a']);
    check('<|start|>Assistant<|channel|>Final<|message|>a<|end|>', ['a']);
    check('<|start|>assistant<|channel|><|channel|>final<|message|>a<|end|>', ['a']);
    check('<|start|>assistant<|channel|>final {"answer": "hi"}<|return|>', ['{"answer": "hi"}']);
    check('<|start|>assistant<|channel|>analysis I think<|end|>', []);
    check('<|start|>assistant<|channel|>final oops <|channel|>analysis I think<|end|>', []);
    check('<|start|>user nmae=ann<|message|>a<|end|>', ['a']);
    check('<|start|>user name=Zoë<|message|>a<|end|>', ['a']);
  });

  test('without <|message|>, the assistant must have named its channel', () => {
    check('<|start|>assistant analysis SECRET<|end|>', []);
    check('<|start|>assistant hello <|chanel|>analysis SECRET<|end|>', []);
    check('<|start|>user hello<|end|>', ['hello']);
  });

  test('what a router would take for a call is not shown', () => {
    for (const header of ['commentary json', 'commentary<|constrain|>json', 'commentary to= functions.x', 'final']) {
      for (const dialect of ['openchatml-2.2', 'harmony'] as const) {
        check(`<|start|>assistant<|channel|>${header}<|message|>{"secret": 1}<|call|>`, [], dialect);
      }
    }
  });

  test('a frame inside a body is not shown', () => {
    const frame = 'assistantassistant<|channel|>analysis<|message|>SECRET';
    for (const start of ['<|start|>', '<|start|> ', '<|start|><|start|>x', '<|START|>', '<|channel|>']) {
      check(`<|start|>assistant<|channel|>final<|message|>Hi${start}${frame}<|end|>`, ['Hi']);
    }
    check(`<|start|>user<|message|>Hi<|start|>${frame}<|end|>`, ['Hi']);
    check('<|start|>user<|message|>What is <|channel|> for?<|end|>', ['What is <|channel|> for?']);
  });

  test('a completion begins in the header', () => {
    check('<|channel|>analysis<|message|>SECRET<|end|><|start|>assistant<|channel|>final<|message|>Hi<|return|>', [
      'Hi',
    ]);
  });

  test('of 0.1, not what the system says', () => {
    check('<|im_start|>system\nSECRET<|im_end|>', [], 'openchatml-0.1');
  });

  test('nor what may be a thought or a call that lost the line break of its header', () => {
    for (const header of [
      '<|function_call|>\n',
      ' <|start_reason|>\n',
      '<|channel|>analysis<|message|>\n',
      ' to=f\n',
      ' to=f ',
    ]) {
      check(`<|im_start|>assistant${header}SECRET<|im_end|>`, [], 'openchatml-0.1');
    }
    check('<|im_start|>assistant name=Ann Hi<|im_end|>', ['Hi'], 'openchatml-0.1');
  });
});

suite('preambles', () => {
  const flagged = '<|start|>assistant intent=preamble<|channel|>commentary<|message|>Plan<|end|>';
  const plain = '<|start|>assistant<|channel|>commentary<|message|>Plan<|end|>';

  test('OpenChatML shows those that are flagged', () => {
    check(flagged, ['Plan']);
    check('<|start|>assistant<|channel|>commentary intent=preamble<|message|>Plan<|end|>', ['Plan']);
    check(plain, []);
  });

  test('Harmony has no flag', () => {
    const [message] = view(plain, { dialect: 'harmony' }).messages;
    assert.equal(message?.text, 'Plan');
    assert.equal(message?.intent, 'preamble');
    check('<|start|>assistant<|channel|>commentary json<|message|>Plan<|end|>', [], 'harmony');
    check('<|start|>assistant<|channel|>commentary<|constrain|>json<|message|>Plan<|end|>', [], 'harmony');
  });

  test('a 2.2 document with the Harmony profile flags them all the same', () => {
    const header = 'version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n';
    check(header + plain, []);
    check(header + flagged, ['Plan']);
  });

  test('they can be left out', () => {
    assert.deepEqual(view(flagged, { preambles: false }).messages, []);
  });
});

suite('the answer', () => {
  test('says who speaks, to whom, and where', () => {
    const text = '\n<|start|>user name=mira<|message|>a\nb<|end|>\n\n<|start|>user<|message|>c<|end|>';
    const { messages, total, version, dialect } = view(text);
    const { html, ...first } = messages[0] as ViewMessage;
    assert.deepEqual(JSON.parse(JSON.stringify(first)), {
      index: 0,
      role: 'user',
      effectiveChannel: 'final',
      name: 'mira',
      text: 'a\nb',
      range: { start: { line: 1, character: 0 }, end: { line: 2, character: 8 } },
      hidden: false,
      complete: true,
    });
    assert.equal(messages[1]?.index, 1);
    assert.deepEqual({ total, version, dialect }, { total: 2, version: 1, dialect: 'openchatml-2.2' });
    assert.equal(view('<|start|>user:alice<|message|>a<|end|>', { dialect: 'harmony' }).messages[0]?.name, 'alice');
  });

  test('with debug, everything, and what is hidden is said to be', () => {
    const { messages } = view(
      'version: 2.2\n<|start|>system<|message|>S<|end|>' +
        '<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json<|message|>{"a":1}<|call|>' +
        '<|start|>assistant<|channel|>final<|message|>F<|start_reason|><b>R<|end|>',
      { debug: true },
    );
    assert.deepEqual(
      messages.map(({ index, role, hidden, to, callId, text }) => ({ index, role, hidden, to, callId, text })),
      [
        { index: 0, role: 'system', hidden: true, to: undefined, callId: undefined, text: 'S' },
        { index: 1, role: 'assistant', hidden: true, to: 'functions.f', callId: 'a', text: '{"a":1}' },
        { index: 2, role: 'assistant', hidden: false, to: undefined, callId: undefined, text: 'F<|start_reason|><b>R' },
      ],
    );
    assert.match(messages[1]?.html ?? '', /&quot;a&quot;<\/span>: <span class="code-number">1<\/span>\}/);
    assert.match(messages[2]?.html ?? '', /<div class="thought"><p class="plain">&lt;\|start_reason\|&gt;&lt;b&gt;R/);
  });

  test('debug does not leak into a later view without', () => {
    const transcript = open('<|start|>assistant<|channel|>final<|message|>F<|start_reason|>R<|end|>', 'openchatml-2.2');
    const textDocument = { uri: 'test:x' };
    userView.run(transcript, { textDocument, debug: true });
    assert.deepEqual(texts(userView.run(transcript, { textDocument }).messages), ['F']);
  });

  test('an unedited message is not rendered again', () => {
    const transcript = open('<|start|>user<|message|>a<|end|>\n<|start|>user<|message|>b<|end|>\n');
    const html = () => userView.run(transcript, { textDocument: { uri: 'test:x' } }).messages.map((m) => m.html);
    html();
    transcript.update([{ range: transcript.getLineRange(0), text: '<|start|>user<|message|>x\ny<|end|>' }], 2);
    assert.deepEqual(html(), ['<p class="plain">x\ny</p>', '<p class="plain">b</p>']);
  });
});

suite('a long transcript', () => {
  const lines = Array.from({ length: 20_000 }, (_, i) =>
    i % 2 === 0 ? `<|start|>user<|message|>m${i}<|end|>\n` : '<|start|>system<|message|>S<|end|>\n',
  );
  const transcript = open(lines.join(''));
  const ask = (params: Partial<UserViewParams>) =>
    userView.run(transcript, { textDocument: { uri: 'test:x' }, ...params });

  test('comes as a window, from the beginning', () => {
    const { messages, total, before, after, hidden } = ask({ limit: 3 });
    assert.deepEqual(texts(messages), ['m0', 'm2', 'm4']);
    assert.deepEqual({ total, before, after, hidden }, { total: 10_000, before: 0, after: 9_997, hidden: 10_000 });
    assert.equal(ask({}).messages.length, 500);
    assert.equal(ask({ limit: 1e9 }).messages.length, 500);
  });

  test('or around a place', () => {
    const { messages, before, after } = ask({ limit: 3, around: { line: 1001, character: 0 } });
    assert.deepEqual(texts(messages), ['m1000', 'm1002', 'm1004']);
    assert.equal(before + messages.length + after, 10_000);
    assert.equal(messages[0]?.range.start.line, 1000);
    assert.deepEqual(texts(ask({ limit: 2, around: { line: 1e6, character: 0 } }).messages), ['m19996', 'm19998']);
    assert.deepEqual(texts(ask({ limit: 1, around: { line: 19_999, character: 0 }, debug: true }).messages), ['S']);
  });

  test('and not more text than can be shown', () => {
    const large = open(`<|start|>user<|message|>${'x'.repeat(900_000)}<|end|>\n`.repeat(20));
    const { messages, before } = userView.run(large, {
      textDocument: { uri: 'test:x' },
      around: { line: 10, character: 0 },
    });
    assert.ok(messages.length >= 1 && messages.length <= 3);
    assert.ok(before >= 8 && before <= 10);
  });
});

test('bad parameters and empty documents have an answer', () => {
  for (const text of ['', 'no token at all', '\n', 'version: 2.2\n', '\0', '\uD800']) {
    assert.deepEqual(view(text).messages, []);
    assert.deepEqual(view(text, { around: { line: 99, character: 99 }, debug: true }).messages, []);
  }
  const bad = { around: 'x', limit: -1 } as unknown as UserViewParams;
  assert.equal(view('<|start|>user<|message|>a<|end|>', bad).messages.length, 1);
});
