/** The code shared by code actions for text and for JSON. */
import type {
  CodeAction,
  CodeActionContext,
  Diagnostic,
  Position,
  Range,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver-types';
import type { Fix } from '../../fixes/fix.ts';
import type { Replacement } from '../../fixes/proof/replacement.ts';
import type { ClientAbilities } from '../support/feature.ts';

export const FIX_ALL = 'source.fixAll.ocml';

/** The maximum number of problems for which fixes are computed, counted from the start of the selection. A longer menu would be useless. */
export const MAX_MENDED = 100;

/** `CodeActionTriggerKind.Invoked`. */
const invoked = 1;

/**
 * Tells users that the menu does not cover all problems, but only if they opened it themselves. Editors also request actions whenever the
 * caret moves.
 */
export function tellOfMore(context: CodeActionContext | undefined, client: Pick<ClientAbilities, 'tell'>): void {
  if (context?.triggerKind === invoked)
    client.tell?.(
      `The selection has more than ${MAX_MENDED} problems. This menu has fixes only for the first ${MAX_MENDED}.`,
    );
}

/**
 * Whether the client requests actions of this kind. Actions of a `source` kind are only returned if the client requests that kind by name.
 */
export function asks(context: CodeActionContext | undefined, kind: string): boolean {
  const { only } = context ?? {};
  return only === undefined
    ? !kind.startsWith('source.')
    : only.some((one) => kind === one || kind.startsWith(`${one}.`));
}

/** The rule codes that the client wants fixed in the whole document: the ends of the kinds `source.fixAll.ocml.CODE`. */
export const codesAsked = (context: CodeActionContext | undefined): readonly string[] =>
  (context?.only ?? []).flatMap((kind) => (kind.startsWith(`${FIX_ALL}.`) ? kind.slice(FIX_ALL.length + 1) : []));

/** The action that applies all safe fixes of one code. */
export const fixAllOf = (code: string, edit: WorkspaceEdit): CodeAction => ({
  title: `Fix all \`${code}\` problems`,
  kind: `${FIX_ALL}.${code}`,
  edit,
});

/** The client's diagnostics that report the problem with this code and range. */
export function reported(code: string, { start, end }: Range, context: CodeActionContext | undefined): Diagnostic[] {
  const same = (a: Position, b: Position) => a.line === b.line && a.character === b.character;
  return (context?.diagnostics ?? []).filter(
    (one) => one.code === code && same(one.range.start, start) && same(one.range.end, end),
  );
}

/** The action that applies a fix. `diagnostics`: the client's diagnostics of the problems that it fixes. */
export function quickFix(
  { title, preferred }: Pick<Fix, 'title' | 'preferred'>,
  diagnostics: Diagnostic[],
  edit: WorkspaceEdit,
): CodeAction {
  return {
    title,
    kind: 'quickfix',
    ...(diagnostics.length > 0 && { diagnostics }),
    ...(preferred && { isPreferred: true }),
    edit,
  };
}

interface Document {
  readonly uri: string;
  readonly version: number;
  positionAt(offset: number): Position;
}

/** The edits as a change to this version of the document. A client that has a newer version rejects it. */
export function workspaceEdit(document: Document, replacements: readonly Replacement[]) {
  const { uri, version } = document;
  const edits: TextEdit[] = replacements.map(({ start, end, text }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: text,
  }));
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}
