/**
 * _OpenChatML: Explain Model Output…_: takes the output of a model from the selection, the clipboard or a file, and opens it as a document
 * with its problems and fixes. A page next to it shows how a server's parser read the output. The clipboard is read only if the user
 * chooses it.
 */

import {
  type CancellationToken,
  commands,
  Disposable,
  env,
  l10n,
  ProgressLocation,
  type QuickPickItem,
  ThemeIcon,
  Uri,
  window,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { ExplainParams, ExplanationPart } from '../../../protocol/explanations.ts';
import { pick, showError, showInformation } from '../notifications.ts';
import { rulePages } from '../rule-pages.ts';
import { sendRequest } from '../send-request.ts';
import { createExplanationPanels } from './explanation-panels.ts';

const title = l10n.t('Explain Model Output');

/**
 * The source of an output. As the first argument of the command, key bindings can pass one of these words, or the address of a file. The
 * second argument is the name of a parser.
 */
type Source = 'selection' | 'clipboard' | 'file';

/** The maximum size of a file to read, in bytes. */
const MAX_INPUT_SIZE = 100 << 20;

/** The part of the server's answer that is used here. */
interface Answer {
  readonly report: readonly string[];
  readonly parts?: readonly ExplanationPart[];
  readonly explanation?: {
    readonly output?: string;
    readonly parser?: { readonly format?: string };
    readonly repaired?: { readonly text?: string };
    readonly stop?: { readonly start?: number; readonly word?: { readonly start?: number } };
    readonly input?: {
      readonly outputs?: number;
      readonly number?: number;
      readonly failingNumbers?: readonly number[];
    };
  };
}

/** A position in a document, which selects the last output that begins before that position. */
interface Place {
  readonly uri: Uri;
  readonly line: number;
}

export function registerExplain(client: LanguageClient): Disposable {
  const panels = createExplanationPanels();

  async function show({ report, parts, explanation }: Answer): Promise<void> {
    const { output, parser, repaired, stop } = explanation ?? {};
    const isWrapped = parser?.format === 'chatml' && !output?.includes('<|im_start|>');
    await panels.show({
      parts: parts ?? report.map((text) => ({ kind: 'paragraph', lead: '', text })),
      before: output !== undefined && isWrapped ? '<|im_start|>assistant\n' : '',
      output,
      repaired: repaired?.text,
      stop: stop?.word?.start ?? stop?.start,
    });
  }

  async function ask(text: string, parser: string | undefined, choose?: number): Promise<Answer | undefined> {
    const options = {
      location: ProgressLocation.Notification,
      title: l10n.t('Reading the output…'),
      cancellable: true,
    };
    return window.withProgress(options, async (_, token) => {
      await client.start();
      return request({ text, ...(parser && { parser }), ...(choose !== undefined && { choose }) }, token);
    });
  }

  async function request(params: ExplainParams, token: CancellationToken): Promise<Answer | undefined> {
    try {
      const answer: unknown = await sendRequest(client, 'ocml/explain', { ...params, pages: rulePages }, token);
      return isAnswer(answer) ? answer : undefined;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }
  }

  /** Asks for a parser. Undefined stands for the parser that fits the output. */
  async function chooseParser(chosen: string | undefined): Promise<string | undefined> {
    await client.start();
    const parsers: unknown = await sendRequest(client, 'ocml/explainParsers');
    const fitting = { label: l10n.t('The parser that matches the output'), description: '', name: undefined };
    const items = [fitting, ...(Array.isArray(parsers) ? parsers.filter(isParser) : []).map(asItem)];
    const placeHolder = l10n.t('Which parser should read the output?');
    const picked = await pick(items, {
      title,
      placeHolder,
    });
    return picked === undefined ? chosen : picked.name;
  }

  async function explain(argument: unknown, parserGiven: unknown): Promise<void> {
    const place = isPlace(argument) ? argument : undefined;
    let source = place?.uri ?? (isSource(argument) || argument instanceof Uri ? argument : undefined);
    let parser = typeof parserGiven === 'string' ? parserGiven : undefined;
    while (source === undefined) {
      const chosen = await chooseSource(parser);
      if (chosen === undefined) return;
      if (chosen === 'parser') parser = await chooseParser(parser);
      else source = chosen;
    }
    const all = await textFrom(source);
    if (all === undefined) return;
    const text = place ? upToLine(all, place.line) : all;
    if (text.trim() === '') {
      void showInformation(l10n.t('There is nothing to explain, because the text is empty.'));
      return;
    }
    const answer = await ask(text, parser);
    if (answer === undefined) return;
    if (place) return show(answer);
    const other = await chooseOutput(answer);
    if (other === undefined) return;
    const answerToShow = other === answer.explanation?.input?.number ? answer : await ask(text, parser, other);
    if (answerToShow !== undefined) await show(answerToShow);
  }

  return Disposable.from(panels, commands.registerCommand('ocml.explainOutput', explain));
}

const isSource = (value: unknown): value is Source =>
  value === 'selection' || value === 'clipboard' || value === 'file';

const isPlace = (value: unknown): value is Place => {
  const { uri, line } = (value ?? {}) as { uri?: unknown; line?: unknown };
  return uri instanceof Uri && typeof line === 'number';
};

/** Returns the text up to the end of a line; lines are counted from 0. */
function upToLine(text: string, line: number): string {
  let at = 0;
  for (let i = 0; i <= line; i++) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return text;
  }
  return text.slice(0, at);
}

