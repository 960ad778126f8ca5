/**
 * The language status of the active transcript: its dialect with the reason, its mode, and the numbers of problems and of tokens. Each line
 * has a command that changes it.
 */

import {
  commands,
  DiagnosticSeverity,
  Disposable,
  type DocumentSelector,
  type ExtensionContext,
  LanguageStatusSeverity,
  l10n,
  languages,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from 'vscode';
import { type BaseLanguageClient as LanguageClient, State } from 'vscode-languageclient';
import type { Readings, TakenFor } from '../../../protocol/readings.ts';
import { ocml } from '../documents.ts';
import { sendRequest } from '../send-request.ts';
import { transcriptInFront } from '../transcript-in-front.ts';
import { dialectTitle, registerDialect } from './dialect.ts';
import { registerMode } from './mode.ts';
import { createTokenFigure } from './token-figure.ts';

/** The context key that is set while the active editor contains a transcript. */
const isTranscript = 'ocml.isTranscript';

const nameOf = ({ dialect, shape, harmony, template }: TakenFor, { names, shapes }: Readings): string =>
  (template === undefined ? undefined : l10n.t('Chat template {0}', template)) ??
  dialectTitle(shapes, shape) ??
  `${dialectTitle(names, dialect) ?? dialect}${harmony ? `, ${l10n.t('Harmony profile')}` : ''}`;

const reasons = (): ReadonlyMap<string, string> =>
  new Map([
    ['choice', l10n.t('chosen for this file')],
    ['project', l10n.t('chosen by the project')],
    ['setting', l10n.t('chosen in the settings')],
    ['name', l10n.t('recognized by its file name')],
    ['header', l10n.t('declared in its document header')],
    ['folder', l10n.t('recognized by the tokenizer in its folder; if this is wrong, choose another dialect')],
    ['content', l10n.t('detected by its content')],
  ]);

export function registerStatus(context: ExtensionContext, client: LanguageClient): Disposable {
  const item = (id: string, name: string) => {
    const languageStatusItem = languages.createLanguageStatusItem(`ocml.${id}`, []);
    languageStatusItem.name = `OpenChatML: ${name}`;
    return languageStatusItem;
  };
  const dialect = item('takenFor', l10n.t('Dialect'));
  const mode = item('mode', l10n.t('Mode'));
  const problems = item('problems', l10n.t('Problems'));
  const tokens = createTokenFigure(client);
  dialect.command = {
    command: 'ocml.readAs',
    title: l10n.t('Change'),
    tooltip: l10n.t('Choose the dialect of this file'),
  };
  problems.command = { command: 'workbench.actions.view.problems', title: l10n.t('Show') };
  let lastRequest = 0;
  let takenFor: TakenFor | null = null;
  let lastTranscript: TextDocument | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  async function ask(document: TextDocument | undefined): Promise<Readings | null> {
    takenFor = null;
    if (document === undefined || client.state !== State.Running) return null;
    const request = ++lastRequest;
    const textDocument = { uri: client.code2ProtocolConverter.asUri(document.uri) };
    const answer = await sendRequest(client, 'ocml/takenFor', { textDocument }).catch(() => null);
    const readings = answer && (await sendRequest(client, 'ocml/readings').catch(() => null));
    if (request !== lastRequest) return null;
    takenFor = answer;
    return readings;
  }

  /** Shows the status of the active document. Nothing is shown if the document is not a transcript. */
  async function refresh(): Promise<void> {
    const document = window.activeTextEditor?.document;
    const readings = await ask(document);
    if (document !== window.activeTextEditor?.document) return;
    void commands.executeCommand('setContext', isTranscript, takenFor !== null);
    if (document && takenFor && document !== lastTranscript) transcriptInFront.fire(document);
    lastTranscript = document && takenFor ? document : undefined;
    const selector = document && takenFor ? only(document.uri) : [];
    for (const one of [dialect, mode, problems]) one.selector = selector;
    tokens.show(takenFor ? document : undefined, selector);
    if (!document || !takenFor || !readings) return;
    dialect.text = nameOf(takenFor, readings);
    const isRecognised = takenFor.template !== undefined && takenFor.why === 'content';
    dialect.detail = isRecognised
      ? l10n.t('recognized by its tokens; if this is wrong, choose another dialect')
      : (reasons().get(takenFor.why) ?? '');
    mode.text = takenFor.strict ? l10n.t('Strict mode') : l10n.t('Default mode');
    mode.detail = takenFor.modeBy === 'project' ? l10n.t('chosen by the project') : '';
    const change = takenFor.strict ? l10n.t('Use Default Mode') : l10n.t('Use Strict Mode');
    const title = takenFor.modeBy === 'project' ? l10n.t('Open Configuration') : change;
    mode.command = { command: 'ocml.changeMode', title };
    count(document.uri);
  }

  function count(uri: Uri): void {
    const ours = languages.getDiagnostics(uri).filter(({ source }) => source === ocml);
    const number = (severity: DiagnosticSeverity) => ours.filter((one) => one.severity === severity).length;
    const [errors, warnings] = [number(DiagnosticSeverity.Error), number(DiagnosticSeverity.Warning)];
    const notes = ours.length - errors - warnings;
    const counted = [
      errors === 1 ? l10n.t('1 error') : errors && l10n.t('{0} errors', errors),
      warnings === 1 ? l10n.t('1 warning') : warnings && l10n.t('{0} warnings', warnings),
      notes === 1 ? l10n.t('1 note') : notes && l10n.t('{0} notes', notes),
    ].filter(Boolean);
    problems.text = counted.length > 0 ? counted.join(', ') : l10n.t('No problems');
    const { Error, Warning, Information } = LanguageStatusSeverity;
    problems.severity = errors > 0 ? Error : warnings > 0 ? Warning : Information;
  }

  function later(): void {
    clearTimeout(waiting);
    waiting = setTimeout(() => void refresh(), 300);
  }

  return Disposable.from(
    ...[dialect, mode, problems, tokens],
    registerDialect(context, client, () => void refresh()),
    registerMode(() => takenFor?.modeBy),
    window.onDidChangeActiveTextEditor(() => void refresh()),
    workspace.onDidChangeTextDocument(({ document }) => {
      if (document === window.activeTextEditor?.document) later();
    }),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(ocml)) later();
    }),
    workspace.onDidSaveTextDocument(({ uri }) => {
      if (/\/\.ocmlrc\.(?:json|yaml)$/.test(uri.path)) later();
    }),
    languages.onDidChangeDiagnostics(({ uris }) => {
      const uri = window.activeTextEditor?.document.uri;
      if (uri && takenFor && uris.some((one) => one.toString() === uri.toString())) count(uri);
    }),
    { dispose: () => clearTimeout(waiting) },
  );
}

/** Returns a selector for a single document, whose pattern matches only its path. */
const only = ({ scheme, path }: Uri): DocumentSelector => ({ scheme, pattern: path.replace(/[*?{}[\]]/g, '[$&]') });
