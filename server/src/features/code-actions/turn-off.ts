/** The actions that follow the fixes in the menu. Each one turns off the rule of a problem, in the document or in its project. */
import type { CodeAction, CodeActionContext, Diagnostic, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Checker } from '../../checker/checker.ts';
import { loadChecker } from '../../checker/load-checker.ts';
import { turnOffInHeader } from '../../fixes/turn-off.ts';
import { lintPrefix } from '../../rules/support/levels.ts';
import { templateRules } from '../../rules/template-problems.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { DisableEditsFor } from '../support/feature.ts';
import { workspaceEdit } from './actions.ts';

/** The maximum number of codes for which actions are offered, since each code needs a separate proof. */
const MAX_OFFERED_CODES = 5;

/** The problems for which actions are requested, by code. */
export class ProblemsByRule {
  readonly byCode = new Map<string, Diagnostic[]>();

  constructor(readonly uri: string) {}

  add(code: string, diagnostics: readonly Diagnostic[]): void {
    if (!loadChecker().codes.includes(code)) return;
    const ruleDiagnostics = this.byCode.get(code) ?? [];
    if (ruleDiagnostics.length === 0 && this.byCode.size < MAX_OFFERED_CODES) this.byCode.set(code, ruleDiagnostics);
    for (const diagnostic of diagnostics) ruleDiagnostics.push(diagnostic);
  }

  /**
   * Adds the problems of chat templates from the client's diagnostics. They are found in another thread, so no checker in this thread has
   * them.
   */
  addTold(context: CodeActionContext | undefined): void {
    for (const one of context?.diagnostics ?? [])
      if (one.source === 'ocml' && templateCodes.has(String(one.code))) this.add(String(one.code), [one]);
  }
}

const templateCodes = new Set([
  ...templateRules.map(({ code }) => code),
  'template-special-in-content',
  'template-lossy',
]);

/** The state of a rule in a document header: whether the header sets its level, and the edit that turns the rule off there. */
interface InHeader {
  /** Whether the header sets a level. That level would override any configuration. */
  readonly said: boolean;
  readonly edit: WorkspaceEdit | undefined;
}

export function offsInHeader(transcript: Transcript, { context }: Checker): (code: string) => InHeader | undefined {
  const block = transcript.header;
  return (code) => {
    if (block === undefined) return undefined;
    const start = transcript.blocks.placeOf(block)?.start ?? 0;
    const edits = turnOffInHeader(block, code)?.map((edit) => {
      return { ...edit, start: start + edit.start, end: start + edit.end };
    });
    const said = context.header?.get(lintPrefix + code) !== undefined;
    return { said, edit: edits && workspaceEdit(transcript, edits) };
  };
}

/** The actions that turn rules off. None of them is marked as preferred, and Fix All does not include them. */
export async function turnOffs(
  { uri, byCode }: ProblemsByRule,
  inHeader: (code: string) => InHeader | undefined,
  offsFor: DisableEditsFor | undefined,
): Promise<CodeAction[]> {
  const headers = new Map([...byCode.keys()].map((code) => [code, inHeader(code)]));
  const askedFor = [...byCode.keys()].filter((code) => !headers.get(code)?.said);
  const configured = askedFor.length > 0 ? await offsFor?.(uri, askedFor) : undefined;
  return [...byCode].flatMap(([code, diagnostics]) => {
    const header = headers.get(code)?.edit;
    const offs = (configured?.get(code) ?? []).filter(({ where }) => where === 'project' || header === undefined);
    const all = header === undefined ? offs : [{ where: 'document', edit: header }, ...offs];
    return all.map(({ where, edit }) => ({
      title: `Turn off \`${code}\` in this ${where}`,
      kind: 'quickfix',
      ...(diagnostics.length > 0 && { diagnostics }),
      edit,
    }));
  });
}