function isAnswer(value: unknown): value is Answer {
  const { report } = (value ?? {}) as { report?: unknown };
  return Array.isArray(report) && report.every((line) => typeof line === 'string');
}

interface NamedParser {
  readonly name: string;
  readonly title: string;
}

const isParser = (value: unknown): value is NamedParser => {
  const { name, title } = (value ?? {}) as { name?: unknown; title?: unknown };
  return typeof name === 'string' && typeof title === 'string';
};

const asItem = ({ name, title }: NamedParser) => ({ label: name, description: title, name });

/** Asks for the source of the output; the user can also choose to pick a parser first. The selection is only offered if there is one. */
async function chooseSource(parser: string | undefined): Promise<Source | 'parser' | undefined> {
  const editor = window.activeTextEditor;
  const sources: (QuickPickItem & { readonly source: Source | 'parser' })[] = [
    ...(editor !== undefined && !editor.selection.isEmpty
      ? [
          {
            label: l10n.t('Selection'),
            iconPath: new ThemeIcon('selection'),
            description: l10n.t('text selected in the editor'),
            source: 'selection' as const,
          },
        ]
      : []),
    {
      label: l10n.t('Clipboard'),
      iconPath: new ThemeIcon('clippy'),
      description: l10n.t('copied text: an output, a log line or an answer'),
      source: 'clipboard',
    },
    {
      label: l10n.t('File…'),
      iconPath: new ThemeIcon('file'),
      description: l10n.t('an output or a server log'),
      source: 'file',
    },
    {
      label: l10n.t('Parser…'),
      iconPath: new ThemeIcon('server'),
      description: parser ?? l10n.t('the parser that matches the output'),
      source: 'parser',
    },
  ];
  const placeHolder = l10n.t('Where is the model output or the server error?');
  return (await pick(sources, { title, placeHolder }))?.source;
}

async function textFrom(source: Source | Uri): Promise<string | undefined> {
  if (source === 'clipboard') return env.clipboard.readText();
  if (source === 'selection') {
    const editor = window.activeTextEditor;
    return editor?.document.getText(editor.selection.isEmpty ? undefined : editor.selection);
  }
  const dialog = { title, canSelectMany: false };
  const file = source instanceof Uri ? source : (await window.showOpenDialog(dialog))?.[0];
  if (file === undefined) return undefined;
  const open = workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
  if (open) return open.getText();
  const { size } = await workspace.fs.stat(file);
  if (size > MAX_INPUT_SIZE) {
    void showError(l10n.t('The file is larger than 100 MB. Use the command line to read it: ocml explain FILE'));
    return undefined;
  }
  return new TextDecoder().decode(await workspace.fs.readFile(file));
}

const MAX_OFFERED_OUTPUTS = 20;

/** Asks which output to show if there are several. The current output is listed first. */
async function chooseOutput({ explanation }: Answer): Promise<number | undefined> {
  const { outputs = 1, number = 1, failingNumbers = [] } = explanation?.input ?? {};
  if (explanation?.output === undefined || outputs < 2) return number;
  const numbers = new Set([number, ...[...failingNumbers].reverse()]);
  for (let other = outputs; other > 0 && numbers.size < MAX_OFFERED_OUTPUTS; other--) numbers.add(other);
  const items = [...numbers].map((one) => ({
    label: l10n.t('Output {0}', one),
    description: failingNumbers.includes(one) ? l10n.t('fails') : '',
    number: one,
  }));
  const placeHolder = l10n.t('{0} outputs were found. Which output should be explained?', outputs);
  return (await pick(items, { title, placeHolder }))?.number;
}
