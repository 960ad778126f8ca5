/** Statements of the specification that concern several features, each by its id. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Checker } from '../../server/src/checker/checker.ts';
import type { JsonChecker } from '../../server/src/checker/json/checker.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { exported } from '../../server/src/features/export/index.ts';
import { userView as jsonUserView } from '../../server/src/features/json/user-view.ts';
import { userView } from '../../server/src/features/user-view.ts';
import type { StreamEvent } from '../../server/src/stream/stream.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';
import { ofJson, ofText, textOf, valueOf } from '../support/convert.ts';

const frame = (header: string, body: string, end = 'end') => `<|start|>${header}<|message|>${body}<|${end}|>`;
const thought = (body: string) => frame('assistant<|channel|>analysis', body);
const final = (body: string, end = 'end') => frame('assistant<|channel|>final', body, end);
const call = (id: string) =>
  frame(`assistant to=functions.f call_id=${id}<|channel|>commentary<|constrain|>json`, '{}', 'call');
const reply = (id: string, body = '1') =>
  frame(`tool to=assistant call_id=${id} name=functions.f<|channel|>commentary`, body);
const ask = frame('user', 'Why?');

const json = { to: 'openchatml-json' } as const;
type Row = Readonly<Record<string, unknown>>;
const rows = (value: unknown) => value as readonly Row[];

suite('2.2-§1-05, 2.2-§13-01, 2.2-§17-01: a 1.x transcript is all-final', () => {
  const legacy = ['system\nBe kind.', 'user\nHi', 'assistant\nHello', 'user name=ann\nBye']
    .map((body) => `<|im_start|>${body}<|im_end|>`)
    .join('\n');

  test('each object of the projection says so', () => {
    const said = rows(valueOf(ofText(legacy, json, 'openchatml-0.1')));
    assert.deepEqual(
      said.map(({ channel }) => channel),
      ['final', 'final', 'final', 'final'],
    );
    assert.deepEqual(check(JSON.stringify(said), { dialect: 'openchatml-json' }), []);
  });

  test('a message of 2.2 without a channel, too; read back, it has none again', () => {
    const text = `version: 2.2\n${frame('system', 'Be kind.')}\n${ask}\n${frame('tool name=functions.f call_id=c', '1')}\n`;
    const said = rows(valueOf(ofText(text, json, 'openchatml-2.2')));
    assert.deepEqual(
      said.map(({ channel }) => channel),
      ['final', 'final', 'final'],
    );
    const back = textOf(ofJson(said, { to: 'openchatml-2.2', from: 'openchatml-json' })) ?? '';
    assert.ok(!back.includes('<|channel|>'), back);
  });
});

suite('2.2-§2-19: tool_calls_in names the channel of function calls', () => {
  const headed = (lines: string, text: string) =>
    `version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n${lines}${text}`;
  const calls = `${ask}\n${call('c1')}\n${reply('c1')}\n`;

  for (const value of ['comentary', '3', '', '[analysis]', '{a: b}'])
    test(`nothing is measured by \`${value}\``, () =>
      assert.deepEqual(
        check(headed(`    tool_calls_in: ${value}\n`, calls))
          .map(({ code }) => code)
          .filter((code) => code !== 'document-key-type'),
        [],
      ));

  test('a channel is', () => {
    assert.deepEqual(summary(headed('    tool_calls_in: analysis\n', calls)), ['tool-channel «commentary»']);
    assert.deepEqual(summary(headed('    tool_calls_in: "commentary"\n', calls)), []);
  });

  test('nor is by a list with a channel that does not exist', () => {
    const search = frame('assistant to=browser.search<|channel|>commentary', '{}', 'call');
    assert.deepEqual(summary(headed('    builtins_in: [anlysis]\n', `${ask}\n${search}`)).slice(0, 1), [
      'document-key-type «anlysis»',
    ]);
    assert.deepEqual(summary(headed('    require_channels: [analysis, finl]\n', `${ask}\n${final('Yes.')}`)), [
      'document-key-type «finl»',
    ]);
    assert.deepEqual(
      summary(headed('    require_channels: [analysis, finl]\n', `${ask}\n${frame('assistant', 'Yes.')}`)),
      ['document-key-type «finl»', 'E-PARSE-CHANNEL-MISSING «assistant»'],
    );
  });

  test('an effort that is none does not differ from another', () =>
    assert.deepEqual(
      summary(`version: 2.2\ngeneration_settings:\n  reasoning_effort: hihg\n${frame('system', 'Reasoning: high')}\n`),
      ['document-key-type «hihg»'],
    ));
});

suite('2.2-§7-08, 2.2-§12-11: reasoning of a turn that ended is dropped', () => {
  const sampled = (text: string) =>
    textOf(ofText(text, { to: 'openchatml-2.2', sampling: 'ocm' }, 'openchatml-2.2')) ?? '';
  const retained = (text: string) =>
    check(text, { levels: { 'cot-retained': 'hint' } }).filter(({ code }) => code === 'cot-retained').length;
  const documents: readonly (readonly [why: string, body: string, dropped: readonly string[]])[] = [
    ['by <|return|> at the end', ask + thought('one') + final('a', 'return'), ['one']],
    ['by <|return|>, and the model goes on', ask + thought('one') + final('a', 'return') + thought('two'), ['one']],
    ['twice', ask + thought('one') + final('a', 'return') + thought('two') + final('b', 'return'), ['one', 'two']],
    [
      'and a call of the next run is open',
      ask + thought('one') + final('a', 'return') + thought('two') + call('c1'),
      ['one'],
    ],
    ['with a call that is open', ask + thought('one') + call('c1') + final('a', 'return'), []],
    ['with a call and its reply', ask + thought('one') + call('c1') + reply('c1') + final('a', 'return'), ['one']],
    ['by a call', ask + thought('one') + call('c1'), []],
    ['by <|return|> on analysis', ask + frame('assistant<|channel|>analysis', 'one', 'return'), []],
  ];
  for (const [why, body, dropped] of documents)
    test(why, () => {
      const text = `version: 2.2\n${body}`;
      const left = sampled(text);
      const all = ['one', 'two'].filter((word) => body.includes(word));
      assert.deepEqual(
        all.filter((word) => !left.includes(word)),
        dropped,
      );
      assert.equal(retained(text), dropped.length);
    });

  test('a training row keeps the thoughts of the answer that it teaches', () => {
    const text = ask + thought('one') + final('a', 'return') + ask + thought('two') + final('b', 'return');
    const made = valueOf(ofText(text, { to: 'harmony', training: 'each' }, 'harmony')) as readonly { text: string }[];
    assert.deepEqual(
      made.map((row) => ['one', 'two'].filter((word) => row.text.includes(word))),
      [['one'], ['two']],
    );
  });
});

suite('2.2-§9-06: a stream that no token stopped is incomplete', () => {
  const ending = (text: string) => {
    const stream = new TranscriptStream(() => {}, { choice: { dialect: 'openchatml-2.2' } });
    stream.write(text);
    return stream.end().truncated;
  };
  test('an answer that <|end|> closes is complete at rest, and not in a stream (A-065)', () => {
    const text = `version: 2.2\n${ask}\n${final('Because.')}\n`;
    assert.deepEqual(summary(text), []);
    assert.equal(ending(text), 'run');
    assert.equal(ending(`${ask}${final('Because.', 'return')}`), undefined);
    assert.equal(ending(`${ask}${call('c1')}`), undefined);
  });
  test('a conversation that goes on with others, or with a slot, is not', () => {
    assert.equal(ending(`${final('Because.')}${ask}`), undefined);
    assert.equal(ending(`${final('Because.')}${ask}<|start|>assistant`), undefined);
  });
});

suite('2.2-§8.2-09: tool.cancel', () => {
  const events = (text: string) => {
    const told: StreamEvent[] = [];
    const stream = new TranscriptStream((event) => told.push(event), { choice: { dialect: 'openchatml-2.2' } });
    stream.write(text);
    stream.end();
    return told.filter(({ event }) => event === 'tool.cancel').map(({ call_id: id }) => id);
  };
  const cancelled = '{"ok":false,"content":null,"error":"E-TOOL-CANCELLED"}';
  test('a stream cancels the calls that it knows', () => {
    assert.deepEqual(events(call('c1') + reply('c1', cancelled)), ['c1']);
    assert.deepEqual(events(call('c1') + reply('c9', cancelled)), []);
    assert.deepEqual(events(reply('c9', cancelled)), []);
    assert.deepEqual(events(call('c1') + reply('c1') + reply('c1', cancelled)), []);
  });
  test('an id or a reason that is empty is missing', () => {
    const cancel = (id: string, reason: string) =>
      summary(JSON.stringify({ event: 'tool.cancel', call_id: id, reason }), { dialect: 'stream-event' });
    assert.deepEqual(cancel('', 'slow'), ['stream-event «"tool.cancel"»']);
    assert.deepEqual(cancel('c1', ''), ['stream-event «"tool.cancel"»']);
    assert.deepEqual(cancel('c1', 'slow'), []);
  });
});

suite('2.2-§10-07: thinking', () => {
  const text = `version: 2.2\n${ask}\n${thought('one')}\n${thought('two')}\n${call('c1')}\n${reply('c1')}\n${thought('three')}\n${final('a')}\n`;
  const thoughtsOf = (value: unknown) => rows(value).map(({ thinking }) => thinking);
  test('is written only if it is asked for', () => {
    const usual = valueOf(ofText(text, json, 'openchatml-2.2'));
    assert.ok(thoughtsOf(usual).every((one) => one === undefined));
    const asked = valueOf(ofText(text, { ...json, thinking: true }, 'openchatml-2.2'));
    assert.deepEqual(thoughtsOf(asked), [undefined, undefined, 'two', undefined, 'three']);
    assert.deepEqual(check(JSON.stringify(asked), { dialect: 'openchatml-json' }), []);
    const back = textOf(ofJson(asked, { to: 'openchatml-2.2', from: 'openchatml-json' }));
    assert.equal(back, textOf(ofJson(usual, { to: 'openchatml-2.2', from: 'openchatml-json' })));
  });
  test('does not hold markers, nor reasoning that no message of the assistant follows', () => {
    for (const body of [thought('<|start_reason|>one') + final('a'), thought('one') + ask, thought('one')]) {
      const asked = valueOf(ofText(`version: 2.2\n${body}`, { ...json, thinking: true }, 'openchatml-2.2'));
      assert.ok(
        thoughtsOf(asked).every((one) => one === undefined),
        body,
      );
      assert.ok(JSON.stringify(asked).includes('one'));
    }
  });
  test('is not in what users see', () => {
    const asked = valueOf(ofText(text, { ...json, thinking: true, public: true }, 'openchatml-2.2'));
    assert.ok(!/one|two|three/.test(JSON.stringify(asked)));
  });
});

suite('2.2-§14-10: notices that are safe for users', () => {
  const doubt = (body: string) => {
    const text = `<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n${body}<|im_end|>\n`;
    const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-0.1' });
    return userView.run(transcript, { textDocument: { uri: 'test:' } }).doubt;
  };
  test('none for a clean call of 0.1', () => {
    assert.equal(doubt('<|function_call|>{"name":"f","arguments":{}}'), 0);
    assert.equal(doubt('I will look.\n<|function_call|>\n{"name":"f","arguments":{"a":[1]}}\n'), 0);
    assert.equal(doubt('<|function_call|>[{"name":"f","arguments":{}},{"name":"g","arguments":{}}]\nNow.'), 0);
    assert.equal(doubt('<tool_call>\n{"name":"f","arguments":{}}\n</tool_call>'), 0);
  });
  test('one for a call that is broken, or whose token is another', () => {
    assert.equal(doubt('<|function_call|>{"name":"f","arguments":{'), 1);
    assert.equal(doubt('<|functioncall|>{"name":"f","arguments":{}}'), 1);
    assert.equal(doubt('<|call|>{"name":"f","arguments":{}}'), 1);
  });
});

suite('2.2-§4-04: only the assistant writes channels and calls', () => {
  const headers = (text: string, dialect?: 'harmony') =>
    check(text, dialect && { dialect })
      .filter(({ code }) => code === 'E-PARSE-HEADER' || code === 'call-no-recipient')
      .map(({ code, data, severity }) => `${code} ${data?.rule ?? ''} ${severity}`);

  for (const role of ['system', 'developer']) {
    const say = (header: string, end?: string) =>
      headers(`version: 2.2\n${frame(`${role}${header}`, 'Hi', end)}\n${ask}\n`);
    test(`a ${role} message has neither`, () => {
      for (const channel of ['analysis', 'commentary', 'final'])
        assert.deepEqual(say(`<|channel|>${channel}`), ['E-PARSE-HEADER channel-role error'], channel);
      assert.deepEqual(say(' to=functions.f'), ['E-PARSE-HEADER recipient-role error']);
      assert.deepEqual(say(' to=browser.search<|channel|>analysis'), ['E-PARSE-HEADER recipient-role error']);
      assert.deepEqual(say(' to=functions.f<|channel|>commentary', 'call'), ['call-no-recipient  error']);
    });
    test(`a ${role} message may say to whom it speaks`, () => {
      assert.deepEqual(say(''), []);
      for (const to of ['all', 'assistant', 'user']) assert.deepEqual(say(` to=${to}`), [], to);
    });
    test(`Harmony's parser reads it of ${role}, so it is a warning there`, () =>
      assert.deepEqual(headers(`${frame(`${role}<|channel|>analysis`, 'Hi')}${ask}`, 'harmony'), [
        'E-PARSE-HEADER channel-role warning',
      ]));
  }

  test('tools that reply have both', () => {
    const replied = frame('functions.f to=assistant<|channel|>commentary', '{}');
    assert.deepEqual(headers(`${ask}${call('c1')}${replied}`, 'harmony'), []);
    assert.deepEqual(headers(`version: 2.2\n${ask}\n${call('c1')}\n${reply('c1')}\n`), []);
  });
});

suite('2.2-§14-10: errors in hidden messages', () => {
  const settings = { strict: false, levels: {} };
  const seen = (text: string, name = 'a.ocml') => {
    const document = openDocument(name, 'ocml', 0, text, undefined);
    const checker = createChecker(document, settings);
    const params = { textDocument: { uri: name } };
    const view =
      document instanceof Transcript
        ? userView.run(document, params, () => checker as Checker)
        : jsonUserView(document, params, () => checker as JsonChecker);
    const exports = (['text', 'markdown', 'html'] as const).map((as) =>
      [...exported(document, { as, debug: false }, createChecker(document, settings))].join(''),
    );
    return { view, exports };
  };
  const broken = frame(
    'assistant to=functions.f call_id=c1<|channel|>commentary<|constrain|>json',
    '{"secret": ',
    'call',
  );
  const intro = 'version: 2.2\n';
  const rows: readonly (readonly [why: string, text: string, faulty: number, name?: string])[] = [
    ['clean calls', `${intro}${ask}\n${thought('one')}\n${call('c1')}\n${reply('c1')}\n${final('Yes.')}\n`, 0],
    ['a call that is broken', `${intro}${ask}\n${broken}\n${reply('c1')}\n${final('Yes.')}\n`, 1],
    ['several errors in one message', `${intro}${ask}\n${broken.replace(' call_id=c1', '')}\n`, 1],
    ['two messages', `${intro}${ask}\n${broken}\n${broken.replaceAll('c1', 'c2')}\n`, 2],
    ['instructions', `${intro}${frame('system<|channel|>final', 'secret')}\n${ask}\n`, 1],
    ['a warning', `${intro}${ask}\n${frame('assistant<|channel|>analysis', 'secret', 'return')}\n`, 0],
    ['an error in what users see', `${intro}<|start|>user intent=<|message|>Hi<|end|>\n`, 0],
    [
      'the projection',
      JSON.stringify([
        { role: 'user', content: 'Why?' },
        {
          role: 'assistant',
          channel: 'commentary',
          tool_call: { recipient: 'functions.f', id: 'c1', content_type: 'json', arguments: '{"secret": ' },
        },
      ]),
      1,
      'a.ocml.json',
    ],
    [
      'a clean projection',
      JSON.stringify([
        { role: 'user', content: 'Why?' },
        {
          role: 'assistant',
          channel: 'commentary',
          tool_call: { recipient: 'functions.f', id: 'c1', content_type: 'json', arguments: '{}' },
        },
      ]),
      0,
      'a.ocml.json',
    ],
  ];
  for (const [why, text, faulty, name] of rows)
    test(`${faulty} of ${why}`, () => {
      const { view, exports } = seen(text, name);
      assert.equal(view.faulty, faulty);
      const notice = faulty === 1 ? '1 hidden message contains an error.' : `${faulty} hidden messages contain errors.`;
      for (const text of exports) {
        assert.equal(text.includes(notice), faulty > 0, text);
        assert.ok(!text.includes('secret'), text);
      }
    });

  test('a message in doubt is counted once', () => {
    const { view } = seen(`${intro}${ask}\n${frame('assistant<|channel|>fial', 'secret')}\n${broken}\n`);
    assert.deepEqual([view.doubt, view.faulty], [1, 1]);
  });

  test('after an edit, it is as in a fresh document', () => {
    const many = `${intro}${Array.from({ length: 400 }, (_, i) => `${ask}\n${broken.replaceAll('c1', `c${i}`)}\n`).join('')}`;
    const document = openDocument('a.ocml', 'ocml', 0, many, undefined) as Transcript;
    const checker = createChecker(document, settings) as Checker;
    const faulty = () => {
      checker.update();
      return userView.run(document, { textDocument: { uri: 'a.ocml' } }, () => checker).faulty;
    };
    assert.equal(faulty(), 400);
    const [word, start] = ['"secret": ', many.indexOf('"secret": ')];
    const change = (from: string, to: string, version: number) => {
      const range = { start: document.positionAt(start), end: document.positionAt(start + from.length) };
      document.update([{ range, text: to }], version);
      return faulty();
    };
    assert.equal(change(word, '}', 1), 399);
    assert.equal(change('}', word, 2), 400);
    assert.equal(seen(document.getText()).view.faulty, 400);
  });
});
