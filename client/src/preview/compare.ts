/**
 * Compares two prompts in VS Code's diff view: those of two templates, of two revisions of a template, or of a conversation before and
 * after an edit.
 */

import {
  commands,
  Disposable,
  EventEmitter,
  extensions,
  l10n,
  type QuickPickItem,
  type TextDocumentContentProvider,
  Uri,
  workspace,
} from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import { ocml } from '../documents.ts';
import { pick } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';
import { pickTemplate } from './pick-template.ts';
import { isPrompt, isTraining, type Training, type TrainingChoice } from './protocol.ts';
import { changeChoice, completeChoice } from './training-choices.ts';
import type { TrainingChange } from './training-shapes.ts';

const scheme = 'ocml-prompt';

/**
 * One side of a comparison of prompts. `text` and `templateText`, if set, are used instead of the current text of the document and of the
 * template.
 */
interface Side {
  readonly uri: string;
  readonly template: string;
  readonly debug: boolean;
  /** In JSON Lines, the line of the row. */
  readonly line?: number;
  readonly text?: string;
  readonly templateText?: string;
  /** Whether Python renders the prompt. */
  readonly inPython?: boolean;
  readonly training?: undefined;
}

/** One side of a comparison of trainings: the parts of a row that a trainer trains on. */
interface TrainingSide {
  readonly uri: string;
  readonly debug: boolean;
  readonly training: TrainingChoice;
  readonly line: number;
}

interface Way extends QuickPickItem {
  /** Returns the other side and its name. Undefined if the user has not chosen one. */
  other(): Promise<{ readonly side: Side; readonly name: string } | undefined>;
}

/** The part of the Git extension's API that is used here. */
interface Git {
  getAPI(version: 1): { getRepository(uri: Uri): { show(ref: string, path: string): Promise<string> } | null };
}

const nameOf = (template: string) => template.split(/[\\/]/).at(-1) ?? template;
const isJinja = (template: string) => /[.\\/]/.test(template);
const fileOf = (template: string) => template.replace(/#[^#]*$/, '');

let client: LanguageClient | undefined;
let count = 0;
const sides = new Map<string, Side | TrainingSide>();
/** Timers for sides that will be updated after a pause in typing. */
const later = new Map<string, ReturnType<typeof setTimeout>>();
const pause = 500;

/** Returns the prompt of a side, or the reason why there is none. */
async function promptOf(path: string): Promise<string> {
  const side = sides.get(path);
  if (side === undefined || client === undefined) return l10n.t('This prompt no longer exists. Compare again.');
  if (side.training !== undefined) return trainingOf(side, path, client);
  const { uri, inPython, ...rest } = side;
  const params = { textDocument: { uri }, ...rest, side: path };
  if (inPython) {
    // Look up the setting each time. A setting of the workspace only applies while the workspace is trusted, and trust can be withdrawn.
    const python = workspace.getConfiguration(ocml).get<string>('python');
    const trusted = { trusted: workspace.isTrusted, python };
    const pythonPrompt = await sendRequest(client, 'ocml/pythonPrompt', { ...params, ...trusted });
    return String(pythonPrompt?.text ?? pythonPrompt?.error ?? l10n.t('The language server could not run Python.'));
  }
  const answer: unknown = await sendRequest(client, 'ocml/prompt', { ...params, whole: true });
  if (!isPrompt(answer)) return l10n.t('The language server could not render this prompt.');
  return answer.error ?? answer.stretches.map(({ text }) => text).join('');
}

/**
 * Returns the prompt of a training as text: the trained parts are between « and », and the part that the trainer cuts off comes after a
 * separator line.
 */
async function trainingOf({ uri, debug, training, line }: TrainingSide, side: string, of: LanguageClient) {
  const textDocument = { uri };
  const answer: unknown = await sendRequest(of, 'ocml/training', { textDocument, ...training, debug, line, side });
  if (!isTraining(answer)) return l10n.t('The language server could not render this prompt.');
  const { error, notes, sequences } = answer;
  return error ?? [...notes, ...sequences.map(writtenOf)].join('\n\n');
}

function writtenOf({ part, tokens, length, trained, stretches }: Training['sequences'][number]): string {
  const head = l10n.t('{0} of {1} tokens are trained', trained, tokens);
  const pieces = stretches.map(({ text, trained: isTrained, cut }, i) => {
    const before = stretches[i - 1];
    const line =
      before && before.cut !== cut ? `\n── ${l10n.t('cut here: {0} of {1} tokens kept', tokens, length)}\n` : '';
    const opens = isTrained && before?.trained !== true;
    const closes = isTrained && stretches[i + 1]?.trained !== true;
    return `${line}${opens ? '«' : ''}${text}${closes ? '»' : ''}`;
  });
  return `${part === undefined ? '' : `${part}: `}${head}\n\n${pieces.join('')}`;
}

export function registerComparisons(): Disposable {
  const changes = new EventEmitter<Uri>();
  const provider: TextDocumentContentProvider = {
    onDidChange: changes.event,
    provideTextDocumentContent: ({ path }) => promptOf(path),
  };
  return Disposable.from(
    changes,
    workspace.registerTextDocumentContentProvider(scheme, provider),
    // Both sides are updated when the conversation or the template is edited.
    workspace.onDidChangeTextDocument(({ document }) => {
      for (const [path, side] of sides) {
        const { template, inPython = false } = side.training ? { template: side.training.template ?? '' } : side;
        if (document.uri.toString() !== side.uri && document.uri.fsPath !== fileOf(template)) continue;
        clearTimeout(later.get(path));
        // Each rendering starts a process, so wait for a pause in typing.
        if (inPython)
          later.set(
            path,
            setTimeout(() => changes.fire(addressOf(path)), pause),
          );
        else changes.fire(addressOf(path));
      }
    }),
    workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === scheme) sides.delete(uri.path);
    }),
  );
}

