/** What users see of a text, and what fixes are offered for it: by the functions that answer an editor. */
import { codeActions } from '../../../server/src/features/code-actions.ts';
import { type AnyDocument, createChecker, json, openDocument } from '../../../server/src/features/document.ts';
import { type UserView, type UserViewParams, userView } from '../../../server/src/features/user-view.ts';
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';
import type { Checker } from '../../../server/src/rules/checker.ts';
import { applyEdits } from '../../../server/src/rules/fixes/replacement.ts';
import type { JsonDocument } from '../../../server/src/syntax/json-document.ts';
import { Transcript } from '../../../server/src/syntax/transcript.ts';

export interface Text {
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  readonly lines: boolean;
}

export const openText = ({ text, dialect, lines }: Text): AnyDocument =>
  openDocument(lines ? 'test:x.jsonl' : 'test:', 'ocml', 0, text, dialect);

function ask(document: AnyDocument, params: Partial<UserViewParams>): UserView {
  const all = { textDocument: { uri: document.uri }, ...params };
  if (document instanceof Transcript) return userView.run(document, all);
  return json().jsonFeatures['ocml/userView']?.(document, all, () => settings) as UserView;
}

const settings = { strict: false, levels: {} };

/** The views of a document: one, or one a line where each line is a conversation. */
export function viewsOf(document: AnyDocument, debug = false): UserView[] {
  if (document instanceof Transcript || !document.lines || document.dialect !== 'messages')
    return [ask(document, { debug })];
  return document.units.map((_, line) => ask(document, { debug, around: { line, character: 0 } }));
}

/** All that is in the public views of a document, as one text. */
export const publicText = (document: AnyDocument): string => JSON.stringify(viewsOf(document));

export interface Offer {
  readonly title: string;
  readonly preferred: boolean;
  /** All safe fixes at once. */
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

/** Every fix that is offered anywhere in a document, with the text it leaves. */
export async function offersOf(document: AnyDocument): Promise<Offer[]> {
  const text = document.getText();
  const range = { start: document.positionAt(0), end: document.positionAt(text.length) };
  const kinds = ['quickfix', 'source.fixAll.ocml'];
  const actions = await Promise.all(kinds.map((kind) => actionsOf(document, range, kind)));
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
    return { title, preferred: isPreferred === true, all: kind === kinds[1], after: applyEdits(text, edits) };
  });
}

async function actionsOf(
  document: AnyDocument,
  range: Offer extends never ? never : object,
  kind: string,
): Promise<Action[]> {
  const params = { range, context: { diagnostics: [], only: [kind] } } as unknown as Parameters<
    typeof codeActions.run
  >[1];
  if (document instanceof Transcript) {
    const checker = createChecker(document, settings) as unknown as Checker;
    return ((await codeActions.run(document, params, () => checker)) ?? []) as Action[];
  }
  const run = json().jsonFeatures['textDocument/codeAction'];
  return ((await run?.(document as JsonDocument, params, () => settings)) ?? []) as Action[];
}
