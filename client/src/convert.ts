/**
 * _OpenChatML: Convert To…_: converts the active document to another format, as a new document. Losses are listed in a separate view until
 * the source is edited or closed. Obstacles to the conversion are also reported as problems in the source.
 */

import {
  commands,
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  l10n,
  languages,
  ProgressLocation,
  Range,
  type TextDocument,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { Conversion, ConversionTarget } from '../../protocol/conversions.ts';
import { ocml } from './documents.ts';
import { createLosses, lossesView } from './losses.ts';
import { pick, showError, showInformation, showWarning } from './notifications.ts';
import { activeOrSample } from './sample.ts';
import { sendRequest } from './send-request.ts';

const title = l10n.t('Convert To');

/** The argument that a key binding may give to the command. The user is asked for missing fields. */
interface ConvertArgument {
  readonly to?: unknown;
  readonly public?: unknown;
}

export function registerConvert(client: LanguageClient): Disposable {
  const refusals = languages.createDiagnosticCollection('ocml-convert');
  const losses = createLosses();

  async function convert(convertArgument?: ConvertArgument): Promise<void> {
    const source = await activeOrSample();
    if (source === undefined) return;
    await client.start();
    const offered = await sendRequest(client, 'ocml/targets');
    const target =
      offered?.find(({ name, aliases }) => [name, ...aliases].some((one) => one === convertArgument?.to)) ??
      (await chooseTarget(offered ?? []));
    const isPublic =
      target && (typeof convertArgument?.public === 'boolean' ? convertArgument.public : await chooseWhat());
    if (target === undefined || isPublic === undefined) return;
    await write(source, target, isPublic, false);
  }

  async function write(
    source: TextDocument,
    target: ConversionTarget,
    isPublic: boolean,
    anyway: boolean,
  ): Promise<void> {
    const conversion = await ask(source, target, isPublic, anyway);
    if (!conversion) return;
    refusals.delete(source.uri);
    const isCurrent = !source.isClosed && source.version === conversion.version;
    const { notes, text } = conversion;
    if (isCurrent && text === undefined)
      refusals.set(source.uri, notes.filter(({ severity }) => severity === 'error').map(asProblem));
    losses.set(source, isCurrent ? notes : [], target.title);
    const isIdentical = await show(conversion);
    // Do not wait for the user to read the report.
    void report(conversion, target, isPublic, isCurrent, isIdentical).then((isAnyway) =>
      isAnyway ? write(source, target, isPublic, true) : undefined,
    );
  }

  async function ask(
    source: TextDocument,
    to: ConversionTarget,
    isPublic: boolean,
    anyway: boolean,
  ): Promise<Conversion | null> {
    const options = { location: ProgressLocation.Notification, title: l10n.t('Converting…'), cancellable: true };
    return window.withProgress(options, async (_, token) => {
      const textDocument = { uri: client.code2ProtocolConverter.asUri(source.uri) };
      const params = { textDocument, to: to.name, public: isPublic, ...(anyway && { anyway }) };
      try {
        return await sendRequest(client, 'ocml/convert', params, token);
      } catch (error) {
        if (!token.isCancellationRequested) void showError((error as Error).message);
        return null;
      }
    });
  }

  function forget({ uri }: TextDocument): void {
    refusals.delete(uri);
    losses.clear(uri);
  }

  return Disposable.from(
    refusals,
    losses,
    commands.registerCommand('ocml.convert', convert),
    workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) forget(document);
    }),
    workspace.onDidCloseTextDocument(forget),
  );
}

async function chooseTarget(offered: readonly ConversionTarget[]): Promise<ConversionTarget | undefined> {
  const items = offered.map((target) => ({ label: target.name, description: target.doc, target }));
  const placeHolder = l10n.t('Choose the format to convert to');
  return (await pick(items, { title, placeHolder, matchOnDescription: true }))?.target;
}

