/** The content of messages as users see it: escapes, reasoning and files. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';

import { check, texts, view } from '../support/user-view.ts';

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
      '<pre><code class="language-json">[<span class="code-number">1</span>]</code></pre>',
    );
    assert.match(html('<|start|>assistant<|constrain|>json<|message|>{<i>}<|end|>') ?? '', /&lt;i&gt;/);
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
    // Text before a message does not belong to a file, because users do not see it.
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
