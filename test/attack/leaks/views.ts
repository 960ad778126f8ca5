/** Returns the views of a text and the fixes offered for it, from the functions that answer an editor. */

import type { Checker } from '../../../server/src/checker/checker.ts';
import { type AnyDocument, createChecker, openDocument } from '../../../server/src/documents/document.ts';
import { codeActions } from '../../../server/src/features/code-actions.ts';
import { jsonFeatures } from '../../../server/src/features/json.ts';
import { type UserView, type UserViewParams, userView } from '../../../server/src/features/user-view.ts';
import { applyEdits } from '../../../server/src/fixes/proof/replacement.ts';
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';
import { Transcript } from '../../../server/src/syntax/transcript.ts';

export interface Text {
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  readonly lines: boolean;
}

export const openText = ({ text, dialect, lines }: Text): AnyDocument =>
  openDocument(lines ? 'test:x.jsonl' : 'test:', 'ocml', 0, text, dialect);

export function ask(document: AnyDocument, params: Partial<UserViewParams>): UserView {
  const all = { textDocument: { uri: document.uri }, ...params };
  if (document instanceof Transcript) return userView.run(document, all);
  return jsonFeatures()['ocml/userView']?.(document, all, () => settings) as UserView;
}

const fixAll = 'source.fixAll.ocml';
const settings = { strict: false, levels: {} };

/** Returns the views of a document: a single one, or one for each conversation. For a session, they show everything in the log. */
export function viewsOf(document: AnyDocument, debug = false, branch = 'all'): UserView[] {
  if (document instanceof Transcript || !document.lines || document.dialect !== 'messages') {
    const first = ask(document, { debug, branch });
    const others = Array.from({ length: (first.conversation?.count ?? 1) - 1 }, (_, i) => i + 2);
    return [first, ...others.map((number) => ask(document, { debug, number }))];
  }
  return document.units.map((_, line) => ask(document, { debug, around: { line, character: 0 } }));
}

/** Returns everything in the public views of a document as one text. */
export const publicText = (document: AnyDocument): string => JSON.stringify(viewsOf(document));

const marked = /<div class="thought">[^]*?<\/div>/g;

/** Returns the text that debug views show as if users saw it: messages that are not hidden, without their thoughts. */
export function unmarkedText(document: AnyDocument): string {
  const messages = viewsOf(document, true).flatMap((view) => view.messages);
  return messages.flatMap(({ hidden, html }) => (hidden ? [] : html.replace(marked, ''))).join('\n');
}

export interface Offer {
  readonly title: string;
  readonly preferred: boolean;
  /** Whether the text results from all safe fixes together. */
  readonly all: boolean;
  readonly after: string;
}

interface Action {
  readonly title: string;
  readonly isPreferred?: boolean;
  readonly kind?: string;
  readonly edit?: { readonly documentChanges?: readonly unknown[] };
}

type Position = Parameters<AnyDocument['offsetAt']>[0];
type Edit = { readonly range: { readonly start: Position; readonly end: Position }; readonly newText: string };

const openers = /<\|(?:im_)?start\|>/g;

/** Returns every fix and refactoring that is offered anywhere in a document, each with the resulting text. */
export async function offersOf(document: AnyDocument): Promise<Offer[]> {
  const text = document.getText();
  const all = { start: document.positionAt(0), end: document.positionAt(text.length) };
  const messages = document instanceof Transcript ? [...text.matchAll(openers)] : [];
  const actions = await Promise.all([
    actionsOf(document, all, 'quickfix'),
    actionsOf(document, all, fixAll),
    ...messages.map(({ index }) => {
      const at = document.positionAt(index);
      return actionsOf(document, { start: at, end: at }, 'refactor.rewrite');
    }),
  ]);
  return actions.flat().map(({ title, isPreferred, kind, edit }) => {
    const changes = (edit?.documentChanges ?? []) as { readonly edits: readonly Edit[] }[];
    const edits = changes
      .flatMap((change) => change.edits)
      .map(({ range, newText }) => ({
        start: document.offsetAt(range.start),
        end: document.offsetAt(range.end),
        text: newText,
      }))
      .sort((a, b) => a.start - b.start || a.end - b.end);
    return { title, preferred: isPreferred === true, all: kind === fixAll, after: applyEdits(text, edits) };
  });
}

async function actionsOf(document: AnyDocument, range: object, kind: string): Promise<Action[]> {
  const context = { diagnostics: [], only: [kind] };
  const params = { range, context } as unknown as Parameters<typeof codeActions.run>[1];
  if (document instanceof Transcript) {
    const checker = createChecker(document, settings) as Checker;
    return ((await codeActions.run(document, params, () => checker)) ?? []) as Action[];
  }
  const run = jsonFeatures()['textDocument/codeAction'];
  return ((await run?.(document, params, () => settings)) ?? []) as Action[];
}
