/** Messages of a session keep their ranges in the file. The outline, and the navigation between calls and replies, need these ranges. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { exported } from '../../../server/src/features/export/index.ts';
import { jsonFeatures } from '../../../server/src/features/json/features.ts';
import { viewsOf } from '../../attack/leaks/views.ts';
import { branches, compaction, parallel, printed, subAgent } from '../../support/sessions/claude-code.ts';
import * as codex from '../../support/sessions/codex.ts';
import { cursors, droids, pis, telemetry, traces, trajectories, uiMessages } from '../../support/sessions/others.ts';
import { linesOf, openSession } from '../../support/sessions/telling.ts';

interface Outlined {
  readonly name: string;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly children?: readonly Outlined[];
}
interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

const logs = [branches, compaction, parallel, printed, subAgent, ...Object.values(codex)].concat(
  ...[cursors, droids, pis, telemetry, traces, trajectories, uiMessages].map((all) => Object.values(all)),
);

const isBefore = (a: Range['start'], b: Range['start']) =>
  a.line < b.line || (a.line === b.line && a.character <= b.character);

suite('places of messages', () => {
  test('a call leads to its reply, and a reply to its call, even where replies are between the blocks of a message', () => {
    const [view] = viewsOf(openSession(parallel), true);
    const pairs = (view?.messages ?? []).flatMap(({ range, pair }) =>
      pair ? [`${range.start.line + 1} ${pair.kind} ${pair.state} ${(pair.other?.line ?? -2) + 1}`] : [],
    );
    assert.deepEqual(pairs, ['6 call answered 7', '7 reply answered 6', '8 call error 9', '9 reply error 8']);
  });

  test('symbols are within their parents, as editors require', () => {
    const check = (symbol: Outlined, parent: Range | undefined, log: string) => {
      const { range, selectionRange, children = [] } = symbol;
      for (const [inner, outer] of [
        [selectionRange, range],
        [range, parent ?? range],
      ] as const)
        assert.ok(
          isBefore(outer.start, inner.start) && isBefore(inner.end, outer.end),
          `${symbol.name} ${JSON.stringify([inner, outer])}\n${log}`,
        );
      for (const child of children) check(child, range, log);
    };
    for (const log of logs) {
      const document = openSession(log);
      const run = jsonFeatures['textDocument/documentSymbol'];
      const symbols = (run?.(document, { textDocument: { uri: document.uri } } as never, () => ({
        strict: false,
        levels: {},
      })) ?? []) as Outlined[];
      assert.ok(symbols.length > 0, log);
      for (const symbol of symbols) check(symbol, undefined, log);
    }
  });

  test('an export of a log that nothing has read yet', () => {
    assert.match([...exported(openSession(parallel), { as: 'text', debug: false })].join(''), /Only one is there/);
  });

  test('records of two sessions in one file: the last one is the conversation', () => {
    const [one, other] = [compaction, branches.replaceAll('session-1', 'session-2')].map((log) =>
      log.trimEnd().split('\n'),
    );
    const mixed = (one ?? []).flatMap((line, i) => [line, ...(other?.[i] === undefined ? [] : [other[i]])]);
    const [view] = viewsOf(openSession(`${mixed.join('\n')}\n`));
    assert.ok((view?.messages.length ?? 0) > 0);
  });

  test('hostile members change nothing', () => {
    const log = linesOf([
      { type: 'user', uuid: '__proto__', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'Hi' } },
      { type: '__proto__', uuid: 'constructor', parentUuid: '__proto__', sessionId: 's' },
      {
        type: 'assistant',
        uuid: 'a',
        parentUuid: 'constructor',
        sessionId: 's',
        message: {
          id: 'toString',
          role: 'assistant',
          content: [{ type: 'constructor' }, { type: 'text', text: 'Hello' }, 3, null],
        },
      },
      { type: 'assistant', uuid: 'a', parentUuid: 'a', sessionId: 's', message: 'none' },
      { type: 'user', uuid: 'b', parentUuid: 'a', sessionId: 's', message: { role: 'user', content: 7 } },
    ]);
    const [view] = viewsOf(openSession(log), true);
    assert.ok(view?.messages.some(({ text }) => text === 'Hello'));
  });
});
