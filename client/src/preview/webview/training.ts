/** Shows the training of a conversation: its settings, its findings, and the prompt with the trained parts marked. */
import type { Training } from '../protocol.ts';
import type { TrainingChange } from '../training-shapes.ts';
import { element } from './elements.ts';
import type { Item } from './items.ts';
import { linkToPlace } from './prompt.ts';
import { t } from './words.ts';

type Sequence = Training['sequences'][number];
type Stretch = Sequence['stretches'][number];
type Setting = NonNullable<Training['setting']>;

export function trainingItems({ setting, sequences, findings, notes, missing, error }: Training): Item[] {
  const items: Item[] = [];
  if (setting) items.push({ key: JSON.stringify([setting, sums(sequences)]), make: () => head(setting, sequences) });
  if (missing) items.push({ key: `missing ${missing}`, make: () => missingNote(missing) });
  if (error !== undefined)
    items.push({ key: `training error ${error}`, make: () => element('p', 'note failure', error) });
  for (const text of notes) items.push({ key: `training note ${text}`, make: () => element('p', 'note told', text) });
  if (findings.length > 0) items.push({ key: JSON.stringify(findings), make: () => findingList(findings) });
  for (const [i, sequence] of sequences.entries())
    if (sequence.stretches.length > 0) items.push({ key: JSON.stringify([i, sequence]), make: () => prompt(sequence) });
  return items;
}

const number = (count: number) => count.toLocaleString('en');
const sums = (sequences: readonly Sequence[]) => sequences.map(({ part, tokens, trained }) => [part, tokens, trained]);

/** Returns the head of the page: the settings, each on a button that changes it, and the share of the tokens that is trained. */
function head(setting: Setting, sequences: readonly Sequence[]): HTMLElement {
  const all = element('div', 'training-head');
  const chosen = element('div', 'training-setting');
  chosen.role = 'group';
  chosen.ariaLabel = t('Training settings');
  const { trainer, tokenizer, template, options, limit, over } = setting;
  chosen.append(
    changeButton('trainer', trainer, t('Change the trainer: {0}', trainer)),
    changeButton('tokenizer', tokenizer, t('Change the tokenizer: {0}', tokenizer)),
    changeButton('template', nameOf(template), t('Change the template: {0}', nameOf(template))),
  );
  for (const { name, value } of options) {
    const button = changeButton('options', `${name}=${value}`, t('Change the option {0}', name));
    button.dataset.option = name;
    chosen.append(button);
  }
  chosen.append(
    changeButton('options', t('Options…'), t('Change the trainer options')),
    changeButton(
      'limit',
      limit === undefined ? t('any length') : t('at most {0} tokens', number(limit)),
      t('Change the maximum number of tokens per row'),
    ),
  );
  if (over) chosen.append(changeButton('over', tooLong()[over], t('Change what happens to rows that are too long')));
  all.append(chosen);
  for (const { part, tokens, trained } of sequences) {
    const share = tokens === 0 ? 0 : Math.round((trained / tokens) * 1000) / 10;
    const shareText = t('{0} of {1} tokens are trained ({2}%)', number(trained), number(tokens), share);
    all.append(element('p', 'training-share', part === undefined ? shareText : `${part}: ${shareText}`));
  }
  all.append(steps());
  return all;
}

/** The words for the ways to treat a row that is too long. */
const tooLong = (): Readonly<Record<NonNullable<Setting['over']>, string>> => ({
  drop: t('longer: dropped'),
  right: t('longer: cut at the end'),
  left: t('longer: cut at the beginning'),
  'llama-factory': t('longer: cut as LLaMA-Factory does'),
  raise: t('longer: the trainer stops'),
  'row-by-prompt': t('longer: cut at the end, or dropped if the prompt alone is too long'),
});

const nameOf = (path: string) => path.split(/[\\/]/).at(-1) ?? path;

function changeButton(what: TrainingChange, text: string, title: string): HTMLButtonElement {
  const button = element('button', 'chip', '');
  button.append(element('span', 'value', text));
  button.dataset.change = what;
  button.title = title;
  return button;
}

