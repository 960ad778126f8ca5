/** Checks which messages in text transcripts a user sees, for the tests of the view. */
import assert from 'node:assert/strict';
import { type UserViewParams, userView, type ViewMessage } from '../../server/src/features/user-view.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

export const open = (text: string, dialect?: DialectId) =>
  new Transcript('test:x', 'ocml', 1, text, dialect ? { dialect } : undefined);

export function view(text: string, params: Partial<UserViewParams> & { dialect?: DialectId } = {}) {
  const { dialect = 'openchatml-2.2', ...rest } = params;
  return userView.run(open(text, dialect), { textDocument: { uri: 'test:x' }, ...rest });
}

export const texts = (messages: readonly ViewMessage[]) => messages.map((message) => message.text);

/** Checks the text that a user sees, message by message. */
export function check(text: string, expected: string[], dialect?: DialectId): void {
  assert.deepEqual(texts(view(text, dialect ? { dialect } : {}).messages), expected, text);
}
