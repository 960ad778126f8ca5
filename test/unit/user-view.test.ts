import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type UserViewParams, userView, type ViewMessage } from '../../server/src/features/user-view.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const open = (text: string, dialect?: DialectId) =>
  new Transcript('test:x', 'ocml', 1, text, dialect ? { dialect } : undefined);

function view(text: string, params: Partial<UserViewParams> & { dialect?: DialectId } = {}) {
  const { dialect = 'openchatml-2.2', ...rest } = params;
  return userView.run(open(text, dialect), { textDocument: { uri: 'test:x' }, ...rest });
}

const texts = (messages: readonly ViewMessage[]) => messages.map((message) => message.text);

/** What a user sees of the text, message by message. */
function check(text: string, expected: string[], dialect?: DialectId): void {
  assert.deepEqual(texts(view(text, dialect ? { dialect } : {}).messages), expected, text);
}

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

suite('content', () => {
  test('escapes and literal blocks are resolved', () => {
    check('<|start|>user<|message|>a <<|end|> b<|end|>', ['a <|end|> b']);
    check('<|start|>user<|message|><|literal|><|end|>\n<<|end|><|endliteral|>!<|end|>', ['<|end|>\n<<|end|>!']);
  });

  test('Harmony has neither', () => {
    check('<|start|>user<|message|>a <|literal|>b<|endliteral|><|end|>', ['a <|literal|>b<|endliteral|>'], 'harmony');
    check('<|start|>user<|message|>a <<|end|>', ['a <'], 'harmony');
  });

  test('thought sections of the assistant are left out, to the next marker or the end', () => {
    const final = '<|start|>assistant<|channel|>final<|message|>';
    check(`${final}a<|start_reason|>SECRET<|end|>`, ['a']);
    check(`${final}a <|start_reason|>SECRET<|end_reason|> b<|end|>`, ['a  b']);
    check(`${final}a<|start_reason|>S<|end_reflect|>S<|end|>`, ['a']);
    check(`${final}a<|start_reason|>S<|start_reflect|>S<|end_reflect|>S<|end_reason|>b<|end|>`, ['ab']);
    check(`${final}a<|start_reason|>S<|start_reflect|>S<|end_reflect|>S<|end|>`, ['a']);
    check(`${final}SECRET<|end_reason|>a<|end|>`, ['a']);
    check(`${final}SECRET<|start_reason|>S<|end_reason|>S<|end_reflect|>a<|end|>`, ['a']);
    check(`${final}a<|START_REASON|>SECRET<|end|>`, ['a']);
    check(`${final}a<\\|start_reason\\|>SECRET<|end|>`, ['a']);
    check(`${final}a <<|start_reason|> b<|end|>`, ['a <|start_reason|> b']);
    check(`${final}<<|end|> a<|start_reason|>S<|end_reason|><<|call|><|end|>`, ['<|end|> a<|call|>']);
    check(`${final}<|literal|><|start_reason|><|endliteral|>x<|end|>`, ['<|start_reason|>x']);
    check('<|start|>assistant<|channel|>final a<|start_reason|>SECRET<|end|>', ['a']);
    check('<|start|>assistant intent=preamble<|channel|>commentary<|message|>a<|start_reason|>S<|end|>', ['a']);
    check('<|start|>user<|message|>a <|start_reason|> b<|end|>', ['a <|start_reason|> b']);
  });

  test('a literal block that is never closed shows nothing of the messages after it', () => {
    const secret = '<|start|>assistant<|channel|>analysis<|message|>SECRET<|end|>';
    check(`<|start|>user<|message|>a <|literal|> b<|end|>\n${secret}`, ['a  b']);
    check(`<|start|>user<|message|><|literal|>${secret}`, ['']);
  });

  test('a message that breaks off is marked, and half a token is not text', () => {
    for (const [tail, text] of [
      ['', ''],
      ['Hel', 'Hel'],
      ['Hello<|ret', 'Hello'],
      ['Hello<|return|', 'Hello'],
      ['Hello<|', 'Hello'],
      ['Hello<<|en', 'Hello'],
      ['Hello<|nothing', 'Hello<|nothing'],
      ['a < b', 'a < b'],
      ['<|literal|>x<|ret', 'x<|ret'],
    ]) {
      const { messages } = view(`<|start|>assistant<|channel|>final<|message|>${tail}`);
      assert.deepEqual(texts(messages), [text], tail);
      assert.equal(messages[0]?.complete, false, tail);
    }
    check('<|start|>user<|message|>a<|ret<|end|>', ['a<|ret']);
    check('<|start|>assistant<|channel|>final<|message|>a<<|ret', ['a<'], 'harmony');
  });

  test('a header alone is not a message', () => {
    for (const tail of [
      '<|start|>assistant',
      '<|start|>',
      '<|start|>assistant<|channel|>final',
      '<|start|>assistant<|chan',
    ]) {
      check(`<|start|>user<|message|>Hi<|end|>${tail}`, ['Hi']);
      assert.equal(view(`<|start|>user<|message|>Hi<|end|>${tail}`, { debug: true }).total, 1, tail);
    }
  });

  test('users write plain text, the assistant writes Markdown, unless the header says otherwise', () => {
    const html = (text: string) => view(text).messages[0]?.html.trim();
    assert.equal(html('<|start|>user<|message|>a *b*\nc <i><|end|>'), '<p class="plain">a *b*\nc &lt;i&gt;</p>');
    assert.equal(html('<|start|>user content_type=markdown<|message|>*b*<|end|>'), '<p><em>b</em></p>');
    assert.equal(html('<|start|>assistant<|message|>*b*<|end|>'), '<p><em>b</em></p>');
    assert.equal(html('<|start|>assistant content_type=text<|message|>*b*<|end|>'), '<p class="plain">*b*</p>');
    assert.equal(
      html('<|start|>assistant<|channel|>final<|constrain|>json<|message|>[1]<|end|>'),
      '<pre><code class="language-json">[\n  <span class="code-number">1</span>\n]</code></pre>',
    );
    assert.match(html('<|start|>assistant<|constrain|>json<|message|>{<i>}<|end|>') ?? '', /&lt;i&gt;/);
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
    assert.match(messages[1]?.html ?? '', /&quot;a&quot;<\/span>: <span class="code-number">1<\/span>\n/);
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

suite('files and fill-in-the-middle', () => {
  const html = (text: string, debug = false) =>
    view(text, { dialect: 'openchatml-0.1', debug }).messages.map((message) => message.html);
  const user = '<|im_start|>user\nHi<|im_end|>\n';

  test('what the model filled in is marked; a cursor is where it has not', () => {
    const [prefix, middle, suffix] = ['<|fim_prefix|>', '<|fim_middle|>', '<|fim_suffix|>'];
    assert.deepEqual(html(`${prefix}a${middle}F${suffix}b`), ['<p class="plain">a<mark>F</mark>b</p>']);
    assert.deepEqual(html(`${prefix}a${middle}<b>${suffix}b`), ['<p class="plain">a<mark>&lt;b&gt;</mark>b</p>']);
    assert.deepEqual(html(`${prefix}a${middle}${suffix}b`), ['<p class="plain">a▮b</p>']);
    assert.deepEqual(html(`${prefix}a${middle}\n${suffix}b`), ['<p class="plain">a▮\nb</p>']);
    assert.deepEqual(html(`${prefix}a${suffix}b${middle}F`), ['<p class="plain">ab<mark>F</mark></p>']);
    assert.deepEqual(html(`<|im_start|>user\n${prefix}a${middle}F${suffix}b<|im_end|>`), ['<p class="plain">aFb</p>']);
  });

  test('stand between the messages', () => {
    const plain = '<p class="plain">Hi</p>';
    assert.deepEqual(html(`one\n<|file_separator|>\n${user}<|file_separator|>\nthree`), [
      '<h3>File 1</h3><p class="plain">one</p><h3>File 2</h3>',
      plain,
      '<h3>File 3</h3><p class="plain">three</p>',
    ]);
    assert.deepEqual(html(`${user}<|file_separator|>\n${user}`), [plain, '<h3>File 2</h3>', plain]);
    const system = '<|im_start|>system\nSECRET<|im_end|>\n';
    assert.deepEqual(html(`${system}<|file_separator|>\ntwo`), ['<h3>File 2</h3><p class="plain">two</p>']);
  });

  test('have numbers of their own, and so has every message', () => {
    const system = '<|im_start|>system\nS<|im_end|>\n';
    const separator = '<|file_separator|>\n';
    const text = `one\n${separator}${user}${separator}two\n${separator}${system}${user}${user}${separator}three`;
    const numbered = (debug: boolean) =>
      view(text, { dialect: 'openchatml-0.1', debug }).messages.map(({ index, name, role }) => [index, role ?? name]);
    const all = [
      [0, 'Sequence'],
      [1, 'user'],
      [2, 'Sequence'],
      [3, 'system'],
      [4, 'user'],
      [5, 'user'],
      [6, 'Sequence'],
    ];
    assert.deepEqual(numbered(true), all);
    assert.deepEqual(
      numbered(false),
      all.filter(([, who]) => who !== 'system'),
    );
  });

  test('are shown only where they cannot be part of a message', () => {
    const separator = '<|file_separator|>\n';
    for (const text of ['S<|im_end|>', '<|start|>system<|message|>S', '<|IM_START|>system\nS', '<|start_reason|>S']) {
      assert.deepEqual(html(`${user}${separator}${text}\n${separator}ok`), [
        '<p class="plain">Hi</p>',
        '<h3>File 2</h3><h3>File 3</h3><p class="plain">ok</p>',
      ]);
      assert.match(html(`${user}${separator}${text}`, true)[1] ?? '', /S/);
    }
    // Text before a message is in no file: no reader sees it.
    assert.deepEqual(html(`${separator}S\n${user}`), ['<h3>File 1</h3>', '<p class="plain">Hi</p>']);
  });
});

suite('what the assistant of 0.1 thinks', () => {
  const seen = (said: string, expected: string[]) =>
    check(`<|im_start|>assistant\n${said}<|im_end|>`, expected, 'openchatml-0.1');

  test('is hidden between its tokens', () => {
    seen('<|start_reason|>R<|end_reason|>Hi', ['Hi']);
    seen('R<|end_reason|>Hi', ['Hi']);
    seen('<|start_reason|>R', []);
  });

  test('ends where quotes and fences of its own stand beside those of the answer', () => {
    seen('<|start_reason|>\n```\nR\n```<|end_reason|>```\nHi\n```', ['```\nHi\n```']);
    seen('<|start_reason|>"R"<|end_reason|>"Hi"', ['"Hi"']);
    seen('```\nHi\n```<|start_reason|>```\nR\n```<|end_reason|>', ['```\nHi\n```']);
    seen('"Hi"<|start_reason|>"R"<|end_reason|>"there"', ['"Hi""there"']);
    seen('<|start_reason|>R "`<|end_reason|>`" R', []);
    seen('<|start_reason|>R\n```<|end_reason|>```\nR<|end_reason|>Hi', ['Hi']);
  });

  test('is hidden as far as it may reach where a token is misspelled', () => {
    seen('Hi <|START_REASON|>R<|END_REASON|>there', []);
    seen('Hi <|START_REASON|>R', ['Hi ']);
    seen('R<|END_REASON|>Hi', ['Hi']);
    seen('Hi <\\|start\\_reason\\|>R', ['Hi ']);
    seen('Hi <｜start_reason｜>R', ['Hi ']);
    seen('Hi < |start_reason| >R', ['Hi ']);
    seen('<|FUNCTION_CALL|>\n{}', []);
    seen('Hi\n<|IM_START|>tool\nR', ['Hi']);
    seen('Write `<|START_REASON|>` in capitals', ['Write `<|START_REASON|>` in capitals']);
  });

  test('is hidden after a token of another dialect that begins a message', () => {
    seen('<|channel|>analysis<|message|>R<|end|>', []);
    seen('Hi<|end|><|start|>assistant<|channel|>analysis<|message|>R', ['Hi<|end|>']);
    seen('Harmony writes `<|channel|>`', ['Harmony writes `<|channel|>`']);
  });

  test('is hidden between tags, as some models write it', () => {
    seen('<think>\nR\n</think>\n\nHi', ['Hi']);
    seen('<think>\n\n</think>\n\nHi', ['Hi']);
    seen('R\n</think>\n\nHi', ['Hi']);
    seen('<think>R</think>R</think>Hi', ['Hi']);
    seen('<think>\nR', []);
    seen('<think>R</think>Hi\n<think>R', ['Hi']);
    seen('<think>R</think>', []);
    seen('It thinks between `<think>` and `</think>`.', ['It thinks between `<think>` and `</think>`.']);
    check('<|im_start|>user\n<think>Hi</think><|im_end|>', ['<think>Hi</think>'], 'openchatml-0.1');
    check('<|im_start|>assistant\n<think>\nR', [], 'openchatml-0.1');
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
