/** The layout of documents in each dialect. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { applyEdits } from '../../server/src/fixes/fix-all.ts';
import { formatJson, formatText, type Layout, onType } from '../../server/src/format/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const opened = (text: string, file = 'x.ocml') => new Transcript(`test:/${file}`, 'ocml', 0, text, choiceOf(file));

function choiceOf(file: string) {
  return file.endsWith('.harmony') ? ({ dialect: 'harmony' } as const) : {};
}

function formatted(text: string, layout?: Layout, file?: string): string {
  return applyEdits(text, formatText(opened(text, file), layout));
}

suite('OpenChatML 2.2', () => {
  test('one message a line, white space in the document header stays', () => {
    assert.equal(
      formatted(
        '---\nversion: 2.2\nx_team:   red   # ours\n\n---\n<|start|>user<|message|>a<|end|> \n\n<|start|>user<|message|>b<|end|>',
      ),
      '---\nversion: 2.2\nx_team:   red   # ours\n\n---\n<|start|>user<|message|>a<|end|>\n<|start|>user<|message|>b<|end|>',
    );
  });

  test('attributes in the order of §6, before the channel, with one space between', () => {
    const call = (words: string) => `<|start|>assistant${words}<|message|>{}<|call|>`;
    assert.equal(
      formatted(call('  call_id=c1\tto=functions.f <|channel|>commentary')),
      call(' to=functions.f call_id=c1<|channel|>commentary'),
    );
    assert.equal(
      formatted(call(' call_id=c1<|channel|>commentary to=functions.f')),
      call(' to=functions.f call_id=c1<|channel|>commentary'),
    );
    assert.equal(
      formatted(call(' call_id=c1   to=functions.f'), { keepOrder: true }),
      call(' call_id=c1 to=functions.f'),
    );
  });

  test('a reply is one of the role tool, to the assistant', () => {
    assert.equal(
      formatted('<|start|>functions.f call_id=c1<|message|>1<|end|>'),
      '<|start|>tool to=assistant call_id=c1 name=functions.f<|message|>1<|end|>',
    );
  });

  test('bodies stay, whatever is in them', () => {
    const body = '  a \r\n\n <<|end|> <|literal|> <|start|>user <|endliteral|>\t';
    assert.equal(
      formatted(`<|start|>user   name=Ann<|message|>${body}<|end|>`),
      `<|start|>user name=Ann<|message|>${body}<|end|>`,
    );
  });

  test('what cannot be read stays as it is', () => {
    for (const text of [
      '<|start|>user   nam=<|message|>a<|end|>',
      '<|start|>usr    name=Ann<|message|>a<|end|>  oh  <|start|>user<|message|>b<|end|>',
      '<|start|>assistant  to=a  to=b<|message|>a<|end|>',
    ])
      assert.equal(formatted(text), text);
  });
});

suite('Harmony', () => {
  const [compact, expanded] = ['', '\n'].map((gap) =>
    ['<|start|>user<|message|>Hi<|end|>', '<|start|>assistant<|channel|>final<|message|>Ho<|return|>'].join(gap),
  ) as [string, string];

  test('compact unless it is asked for otherwise, both ways', () => {
    assert.equal(formatted(expanded, {}, 'x.harmony'), compact);
    assert.equal(formatted(compact, { lines: 'expand' }, 'x.harmony'), expanded);
    assert.equal(formatted(`${expanded}\n\n`, {}, 'x.harmony'), `${compact}\n`);
    assert.equal(formatted(`${expanded}\n`, { lines: 'compact' }, 'x.harmony'), compact);
  });

  test('a call as the reference library writes it', () => {
    assert.equal(
      formatted(
        '<|start|>assistant<|channel|>commentary to=functions.f<|constrain|>json<|message|>{}<|call|>',
        {},
        'x.harmony',
      ),
      '<|start|>assistant to=functions.f<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
    );
  });

  test('HARM-13: the recipient `all` is the default, and is not written', () => {
    const toAll =
      '<|start|>user to=all<|message|>to=all<|end|><|start|>assistant<|channel|>final to=all<|message|>b<|return|>';
    const plain = '<|start|>user<|message|>to=all<|end|><|start|>assistant<|channel|>final<|message|>b<|return|>';
    for (const layout of [{}, { keepOrder: true }]) assert.equal(formatted(toAll, layout, 'x.harmony'), plain);
    assert.equal(formatted(plain, {}, 'x.harmony'), plain);
    // A content type in Harmony needs a recipient before it. Outside of Harmony, the recipient `all` is kept.
    for (const [text, file] of [
      ['<|start|>assistant to=all<|channel|>final <|constrain|>json<|message|>{}<|end|>', 'x.harmony'],
      ['<|start|>assistant to=all<|channel|>final json<|message|>{}<|end|>', 'x.harmony'],
      ['<|start|>assistant to=all<|channel|>final<|message|>a<|end|>', 'x.ocml'],
    ] as const)
      assert.equal(formatted(text, {}, file), text);
  });

  test('where the model goes on stays open', () => {
    assert.equal(formatted(`${compact}\n<|start|>assistant`, {}, 'x.harmony'), `${compact}<|start|>assistant`);
  });
});

suite('OpenChatML 0.1', () => {
  test('a line break before the terminator where most bodies have one', () => {
    const text =
      '<|im_start|>user \na\n<|im_end|>\n\n<|im_start|>assistant\nb\n<|im_end|><|im_start|>user\nc<|im_end|>\n';
    assert.equal(
      formatted(text),
      '<|im_start|>user\na\n<|im_end|>\n<|im_start|>assistant\nb\n<|im_end|>\n<|im_start|>user\nc\n<|im_end|>\n',
    );
  });

  test('none where most have none, unless the body ends with one', () => {
    const text =
      '<|im_start|>user\na<|im_end|>\n<|im_start|>user\nb<|im_end|>\n<|im_start|>user\nc\n<|im_end|>\n<|im_start|>user\nd\n\n<|im_end|>\n';
    assert.equal(formatted(text), text.replace('c\n', 'c'));
  });

  test('what ends a header stays: a line break, or <|im_sep|>', () => {
    const text = '<|im_start|>user<|im_sep|>Hi<|im_end|>';
    assert.equal(formatted(text), text);
  });
});

test('Llama 3: two line breaks after the header, none between messages', () => {
  const message = (role: string, gap: string) => `<|start_header_id|>${role}<|end_header_id|>${gap}Hi<|eot_id|>`;
  assert.equal(
    formatted(`<|begin_of_text|>${message('user', '\n')}\n${message('assistant', '\n\n')}`),
    `<|begin_of_text|>${message('user', '\n\n')}${message('assistant', '\n\n')}`,
  );
});

test('a range: the messages that it touches', () => {
  const message = '<|start|>user   name=Ann<|message|>a<|end|>\n';
  const text = message.repeat(3);
  const at = text.indexOf('a<', message.length);
  assert.deepEqual(
    formatText(opened(text), {}, { start: at, end: at }).map(({ start }) => start),
    [message.length],
  );
});

suite('JSON', () => {
  const json = (text: string) => formatJson(readJson(text));

  test('a message a line, and what is written in strings and numbers stays', () => {
    assert.equal(
      json('[{"role":"user","content":"a , b\\u0041: \\" ["},\n\n{"n":1.0,"e":1e3,"a":[ ],"o":{}}]\n'),
      '[\n  {"role": "user", "content": "a , b\\u0041: \\" ["},\n  {"n": 1.0, "e": 1e3, "a": [], "o": {}}\n]\n',
    );
    assert.equal(
      json('{"messages":[{"a":1},{"b":[1,2]}],"tags":["x","y"]}'),
      '{\n  "messages": [\n    {"a": 1},\n    {"b": [1, 2]}\n  ],\n  "tags": ["x", "y"]\n}',
    );
  });

  test('the wire: the items of a message in one line', () => {
    const message = '{"token": "<|start|>"}, "user", {"token": "<|message|>"}, "Hi", {"token": "<|end_message|>"}';
    assert.equal(json(`[ ${message},${message} ]`), `[\n  ${message},\n  ${message}\n]`);
  });

  test('what is not JSON stays', () => {
    assert.equal(json('[{"a": 1,}]'), undefined);
  });

  test('what is nested deeply is written without a stack of its own', () => {
    const deep = `[${'['.repeat(50_000)}${']'.repeat(50_000)}]`;
    assert.ok(json(deep) === undefined || json(deep)?.replace(/\s/g, '') === deep);
  });
});

suite('while typing', () => {
  const typed = (marked: string, character: string, file?: string) => {
    const offset = marked.indexOf('¦');
    const text = marked.replace('¦', '');
    const edit = onType[character]?.(opened(text, file), offset);
    return edit ? applyEdits(text, [edit]) : undefined;
  };

  test('Enter after a terminator begins the next message', () => {
    assert.equal(typed('<|start|>user<|message|>a<|end|>\n¦', '\n'), '<|start|>user<|message|>a<|end|>\n<|start|>');
    assert.equal(
      typed('<|im_start|>user\na<|im_end|>\r\n  ¦\r\n', '\n'),
      '<|im_start|>user\na<|im_end|>\r\n<|im_start|>\r\n',
    );
    for (const marked of [
      '<|start|>user<|message|>a\n¦<|end|>',
      '<|start|>user<|message|>a<|end|>\n¦<|start|>user<|message|>b<|end|>',
      '<|start|>user<|message|>a<|end|>\n\n¦',
      '<|start|>user<|message|>a<|end|>\n¦ oh',
      '¦',
    ])
      assert.equal(typed(marked, '\n'), undefined, marked);
  });

  test('> in a header, where only its end can follow', () => {
    assert.equal(typed('<|start|>user>¦', '>'), '<|start|>user<|message|>');
    assert.equal(
      typed('<|start|>assistant<|channel|>final>¦Hi<|end|>', '>'),
      '<|start|>assistant<|channel|>final<|message|>Hi<|end|>',
    );
    assert.equal(typed('<|start_header_id|>user>¦', '>'), '<|start_header_id|>user<|end_header_id|>\n\n');
    for (const marked of [
      '<|start|>assistant<|channel|>¦',
      '<|start|>user name=a>¦',
      '<|start|>zork>¦',
      '<|start|>user<|message|>a>¦<|end|>',
      '<|start|>us>¦er<|message|>a<|end|>',
      '>¦',
    ])
      assert.equal(typed(marked, '>'), undefined, marked);
  });
});

test('an id has no part in how the rest of a header is written', () => {
  const bodies = [
    (id: string) => `<|start|>assistant  call_id=${id}  to=functions.f <|channel|>commentary<|message|>{}<|call|>`,
    (id: string) => `<|start|>tool call_id=${id} name=${id}  to=assistant<|message|>x<|end|>`,
    (id: string) => `<|start|>user   x_call_id=${id} call_id=${id}<|message|>x<|end|>`,
    (id: string) =>
      `<|start|>assistant to=functions.f   call_id=${id} call_id=other <|channel|>commentary<|message|>{}<|call|>`,
    (id: string) => `<|start|>assistant ${id}  call_id=${id}<|message|>{}<|end|>`,
  ];
  for (const write of bodies)
    for (const dialect of ['openchatml-2.2', 'harmony', 'llama3'] as const) {
      const laidOut = (id: string) => {
        const text = write(id);
        const transcript = new Transcript('test:', 'ocml', 0, text, { dialect });
        return applyEdits(text, formatText(transcript));
      };
      // The layout with the id `a.1` is the reference for all other ids.
      const wanted = laidOut('a.1').replaceAll('a.1', '@');
      for (const id of ['c', 'call_1', 'OcmlCallId', '0', 'x'.repeat(390)])
        assert.equal(laidOut(id).replaceAll(id, '@'), wanted.replaceAll(id, '@'), write(id));
    }
});

test('a tool as role stays if it would be a faulty value', () => {
  const reply = (role: string) => `<|start|>${role} to=assistant<|channel|>commentary<|message|>1<|end|>\n`;
  const text = `version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n${reply('functions.f')}${reply('=functions.f')}${reply('°functions.f')}`;
  const written = formatted(text);
  assert.match(written, /<\|start\|>tool to=assistant name=functions\.f</);
  assert.match(written, /<\|start\|>=functions\.f to=assistant</);
  assert.match(written, /<\|start\|>°functions\.f to=assistant</);
});

test('white space stays before a word that would be a key of the document header without it', () => {
  const text =
    '\n  harmony:\nx|start|>assistant<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>';
  assert.equal(formatted(text), text);
});

test('messages stay on lines of their own after text that may be a document header', () => {
  const text = 'model: x\nliteral|><|im_start|>user\nHi<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n';
  assert.equal(formatted(text, { lines: 'compact' }), text);
});

test('where it is asked for, one of the blank lines between messages stays', () => {
  const messages = ['a', 'b', 'c', 'd'].map((word) => `<|start|>user<|message|>${word}<|end|>`);
  const text = `version: 2.2\n${messages[0]}\n\n${messages[1]}\r\n \r\n\r\n${messages[2]}${messages[3]}\n\n`;
  const kept = formatted(text, { keepBlankLine: true });
  assert.equal(
    kept.replaceAll('\r', ''),
    `version: 2.2\n${messages[0]}\n\n${messages[1]}\n\n${messages[2]}\n${messages[3]}\n`,
  );
  assert.equal(formatted(kept, { keepBlankLine: true }), kept);
  assert.equal(formatted(text).replaceAll('\r', ''), `version: 2.2\n${messages.join('\n')}\n`);
});