/** Returns buttons that go to the next or the previous finding in the document, and to the next or the previous row with findings. */
function steps(): HTMLElement {
  const all = element('div', 'training-steps');
  all.role = 'group';
  all.ariaLabel = t('Findings');
  const step = (text: string, title: string, by: number, isRow: boolean) => {
    const button = element('button', 'chip', text);
    button.ariaLabel = title;
    button.title = title;
    button.dataset.step = String(by);
    if (isRow) button.dataset.rows = '';
    return button;
  };
  all.append(
    step('⇤', t('Previous row with a finding'), -1, true),
    step('←', t('Previous finding'), -1, false),
    step('→', t('Next finding'), 1, false),
    step('⇥', t('Next row with a finding'), 1, true),
  );
  return all;
}

function missingNote(missingChoice: NonNullable<Training['missing']>): HTMLElement {
  const all = element('div', 'dropped');
  all.append(
    element(
      'p',
      'note',
      missingChoice === 'trainer'
        ? t('To see which tokens are trained, choose a trainer, or set one in .ocmlrc.json.')
        : t("To see which tokens are trained, choose the model's tokenizer, or set it in .ocmlrc.json."),
    ),
  );
  const button = element(
    'button',
    'more',
    missingChoice === 'trainer' ? t('Choose a trainer…') : t('Choose a tokenizer…'),
  );
  button.dataset.change = missingChoice;
  all.append(button);
  return all;
}

const severities = (): Readonly<Record<Training['findings'][number]['severity'], string>> => ({
  error: t('error'),
  warning: t('warning'),
  information: t('information'),
  hint: t('hint'),
});

/** Returns the list of findings, each with a link to its position. */
function findingList(findings: Training['findings']): HTMLElement {
  const all = element('ul', 'findings');
  all.ariaLabel = t('Findings in this row');
  for (const { code, severity, message, position } of findings) {
    const item = element('li', `finding ${severity}`);
    const button = element('button', 'more', '');
    button.append(element('b', '', `${severities()[severity]}: `), message, ' ', element('code', '', code));
    button.title = t('Show in the editor');
    linkToPlace(button, position);
    item.append(button);
    all.append(item);
  }
  return all;
}

/** Returns the prompt of a sequence: stretches of trained, untrained and cut text, with a line where it was cut. */
function prompt(sequence: Sequence): HTMLElement {
  const { part, stretches, tokens, length } = sequence;
  const all = element('section', 'training');
  if (part !== undefined) all.append(element('h2', 'part', part));
  const text = element('pre', 'prompt');
  text.dir = 'auto';
  let run: HTMLElement | undefined;
  let last: Stretch | undefined;
  let isCutSaid = false;
  for (const stretch of stretches) {
    if (last !== undefined && last.cut !== stretch.cut && !isCutSaid) {
      text.append(element('span', 'cut-line', t('cut here: {0} of {1} tokens kept', number(tokens), number(length))));
      isCutSaid = true;
    }
    if (run === undefined || last?.cut !== stretch.cut || last.trained !== stretch.trained) {
      run = element('span', `run ${stretch.cut ? 'cut' : stretch.trained ? 'trained' : 'masked'}`);
      text.append(run);
    }
    run.append(stretchElement(stretch));
    last = stretch;
  }
  all.append(text);
  return all;
}

function stretchElement(stretch: Stretch): HTMLElement {
  const { text, trained, cut, token, reason, position, end } = stretch;
  const kind = token === 'stop' ? `token stop ${trained ? 'solid' : 'hollow'}` : token === 'control' ? 'token' : '';
  const span = element('span', `stretch ${kind} ${trained || position ? '' : 'template'}`);
  span.title = reason;
  // Screen readers announce the reason for each trained or cut part.
  if (trained || token === 'stop' || cut) span.append(element('span', 'apart', `[${reason}] `));
  const lines = text.split('\n');
  for (const [i, line] of lines.entries()) {
    span.append(line);
    if (i === lines.length - 1) continue;
    // A trained line break would be invisible without a sign.
    if (trained) {
      const sign = element('span', 'break', '↵');
      sign.ariaHidden = 'true';
      span.append(sign);
    }
    span.append('\n');
  }
  if (position) linkToPlace(span, position);
  if (end) {
    span.dataset.endLine = String(end.line);
    span.dataset.endColumn = String(end.character);
  }
  return span;
}