/** Asks whether to write everything or only what end users see. Undefined if the user cancels. */
async function chooseWhat(): Promise<boolean | undefined> {
  const items = [
    { label: l10n.t('Everything'), description: l10n.t('with reasoning, calls and replies'), isPublic: false },
    { label: l10n.t('Only what end users see'), description: l10n.t('without hidden content'), isPublic: true },
  ];
  return (await pick(items, { title, placeHolder: l10n.t('Choose what to include') }))?.isPublic;
}

const levels = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
} as const;

function asProblem({ code, href, severity, message, range: { start, end } }: Conversion['notes'][number]): Diagnostic {
  const range = new Range(start.line, start.character, end.line, end.character);
  const problem = new Diagnostic(range, message, levels[severity]);
  problem.code = { value: code, target: Uri.parse(href) };
  problem.source = ocml;
  return problem;
}

/**
 * Opens the text in an editor. Returns false if the editor has changed the text, because it gives all lines of a document the same line
 * ending.
 */
async function show({ text, languageId }: Conversion): Promise<boolean> {
  if (text === undefined) return true;
  // Falls back to JSON if the editor does not know the language JSON Lines.
  const language = (await languages.getLanguages()).includes(languageId) ? languageId : 'json';
  const document = await workspace.openTextDocument({ language, content: text });
  await window.showTextDocument(document, { preview: false });
  return document.getText() === text;
}

/**
 * Reports the result. The messages never quote the document, since notifications turn links into commands. Returns whether the user chose
 * to convert anyway, although the format can express only part of the source.
 */
async function report(
  { text, notes, more, failed }: Conversion,
  { title: form }: ConversionTarget,
  isPublic: boolean,
  isCurrent: boolean,
  isIdentical: boolean,
): Promise<boolean> {
  const count = notes.length + more;
  const problems = isCurrent
    ? text === undefined
      ? l10n.t('See the problems in the source')
      : l10n.t('See “Lost in Conversion”')
    : l10n.t('The source was edited during the conversion: convert it again to see what was lost, and where');
  const details =
    more > 0 && isCurrent ? l10n.t('{0}; the first {1} are listed.', problems, notes.length) : `${problems}.`;
  const sentences =
    text === undefined
      ? [l10n.t('Nothing was written, because {0} cannot express the whole source. {1}', form, details)]
      : [
          ...(failed > 0
            ? [
                failed === 1
                  ? l10n.t('1 line could not be converted and was left empty.')
                  : l10n.t('{0} lines could not be converted and were left empty.', failed),
              ]
            : []),
          ...(count > 0
            ? [
                count === 1
                  ? l10n.t('Converted to {0}, with 1 note. {1}', form, details)
                  : l10n.t('Converted to {0}, with {1} notes. {2}', form, count, details),
              ]
            : []),
          ...(count === 0
            ? [
                isPublic
                  ? l10n.t('Converted to {0}. Only the part that end users see was converted.', form)
                  : l10n.t('Converted to {0}. Nothing was lost.', form),
              ]
            : []),
          ...(isIdentical
            ? []
            : [l10n.t('The editor has normalized all line endings. `ocml convert` does not change them.')]),
        ];
  const isGood = text !== undefined && failed === 0 && isIdentical;
  const say = isGood ? showInformation : showWarning;
  const list = text === undefined ? l10n.t('Show Problems') : l10n.t('Show Losses');
  const anyway = l10n.t('Convert Anyway');
  // In JSON Lines, lines that cannot be converted are left empty and counted (`failed`), so the conversion is not refused as a whole.
  const isRefused = text === undefined && isCurrent && failed === 0;
  const message = sentences.join(' ');
  const hasList = count > 0 && isCurrent;
  const chosen = await say(message, ...(isRefused ? [anyway] : []), ...(hasList ? [list] : []));
  if (chosen === list)
    await commands.executeCommand(text === undefined ? 'workbench.actions.view.problems' : `${lossesView}.focus`);
  return chosen === anyway;
}
