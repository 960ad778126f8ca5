/** Checks which messages in JSON documents a user sees, for the tests of the view. `SECRET` is hidden in all examples. */
import assert from 'node:assert/strict';
import { openDocument } from '../../server/src/documents/document.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import type { UserView, UserViewParams } from '../../server/src/features/user-view.ts';
import type { JsonDialectId } from '../../server/src/grammar/index.ts';
import type { JsonDocument } from '../../server/src/syntax/json/document.ts';

export const open = (dialect: JsonDialectId, text: string, name = 'test:') =>
  openDocument(name, 'json', 1, text, dialect) as JsonDocument;

export const ask = (document: JsonDocument, params: Partial<UserViewParams> = {}) =>
  jsonFeatures['ocml/userView']?.(document, { textDocument: { uri: document.uri }, ...params }, () => ({
    strict: false,
    levels: {},
  })) as UserView;

/** Checks the visible texts, joined by `|`, and the number of messages that are hidden because they are in doubt. */
export function check(dialect: JsonDialectId, text: string, expected: string, doubt?: number): void {
  const document = open(dialect, text);
  const first = ask(document);
  const { count = 1 } = first.conversation ?? {};
  const views = Array.from({ length: count }, (_, i) => (i === 0 ? first : ask(document, { number: i + 1 })));
  const visibleText = views.flatMap(({ messages }) => messages.map((message) => message.text)).join('|');
  assert.ok(!JSON.stringify(views).includes('SECRET'), `${text}\n${visibleText}`);
  assert.equal(visibleText, expected, text);
  if (doubt !== undefined)
    assert.equal(
      views.reduce((sum, view) => sum + view.doubt, 0),
      doubt,
      text,
    );
}
