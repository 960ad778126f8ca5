/** Shows explanations as pages next to their outputs, with commands that apply a repair or compare it with the output. */
import {
  commands,
  Disposable,
  EventEmitter,
  env,
  l10n,
  Position,
  Range,
  Selection,
  type TextDocument,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  type WebviewPanel,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { ExplanationPart } from '../../../protocol/explanations.ts';
import { ocml } from '../documents.ts';
import { showInformation } from '../notifications.ts';
import { showRule } from '../preview/fix.ts';
import { columnBeside } from './columns.ts';
import { explanationHtml, type PageWords, pageCommands } from './explanation-html.ts';

const viewType = 'ocml.explanation';
const scheme = 'ocml-repaired';
/** The context key that is set while a repair can be applied. */
const hasRepair = 'ocml.hasRepair';

/**
 * An explanation on a page. If the explanation is about an output, that output is in `document`, after the text `before`. Some explanations
 * are only about an error and have no output.
 */
interface Shown {
  readonly panel: WebviewPanel;
  readonly parts: readonly ExplanationPart[];
  readonly document?: TextDocument | undefined;
  readonly before: string;
  readonly output?: string | undefined;
  readonly repaired?: string | undefined;
  isApplied: boolean;
}

/**
 * The parts of the page to show, and the output. `before`: the text that precedes the output in its document and completes the message
 * frame of its dialect.
 */
export interface ToShow {
  readonly parts: readonly ExplanationPart[];
  readonly before: string;
  readonly output?: string | undefined;
  readonly repaired?: string | undefined;
  /** The offset in the output at which the parser stops. */
  readonly stop?: number | undefined;
}

export interface ExplanationPanels extends Disposable {
  show(explained: ToShow): Promise<void>;
}

export function createExplanationPanels(): ExplanationPanels {
  const all = new Map<number, Shown>();
  let last = 0;
  const changed = new EventEmitter<Uri>();
  const provider: TextDocumentContentProvider = {
    onDidChange: changed.event,
    provideTextDocumentContent: ({ path }) => sideOf(path),
  };

  function sideOf(path: string): string {
    const [, side, number] = path.split('/');
    const { before = '', output = '', repaired = '' } = all.get(Number(number)) ?? {};
    return before + (side === 'repaired' ? repaired : output);
  }

  async function show({ parts, before, output, repaired, stop }: ToShow): Promise<void> {
    const document =
      output === undefined ? undefined : await workspace.openTextDocument({ language: ocml, content: before + output });
    // Show the output first: if no editor is open, the page would otherwise take the first column.
    if (document) await revealAt(document, before.length + (stop ?? 0), stop !== undefined);
    const viewColumn = document === undefined ? ViewColumn.Active : columnBeside();
    const panel = window.createWebviewPanel(
      viewType,
      l10n.t('Explanation {0}', ++last),
      { viewColumn, preserveFocus: document !== undefined },
      {
        enableScripts: false,
        enableFindWidget: true,
        localResourceRoots: [],
        enableCommandUris: Object.values(pageCommands),
      },
    );
    const number = last;
    all.set(number, { panel, parts, before, document, output, repaired, isApplied: false });
    panel.onDidDispose(() => {
      all.delete(number);
      tellContext();
    });
    render(number);
    tellContext();
  }

  function render(number: number): void {
    const shownExplanation = all.get(number);
    if (shownExplanation === undefined) return;
    const { panel, parts, document, isApplied } = shownExplanation;
    panel.webview.html = explanationHtml({
      parts,
      isApplied,
      words: wordsOf(),
      language: env.language,
      nonce: crypto.randomUUID(),
      number: document && number,
    });
  }

  /**
   * Returns the explanation that a command is about: the one with this number. If there is none, returns the explanation on the active
   * page. The next choices are that of the active document, and the last one with a repair.
   */
  function shownBy(number: unknown): [number, Shown] | undefined {
    const active = window.activeTextEditor?.document;
    const entries = [...all];
    return (
      entries.find(([one]) => one === number) ??
      entries.find(([, { panel }]) => panel.active) ??
      entries.find(([, { document }]) => document !== undefined && document === active) ??
      entries.filter(([, { repaired }]) => repaired !== undefined).at(-1)
    );
  }

  async function apply(argument: unknown): Promise<void> {
    const [number, shownExplanation] = shownBy(argument) ?? [];
    const { document, repaired, before = '', output = '' } = shownExplanation ?? {};
    if (number === undefined || shownExplanation === undefined || document === undefined || repaired === undefined)
      return;
    if (shownExplanation.isApplied) return revealAt(document, before.length, false);
    // If the document was closed, the repair is applied to a new one.
    const target = document.isClosed
      ? await workspace.openTextDocument({ language: ocml, content: before + output })
      : document;
    if (target.getText() !== before + output) {
      void showInformation(l10n.t('The output was changed after it was explained. Explain it again to repair it.'));
      return;
    }
    const edit = new WorkspaceEdit();
    edit.replace(
      target.uri,
      new Range(new Position(0, 0), target.positionAt(before.length + output.length)),
      before + repaired,
    );
    if (!(await workspace.applyEdit(edit))) return;
    all.set(number, { ...shownExplanation, document: target, isApplied: true });
    render(number);
    await revealAt(target, before.length, false);
  }

  async function compare(argument: unknown): Promise<void> {
    const [number, shownExplanation] = shownBy(argument) ?? [];
    if (number === undefined || shownExplanation?.repaired === undefined) return;
    const address = (side: string, name: string) => Uri.from({ scheme, path: `/${side}/${number}/${name}.ocml` });
    await commands.executeCommand(
      'vscode.diff',
      address('output', l10n.t('Output')),
      address('repaired', l10n.t('Repaired')),
      l10n.t('Output ↔ Repaired'),
      { viewColumn: ViewColumn.One },
    );
  }

  async function showPlace(number: unknown, start: unknown): Promise<void> {
    const { document, before = '' } = all.get(Number(number)) ?? {};
    if (document && typeof start === 'number') await revealAt(document, before.length + start, false);
  }

  function tellContext(): void {
    const isOpen = [...all.values()].some(({ repaired }) => repaired !== undefined);
    void commands.executeCommand('setContext', hasRepair, isOpen);
  }

  const registered = Disposable.from(
    changed,
    workspace.registerTextDocumentContentProvider(scheme, provider),
    commands.registerCommand(pageCommands.apply, apply),
    commands.registerCommand(pageCommands.compare, compare),
    commands.registerCommand(pageCommands.place, showPlace),
    commands.registerCommand(pageCommands.rule, (code: unknown) => showRule(String(code))),
  );
  return {
    show,
    dispose() {
      for (const { panel } of [...all.values()]) panel.dispose();
      registered.dispose();
    },
  };
}

/** Moves the cursor to an offset in a document. If the document is not visible, it is opened in the first column. */
async function revealAt(document: TextDocument, offset: number, isAtFault: boolean): Promise<void> {
  const viewColumn =
    window.visibleTextEditors.find((editor) => editor.document === document)?.viewColumn ?? ViewColumn.One;
  const editor = await window.showTextDocument(document, { viewColumn, preview: false });
  const position = isAtFault || offset > 0 ? document.positionAt(offset) : new Position(0, 0);
  editor.selection = new Selection(position, position);
  editor.revealRange(editor.selection);
}

const wordsOf = (): PageWords => ({
  title: l10n.t('Explanation'),
  apply: l10n.t('Apply Repair'),
  applied: l10n.t('The repair has been applied.'),
  compare: l10n.t('Compare'),
  sections: { input: l10n.t('What was read') },
});