const addressOf = (path: string) => Uri.from({ scheme, path });

function addSide(side: Side | TrainingSide, name: string): Uri {
  const path = `/${++count}/${name.replaceAll('/', ' ')}`;
  sides.set(path, side);
  return addressOf(path);
}

/** Lets the user choose another prompt to compare with, and shows both. */
export async function comparePrompts(connection: LanguageClient, side: Side): Promise<void> {
  client = connection;
  const now: Side = { ...side, uri: client.code2ProtocolConverter.asUri(Uri.parse(side.uri)) };
  const way = await pick(await waysOf(now, connection), {
    placeHolder: l10n.t('Compare this prompt with'),
  });
  const other = await way?.other();
  if (other === undefined) return;
  const name = nameOf(now.template);
  const [left, right] = [addSide(other.side, other.name), addSide(now, name)];
  await commands.executeCommand('vscode.diff', left, right, l10n.t('Prompt: {0} ↔ {1}', other.name, name));
}

/** Lets the user choose another training to compare with, and shows both. `pageTraining`: the training that is on the page. */
export async function compareTrainings(
  connection: LanguageClient,
  { uri: uriText, debug, training, line }: TrainingSide,
  pageTraining: Training | undefined,
): Promise<void> {
  client = connection;
  const uri = client.code2ProtocolConverter.asUri(Uri.parse(uriText));
  const ways: readonly (QuickPickItem & { readonly what: TrainingChange })[] = [
    { label: l10n.t('Another trainer…'), what: 'trainer' },
    { label: l10n.t('Another option…'), what: 'options' },
    { label: l10n.t('Another template…'), what: 'template' },
    { label: l10n.t('Another tokenizer…'), what: 'tokenizer' },
    { label: l10n.t('Another maximum length…'), what: 'limit' },
    { label: l10n.t('Another way to handle long rows…'), what: 'over' },
  ];
  const way = await pick(ways, { placeHolder: l10n.t('Compare the trained tokens with the result of') });
  const changed = way && (await changeChoice(connection, training, pageTraining?.setting, way.what));
  const other = changed && (await completeChoice(connection, { uri }, changed));
  if (other === undefined) return;
  const [left, right] = [nameOfTraining(other, pageTraining), nameOfTraining(training, pageTraining)];
  const sideOf = (choice: TrainingChoice) => ({ uri, debug, training: choice, line });
  await commands.executeCommand(
    'vscode.diff',
    addSide(sideOf(other), left),
    addSide(sideOf(training), right),
    l10n.t('Training: {0} ↔ {1}', left, right),
  );
}

/** Returns a short name for a training: the trainer, and the options that the user has changed. */
function nameOfTraining(
  { trainer, options = {}, maxLength, over }: TrainingChoice,
  pageTraining: Training | undefined,
): string {
  const optionTexts = Object.entries(options).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const length = maxLength === undefined ? [] : [l10n.t('at most {0} tokens', maxLength)];
  const rule = over === undefined ? [] : [`over=${over}`];
  return [trainer ?? pageTraining?.setting?.trainer ?? '', ...optionTexts, ...length, ...rule]
    .join(', ')
    .slice(0, MAX_NAME_LENGTH);
}

const MAX_NAME_LENGTH = 80;

async function waysOf(now: Side, connection: LanguageClient): Promise<Way[]> {
  const name = nameOf(now.template);
  const ways: Way[] = [
    {
      label: l10n.t('The prompt from another template…'),
      async other() {
        const picked = await pickTemplate(connection, undefined);
        if (picked?.template === undefined) return undefined;
        return { side: { ...now, template: picked.template }, name: nameOf(picked.template) };
      },
    },
  ];
  if (workspace.isTrusted && isJinja(now.template))
    ways.push({
      label: l10n.t('The prompt that Python renders'),
      description: l10n.t('with jinja2 in your local Python'),
      other: async () => ({ side: { ...now, inPython: true }, name: l10n.t('{0} in Python', name) }),
    });
  const conversation = Uri.parse(now.uri);
  const saved = await savedText(conversation);
  if (saved !== undefined)
    ways.push({
      label: l10n.t('The prompt from the saved conversation'),
      description: l10n.t('before your edits'),
      other: async () => ({ side: { ...now, text: saved }, name: l10n.t('{0} before the edits', name) }),
    });
  const file = Uri.file(fileOf(now.template));
  const [savedTemplate, committed] = [await savedText(file), await committedText(file)];
  if (savedTemplate !== undefined)
    ways.push({
      label: l10n.t('The prompt from the saved template'),
      other: async () => ({ side: { ...now, templateText: savedTemplate }, name: l10n.t('{0} as saved', name) }),
    });
  if (committed !== undefined)
    ways.push({
      label: l10n.t('The prompt from the committed template'),
      other: async () => ({ side: { ...now, templateText: committed }, name: l10n.t('{0} as committed', name) }),
    });
  return ways;
}

/** Returns the text on disk. Undefined if the file cannot be read, or if the document has no unsaved changes. */
async function savedText(uri: Uri): Promise<string | undefined> {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  if (!open?.isDirty) return undefined;
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(uri));
  } catch {
    return undefined;
  }
}

async function committedText(uri: Uri): Promise<string | undefined> {
  try {
    const git = extensions.getExtension<Git>('vscode.git')?.exports;
    return await git?.getAPI(1).getRepository(uri)?.show('HEAD', uri.fsPath);
  } catch {
    return undefined;
  }
}
