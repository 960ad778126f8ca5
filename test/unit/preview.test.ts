/**
 * The extension's side of the preview: the messages that it accepts from the server and the page, and the text that it shows if there is no
 * view.
 */
// This must come before any module that imports `vscode`.
import '../support/fake-vscode.ts';
import assert from 'node:assert/strict';
import { mock, suite, test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { LatestRequest, type Question, type RequestHost, reasons } from '../../client/src/preview/latest-request.ts';
import { pageHtml } from '../../client/src/preview/page-html.ts';
import { isFromPage, isState, isToPage, isUserView, type UserView } from '../../client/src/preview/protocol.ts';
import { userView } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

const viewOf = (text: string): UserView =>
  JSON.parse(
    JSON.stringify(userView.run(new Transcript('test:x', 'ocml', 1, text), { textDocument: { uri: 'test:x' } })),
  );
const view = viewOf('<|start|>user name=ann<|message|>Hi<|end|>');

suite('messages are checked by shape', () => {
  const messages = [
    { type: 'view', view, mode: 'user', debug: false, uri: 'file:///x.ocml', only: { roles: ['user'] } },
    { type: 'failure', reason: 'x' },
    { type: 'waiting' },
    { type: 'keep', state: { uri: 'file:///x.ocml', locked: true, mode: 'model', only: {} } },
    { type: 'search' },
    {
      type: 'tokens',
      tokens: {
        version: 1,
        total: 7,
        estimated: false,
        messages: [{ position: { line: 0, character: 0 }, tokens: 7, estimated: true }],
      },
    },
    { type: 'found', query: 'x', found: { version: 1, places: [{ line: 0, character: 0 }], more: false } },
    { type: 'scroll', line: 3, character: 1 },
    { type: 'cursor', line: 0, character: 0 },
  ];
  const answers = [
    { type: 'ready' },
    { type: 'debug', on: true },
    { type: 'mode', mode: 'model' },
    { type: 'window', rank: 7 },
    { type: 'conversation', number: 7 },
    { type: 'filter', only: { tools: ['x'] } },
    { type: 'find', query: 'x' },
    { type: 'export' },
    { type: 'around', position: { line: 7, character: 1 } },
    { type: 'scrolled', position: { line: 7, character: 1 } },
    { type: 'copy', position: { line: 7, character: 1 } },
    { type: 'reveal', position: { line: 1, character: 2 } },
  ];

  test('what is said passes', () => {
    assert.ok(isUserView(view));
    for (const message of messages) assert.ok(isToPage(message), message.type);
    for (const message of answers) assert.ok(isFromPage(message), message.type);
    assert.ok(isState({ uri: 'file:///x.ocml' }));
  });

  test('other types do not', () => {
    for (const type of [...Object.getOwnPropertyNames(Object.prototype), '', 'eval', 1, null, undefined, ['view']]) {
      assert.ok(!isToPage({ type }) && !isFromPage({ type }), String(type));
    }
    for (const message of messages) assert.ok(!isFromPage(message), message.type);
    for (const message of answers) assert.ok(!isToPage(message), message.type);
  });

  test('nor numbers that are not lines', () => {
    for (const line of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 60, '3', null, undefined, {}]) {
      for (const type of ['around', 'scrolled', 'copy'])
        assert.ok(!isFromPage({ type, position: { line, character: 0 } }), String(line));
      assert.ok(!isToPage({ type: 'scroll', line, character: 0 }), String(line));
      assert.ok(!isFromPage({ type: 'reveal', position: { line, character: 0 } }), String(line));
      assert.ok(!isFromPage({ type: 'reveal', position: { line: 0, character: line } }), String(line));
    }
  });

  test('nor what lacks something, or has it only from its prototype', () => {
    const inherits = Object.create({ type: 'mode', mode: 'user' });
    for (const value of [null, undefined, 1, 'ready', [], [[]], () => {}, inherits]) {
      assert.ok(!isFromPage(value) && !isToPage(value) && !isUserView(value) && !isState(value));
    }
  });

  test('a view with one thing wrong is not a view', () => {
    const changes = (value: unknown): unknown[] => {
      if (Array.isArray(value))
        return [null, {}, ...value.flatMap((one, i) => changes(one).map((x) => value.with(i, x)))];
      if (typeof value !== 'object' || value === null) return [null, [], { toString: 'x' }];
      return Object.entries(value)
        .filter(([key]) => key !== 'effectiveChannel')
        .flatMap(([key, inner]) => changes(inner).map((x) => ({ ...value, [key]: x })));
    };
    const wrong = changes(view);
    assert.ok(wrong.length > 50);
    for (const one of wrong) assert.ok(!isUserView(one), JSON.stringify(one));
  });

  test('nothing throws', () => {
    fc.assert(
      fc.property(
        fc.anything({ withNullPrototype: true }),
        fc.constantFrom(...messages, ...answers),
        (value, { type }) => {
          for (const check of [isToPage, isFromPage, isUserView, isState]) {
            check(value);
            check({ type, line: value, position: value, view: value });
          }
        },
      ),
    );
  });
});

