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

/** The maximum number of problems, from the start of the selection, for which fixes are computed: a longer menu is useless. */
export const MAX_MENDED = 100;

/** `CodeActionTriggerKind.Invoked`. */
const invoked = 1;

/** Tells users who invoked the menu themselves that more actions exist. Editors also ask whenever the caret moves. */
export function tellOfMore(context: CodeActionContext | undefined, client: Pick<ClientAbilities, 'tell'>): void {
  if (context?.triggerKind === invoked)
    client.tell?.(
      `The selection has more than ${MAX_MENDED} problems. This menu has fixes only for the first ${MAX_MENDED}.`,
    );
}

/** Whether actions of a kind are requested; `source` actions must be requested by name. */
export function asks(context: CodeActionContext | undefined, kind: string): boolean {
  const { only } = context ?? {};
  return only === undefined
    ? !kind.startsWith('source.')
    : only.some((one) => kind === one || kind.startsWith(`${one}.`));
}

/** The codes to fix in the whole document, as requested by `source.fixAll.ocml.CODE`. */
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

/** The fix of the problems that the client reported in `diagnostics`. */
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

/** Edits of this version of the document: a client that has a newer version rejects them. */
export function workspaceEdit(document: Document, replacements: readonly Replacement[]) {
  const { uri, version } = document;
  const edits: TextEdit[] = replacements.map(({ start, end, text }) => ({
    range: { start: document.positionAt(start), end: document.positionAt(end) },
    newText: text,
  }));
  return { documentChanges: [{ textDocument: { uri, version }, edits }] };
}
