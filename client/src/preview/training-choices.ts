/** Asks the user for the training to show: a trainer with its options, a tokenizer and a template. */

import { l10n, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { BaseLanguageClient as LanguageClient } from 'vscode-languageclient';
import type { OptionJson, TrainerOptionFact, TrainingChoice, TrainingSetting } from '../../../protocol/trainings.ts';
import { asText, pick } from '../notifications.ts';
import { sendRequest } from '../send-request.ts';
import { pickTemplate } from './pick-template.ts';
import type { TrainingChange } from './training-shapes.ts';

const MAX_LISTED_TOKENIZERS = 200;

/** Asks the user for all required settings that a choice does not have yet. Undefined if the user cancels. */
export async function completeChoice(
  client: LanguageClient,
  textDocument: { readonly uri: string },
  trainingChoice: TrainingChoice,
): Promise<TrainingChoice | undefined> {
  const answer = await sendRequest(client, 'ocml/training', { textDocument, ...trainingChoice, side: 'choice' });
  const missingChoice = answer?.missing;
  if (missingChoice === undefined) return trainingChoice;
  const choice = await changeChoice(client, trainingChoice, undefined, missingChoice);
  return choice && completeChoice(client, textDocument, choice);
}

/**
 * Asks the user for a new value of one setting of a choice. Undefined if the user cancels. `setting`: the settings of the training that is
 * shown.
 */
export async function changeChoice(
  client: LanguageClient,
  choice: TrainingChoice,
  setting: TrainingSetting | undefined,
  what: TrainingChange,
  option?: string,
): Promise<TrainingChoice | undefined> {
  if (what === 'trainer') return pickTrainer(client, choice);
  if (what === 'tokenizer') {
    const tokenizer = await pickTokenizer();
    return tokenizer === undefined ? undefined : { ...choice, tokenizer };
  }
  if (what === 'limit') return pickLimit(choice, setting);
  if (what === 'over') return pickOver(choice);
  if (what === 'options') return pickOption(client, choice, setting, option);
  const defaultItem = {
    label: l10n.t("The template next to the tokenizer, or the project's template"),
    template: undefined,
  };
  const picked = await pickTemplate(client, undefined, defaultItem);
  const { template: _, ...rest } = choice;
  return picked && { ...rest, ...(picked.template !== undefined && { template: picked.template }) };
}

async function pickTrainer(client: LanguageClient, choice: TrainingChoice): Promise<TrainingChoice | undefined> {
  const trainers = await sendRequest(client, 'ocml/trainers');
  const picked = await pick(
    trainers.map(({ name, about }) => ({ label: name, description: about })),
    { placeHolder: l10n.t('Show which tokens this trainer trains on'), matchOnDescription: true },
  );
  if (picked === undefined) return undefined;
  if (picked.label === choice.trainer) return choice;
  // The options of one trainer do not apply to another.
  const { options: _, ...rest } = choice;
  return { ...rest, trainer: picked.label };
}

interface TokenizerItem extends QuickPickItem {
  readonly path: string | undefined;
}

/** Asks for a tokenizer: the path of a `tokenizer.json`, or of a model's folder. */
async function pickTokenizer(): Promise<string | undefined> {
  const uris = await workspace.findFiles('**/tokenizer.json', '**/node_modules/**', MAX_LISTED_TOKENIZERS);
  const items: TokenizerItem[] = [
    ...uris
      .filter(({ scheme }) => scheme === 'file')
      .map((uri) => ({ label: workspace.asRelativePath(uri), path: uri.fsPath })),
    { label: l10n.t('Choose a model folder…'), path: undefined },
  ];
  const picked = await pick(items, { placeHolder: l10n.t("Use this model's tokenizer") });
  if (picked === undefined || picked.path !== undefined) return picked?.path;
  const [folder] =
    (await window.showOpenDialog({
      canSelectFolders: true,
      canSelectFiles: false,
      title: l10n.t('Choose a model folder that contains tokenizer.json'),
      ...(workspace.workspaceFolders?.[0] && { defaultUri: workspace.workspaceFolders[0].uri }),
    })) ?? [];
  return folder instanceof Uri ? folder.fsPath : undefined;
}

async function pickLimit(
  choice: TrainingChoice,
  setting: TrainingSetting | undefined,
): Promise<TrainingChoice | undefined> {
  const limitText = await window.showInputBox({
    title: l10n.t('The maximum number of tokens per row'),
    prompt: l10n.t("Leave empty to use the trainer's own limit"),
    value: String(choice.maxLength ?? setting?.limit ?? ''),
    validateInput: (text) =>
      /^\s*(?:[1-9]\d{0,8})?\s*$/.test(text) ? undefined : l10n.t('Enter a whole number of tokens, 1 or more.'),
  });
  if (limitText === undefined) return undefined;
  const { maxLength: _, ...rest } = choice;
  return limitText.trim() === '' ? rest : { ...rest, maxLength: Number(limitText) };
}

async function pickOver(choice: TrainingChoice): Promise<TrainingChoice | undefined> {
  const items = [
    { label: l10n.t('Drop it'), description: 'drop', over: 'drop' },
    { label: l10n.t('Cut it at the end'), description: 'right', over: 'right' },
    { label: l10n.t('Cut it at the beginning'), description: 'left', over: 'left' },
    { label: l10n.t('Cut it as LLaMA-Factory does'), description: 'llama-factory', over: 'llama-factory' },
    { label: notChosen(), description: asProject(), over: undefined },
  ];
  const picked = await pick(items, { placeHolder: l10n.t('What happens to a row that is too long') });
  const { over: _, ...rest } = choice;
  return picked && { ...rest, ...(picked.over !== undefined && { over: picked.over }) };
}

const notChosen = () => l10n.t('Not chosen here');
const asProject = () => l10n.t("use the value in .ocmlrc or the trainer's default");

async function pickOption(
  client: LanguageClient,
  choice: TrainingChoice,
  setting: TrainingSetting | undefined,
  optionName: string | undefined,
): Promise<TrainingChoice | undefined> {
  const trainers = await sendRequest(client, 'ocml/trainers');
  const options = trainers.find(({ name }) => name === setting?.trainer)?.options ?? [];
  const valueByName = new Map(setting?.options.map(({ name, value }) => [name, value]));
  const items = options.map((fact) => ({
    label: fact.name,
    description: valueByName.get(fact.name) ?? l10n.t('{0} (default)', formatOptionValue(fact.usual)),
    detail: asText(fact.about),
    fact,
  }));
  const item =
    items.find(({ label }) => label === optionName) ??
    (await pick(items, { placeHolder: l10n.t('Change a trainer option'), matchOnDetail: true }));
  if (item === undefined) return undefined;
  const { name } = item.fact;
  const value = await pickValue(item.fact, valueByName.get(name));
  if (value === undefined) return undefined;
  const others = Object.entries(choice.options ?? {}).filter(([other]) => other !== name);
  const now = value.value === undefined ? others : [...others, [name, value.value] as const];
  const { options: _, ...rest } = choice;
  return now.length === 0 ? rest : { ...rest, options: Object.fromEntries(now) };
}

const formatOptionValue = (value: OptionJson): string => (typeof value === 'string' ? value : JSON.stringify(value));

/**
 * Asks for the value of an option. The result is undefined if the user cancels. Otherwise, it is an object, because the value itself may be
 * null, or undefined if the user has reset the option.
 */
async function pickValue(
  { name, about, usual, kinds, words }: TrainerOptionFact,
  now: string | undefined,
): Promise<{ readonly value: OptionJson | undefined } | undefined> {
  const all: OptionJson[] = [...(words ?? []), ...(kinds.includes('boolean') ? [true, false] : [])];
  if (all.length > 0) {
    if (kinds.includes('null')) all.push(null);
    const items = all.map((value) => ({
      label: formatOptionValue(value),
      ...(formatOptionValue(value) === formatOptionValue(usual) && { description: l10n.t('default') }),
      value,
    }));
    const none = { label: notChosen(), description: asProject(), value: undefined };
    return pick<QuickPickItem & { readonly value: OptionJson | undefined }>([...items, none], {
      placeHolder: `${name}: ${about}`,
    });
  }
  const text = await window.showInputBox({
    title: name,
    prompt: l10n.t("{0}. Leave empty to use the value in .ocmlrc or the trainer's default", asText(about)),
    value: now ?? formatOptionValue(usual),
    validateInput: (input) =>
      input === '' || valueIn(input, kinds) ? undefined : l10n.t('This is not a valid value for this option.'),
  });
  if (text === undefined) return undefined;
  return text === '' ? { value: undefined } : valueIn(text, kinds);
}

/** Parses the text that the user has entered: as JSON or, if the option accepts strings, as a string. */
function valueIn(text: string, kinds: readonly string[]): { readonly value: OptionJson } | undefined {
  try {
    const value = JSON.parse(text) as OptionJson;
    if (kinds.includes(kindOf(value))) return { value };
  } catch {
    // The text is not JSON, but it may be a string without quotes.
  }
  return kinds.includes('string') ? { value: text } : undefined;
}

function kindOf(value: OptionJson): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'strings';
  return typeof value === 'object' ? 'mapping' : typeof value;
}