test('the page allows nothing but its script and its styles', () => {
  const html = pageHtml({ script: 'https://a/x.js?"&lt;', style: 'https://a/x.css', nonce: 'N' });
  assert.deepEqual(/http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1]?.split('; '), [
    "default-src 'none'",
    "script-src 'nonce-N'",
    "style-src 'nonce-N'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  assert.match(html, /<script nonce="N" src="https:\/\/a\/x\.js\?&quot;&amp;lt;"><\/script>/);
  assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<link'));
});

suite('without a view', () => {
  /** Returns a request loop that receives these answers in turn, and the list of views that it has shown. */
  function asker(...answers: (() => unknown)[]) {
    const shown: string[] = [];
    const question: { -readonly [K in keyof Question]: Question[K] } = {
      uri: 'a',
      debug: false,
      mode: 'user',
      template: undefined,
      training: undefined,
      only: {},
    };
    const self: RequestHost = {
      question: (): Question => ({ ...question }),
      request: async () => answers.shift()?.(),
      show: (found, { debug }) =>
        shown.push(
          'messages' in found
            ? `${found.messages[0]?.text}${debug ? ' with hidden layers' : ''}`
            : 'sequences' in found
              ? `training ${found.setting?.trainer}`
              : `prompt ${found.template}`,
        ),
      fail: (reason) => shown.push(reason),
      showNothing: () => shown.push('nothing to show'),
    };
    return { inquiry: new LatestRequest(self), shown, question };
  }

  /** Advances the clock, and lets the code that waits for timers run. */
  async function wait(milliseconds: number): Promise<void> {
    mock.timers.tick(milliseconds);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  }

  const scenario = (name: string, act: () => Promise<void>) =>
    test(name, async () => {
      mock.timers.enable({ apis: ['setTimeout'] });
      try {
        await act();
      } finally {
        mock.timers.reset();
      }
    });

  scenario('an answer that is none is said to be', async () => {
    for (const answer of [undefined, {}, [], { ...view, messages: [{}] }]) {
      const { inquiry, shown } = asker(() => answer);
      inquiry.refresh(0);
      await wait(0);
      assert.deepEqual(shown, [reasons.none]);
    }
  });

  scenario('that there is nothing to show is not an error by itself', async () => {
    const { inquiry, shown } = asker(() => null);
    inquiry.refresh(0);
    await wait(0);
    assert.deepEqual(shown, ['nothing to show']);
  });

  scenario('so is a failure, and the next edit asks again', async () => {
    const { inquiry, shown } = asker(
      () => Promise.reject(new Error('connection got disposed.')),
      () => {
        throw 'text';
      },
      () => view,
    );
    for (let i = 0; i < 3; i++) {
      inquiry.refresh();
      await wait(60);
    }
    assert.deepEqual(shown, [
      'The preview could not be created: connection got disposed. To try again, edit the document.',
      'The preview could not be created: text. To try again, edit the document.',
      'Hi',
    ]);
  });

  scenario('so is an answer that does not come, until it comes', async () => {
    let answer = (_: unknown) => {};
    const { inquiry, shown } = asker(() => new Promise((resolve) => (answer = resolve)));
    inquiry.refresh(0);
    await wait(0);
    await wait(4_999);
    assert.deepEqual(shown, []);
    await wait(1);
    assert.deepEqual(shown, [reasons.slow]);
    answer(view);
    await wait(0);
    assert.deepEqual(shown, [reasons.slow, 'Hi']);
  });

  scenario('an answer to what nobody asks any more is not shown, nor is its failure', async () => {
    let fail = (_: Error) => {};
    const { inquiry, shown, question } = asker(
      () => {
        question.debug = false;
        return viewOf('<|start|>user<|message|>old<|end|>');
      },
      () => new Promise((_, reject) => (fail = reject)),
      () => view,
    );
    question.debug = true;
    inquiry.refresh(0);
    await wait(0);
    await wait(0);
    question.uri = 'b';
    fail(new Error('old'));
    await wait(0);
    await wait(0);
    assert.deepEqual(shown, ['Hi']);
  });

  scenario('once it is over, nothing is shown or asked', async () => {
    const { inquiry, shown } = asker(() => view);
    inquiry.refresh(0);
    inquiry.end();
    inquiry.refresh(0);
    await wait(100);
    assert.deepEqual(shown, []);
  });
});
