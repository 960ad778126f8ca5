/** Helpers for tests of features. `$0` marks the cursor, and `«…»` a range; neither occurs in a token. */

import assert from 'node:assert/strict';
import { Checker } from '../../server/src/checker/checker.ts';
import { features } from '../../server/src/features/index.ts';
import type { ClientAbilities } from '../../server/src/features/support/feature.ts';
import { CompletionItemKind } from '../../server/src/features/support/kinds.ts';
import type { DialectChoice } from '../../server/src/syntax/dialect.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

export interface Marked {
  readonly transcript: Transcript;
  /** The offset of `$0`. */
  readonly cursor: number;
  /** The offsets of `«` and `»`. */
  readonly range: { readonly start: number; readonly end: number } | undefined;
}

/** Returns the transcript of a marked text, and the offsets of the marks. */
export function marked(text: string, choice: DialectChoice = {}): Marked {
  const found: Record<string, number> = {};
  let plain = '';
  for (const piece of text.split(/(\$0|«|»)/)) {
    if (/^(?:\$0|«|»)$/.test(piece)) found[piece] = plain.length;
    else plain += piece;
  }
  const { '«': start, '»': end, $0: cursor = start ?? 0 } = found;
  const range = start !== undefined && end !== undefined ? { start, end } : undefined;
  return { transcript: new Transcript('file:///test.ocml', 'ocml', 1, plain, choice), cursor, range };
}

/** Returns the response of the feature that handles a method of `textDocument/`. */
export function ask<T>(method: string, transcript: Transcript, params: object = {}): T {
  const feature = features.find((candidate) => candidate.method === `textDocument/${method}`);
  if (feature === undefined) throw new Error(`no feature ${method}`);
  const checkerOf = () => new Checker(transcript, { strict: false, levels: {} });
  return feature.run(
    transcript,
    { textDocument: { uri: transcript.uri }, ...params },
    checkerOf,
    undefined,
    editor,
  ) as T;
}

/** A client that supports snippets and has a command that opens the list of suggestions. */
export const editor: ClientAbilities = {
  snippets: true,
  labelOffsets: false,
  suggest: { title: '', command: 'suggest' },
};

export function textOf(transcript: Transcript, range: Range): string {
  return transcript.getText(range);
}

/**
 * The reason for a completion request: the user asks for it, the character before the cursor was typed (`typed`), or the list is open
 * (`open`).
 */
export type How = DialectChoice & { readonly typed?: boolean; readonly open?: boolean };

/** Returns the completions at `$0`, in their order. */
export function offered(text: string, { typed = false, open = false, ...choice }: How = {}): Item[] {
  const { transcript, cursor } = marked(text, choice);
  const context = typed
    ? { triggerKind: 2, triggerCharacter: transcript.slice(cursor - 1, cursor) }
    : { triggerKind: open ? 3 : 1 };
  const position = transcript.positionAt(cursor);
  return ask<{ items: Item[] }>('completion', transcript, { position, context }).items;
}

/** The kind of completion items for whole messages. */
export const messageKind = CompletionItemKind.Snippet;

export interface Item {
  label: string;
  detail?: string;
  sortText: string;
  filterText: string;
  kind: number;
  insertTextFormat?: number;
  command?: object;
  documentation?: { value: string };
  textEdit: { range: Range; newText: string };
}

/** Returns the text after the item with this label was accepted. `$1` and `${2:text}` remain where an editor would stop. */
export function accepted(text: string, label: string, choice: DialectChoice = {}): string {
  const { transcript } = marked(text, choice);
  const item = offered(text, choice).find((candidate) => candidate.label === label);
  if (item === undefined) throw new Error(`${label} is not offered`);
  const start = transcript.offsetAt(item.textEdit.range.start);
  const end = transcript.offsetAt(item.textEdit.range.end);
  return transcript.slice(0, start) + item.textEdit.newText + transcript.slice(end, transcript.length);
}

/** Asserts that exactly these labels are offered, in this order. Whole messages are ignored because they have their own tests. */
export function assertOffered(text: string, labels: readonly string[], how: How = {}): void {
  const items = offered(text, how).filter(({ kind }) => kind !== messageKind);
  assert.deepEqual(
    items.map((item) => item.label),
    labels,
    text,
  );
}

/** Asserts that nothing is offered, whether the user asks for completions or has typed the character before the cursor. */
export function assertNothingOffered(text: string): void {
  assert.deepEqual(offered(text), [], text);
  assert.deepEqual(offered(text, { typed: true }), [], text);
}
