/** TRL's supervised fine-tuning (`SFTTrainer`). */

import { joinTexts, type Text } from '../../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../../templates/jinja/runtime/values.ts';
import { assistantMask, GENERATION_TAG } from '../assistant-mask.ts';
import { flag, numberOption, type OptionValues, textOption } from '../options.ts';
import { encodeText, type MaskSetting, type Rendered, render, sequenceOf } from '../prompt.ts';
import { listIn, type Row, textIn } from '../row.ts';
import { IGNORED, type MaskEvent, noLabels, RefusedRow, type Sequence } from '../sequence.ts';
import type { Trainer } from './trainer.ts';
import { hasFromAndValue, isConversational, mismatch, renamed, templateVariables, withEos } from './trl-data.ts';
import { knownTemplateName } from './trl-templates.ts';

const noAssistant =
  "RuntimeError: You're using `assistant_only_loss=True`, but at least one example has no assistant tokens. This usually means the tokenizer's chat template doesn't generate assistant masks — it may be missing the `{% generation %}` keyword.";
const notCompatible =
  'ValueError: The chat template is not training-compatible (missing prefix-preservation or `{% generation %}` markers) and patching is not supported for this template. Please manually modify the chat template for training.';

export const trl: Trainer = {
  name: 'trl',
  about: "TRL's SFTTrainer",
  lengthOption: 'max_length',
  options: {
    assistant_only_loss: { usual: false, kinds: ['boolean'], about: 'train only what is inside `{% generation %}`' },
    completion_only_loss: {
      usual: null,
      kinds: ['boolean', 'null'],
      about: 'train only the completion (default: true if the first row has a prompt and a completion)',
    },
    max_length: { usual: 1024, kinds: ['number', 'null'], about: 'the maximum number of tokens per row' },
    truncation_mode: {
      usual: 'keep_start',
      kinds: ['string'],
      words: ['keep_start', 'keep_end'],
      about: 'which part of an overlong row is kept',
    },
    packing: { usual: false, kinds: ['boolean'], about: 'pack several rows into one sequence' },
    packing_strategy: {
      usual: 'bfd',
      kinds: ['string'],
      words: ['bfd', 'bfd_split', 'bfd-requeue', 'wrapped'],
      about: 'how rows are packed: bfd cuts each row to the maximum length',
    },
    padding_free: { usual: false, kinds: ['boolean'], about: 'join rows without padding' },
    eos_token: {
      usual: null,
      kinds: ['string', 'null'],
      about: 'the token appended to rows of plain text',
    },
  },
  begin(setting, values, first) {
    const renames = hasFromAndValue(first);
    const firstRow = renames ? renamed(first) : first;
    const pretokenized = firstRow.has('input_ids');
    const completionOnly = completionOnlyOf(values, firstRow);
    const appendsEos = !pretokenized && !isConversational(firstRow);
    const assistantOnly = flag(values, 'assistant_only_loss');
    const eos = textOption(values, 'eos_token') ?? textIn(setting.variables.get('eos_token'));
    return (row) => {
      const value = renames ? renamed(row.value) : row.value;
      if (pretokenized) return [started(labelled(readIds(value), completionOnly), values)];
      if (assistantOnly) mustBeMarked(setting, value);
      const masked = tokenized(setting, { ...row, value }, appendsEos ? eos : undefined, appendsEos, {
        assistantOnly,
        completionOnly,
      });
      return [started(labelled(masked, completionOnly), values)];
    };
  },
  length(values) {
    const isPacked = flag(values, 'packing');
    const isCut = !isPacked || textOption(values, 'packing_strategy') === 'bfd';
    return {
      limit: isCut ? numberOption(values, 'max_length') : undefined,
      over: !isPacked && textOption(values, 'truncation_mode') === 'keep_end' ? 'left' : 'right',
      ...(!isPacked && { dropsEmpty: 'no label is left (TRL does not report this)' }),
    };
  },
  // Rows with messages have no completion, so `completion_only_loss` has no effect on them.
  trainedRoles: (values, first) =>
    flag(values, 'assistant_only_loss') || (completionOnlyOf(values, first) && hasCompletion(first))
      ? new Set(['assistant'])
      : 'all',
  decidedBy: (values, first) => ({
    texts: [
      ...(completionOnlyOf(values, first) ? ['completion_only_loss'] : []),
      ...(flag(values, 'assistant_only_loss') || !completionOnlyOf(values, first) ? ['assistant_only_loss'] : []),
    ],
  }),
};

const completionOnlyOf = (values: OptionValues, first: Dict): boolean =>
  (values.completion_only_loss as boolean | null) ?? (first.has('prompt') && first.has('completion'));

const hasCompletion = (first: Dict): boolean => first.has('prompt') || first.has('completion_mask');

interface Masked {
  readonly sequence: Sequence;
  readonly completion?: readonly boolean[];
  readonly assistant?: readonly boolean[];
  /** Labels that the row itself contains. */
  readonly labels?: readonly number[];
}

function labelled({ sequence, completion, assistant, labels }: Masked, completionOnly: boolean): Sequence {
  if (labels !== undefined) return { ...sequence, labels: [...labels] };
  const masks = [completionOnly ? completion : undefined, assistant].filter((mask) => mask !== undefined);
  return {
    ...sequence,
    labels: sequence.ids.map((id, i) => (masks.every((mask) => mask[i] === true) ? id : IGNORED)),
  };
}

/** Removes the label of the first token if rows are concatenated without padding, since no earlier token of the same row predicts it. */
function started(sequence: Sequence, values: OptionValues): Sequence {
  const isPacked = flag(values, 'packing') && textOption(values, 'packing_strategy') !== 'wrapped';
  if (!isPacked && !flag(values, 'padding_free')) return sequence;
  return { ...sequence, labels: sequence.labels.map((label, i) => (i === 0 ? IGNORED : label)) };
}

function mustBeMarked({ template }: MaskSetting, row: Dict): void {
  if (!isConversational(row))
    throw new RefusedRow('ValueError: You set `assistant_only_loss=True`, but the dataset is not conversational.');
  if (GENERATION_TAG.test(template.text)) return;
  const templateName = knownTemplateName(template.text);
  if (templateName === undefined) throw new RefusedRow(notCompatible, 'mask-unmarked');
  throw new RefusedRow(
    `TRL recognizes this template as ${templateName}, and tokenizes with its own training version instead. To see what TRL trains, pass the file of that version as --template`,
    'mask-unmarked',
  );
}

function tokenized(
  setting: MaskSetting,
  row: Row,
  eos: string | undefined,
  isText: boolean,
  { assistantOnly, completionOnly }: { readonly assistantOnly: boolean; readonly completionOnly: boolean },
): Masked {
  const { value } = row;
  const more = templateVariables(value);
  if (value.has('prompt')) {
    const [prompt, whole] = isText ? promptOfTexts(setting, value, eos) : promptOfMessages(setting, value, more);
    // If the prompt is trained, too, it does not matter where the completion begins.
    const events: MaskEvent[] =
      !completionOnly || isBeginning(prompt.ids, whole.ids)
        ? []
        : [{ code: 'mask-prompt-mismatch', message: mismatch }];
    const sequence = { ...sequenceOf(whole, row, events), ...(completionOnly && { unasked: promptOf(value) }) };
    const completion = whole.ids.map((_, i) => i >= prompt.ids.length);
    return { sequence, completion, ...(assistantOnly && { assistant: assistants(whole) }) };
  }
  const messages = listIn(value.get('messages'));
  if (messages !== undefined && !isText) {
    const rendering = render(setting, messages, { more });
    return { sequence: sequenceOf(rendering, row), ...(assistantOnly && { assistant: assistants(rendering) }) };
  }
  if (textIn(value.get('text')) === undefined)
    throw new RefusedRow('KeyError: this row has none of `messages`, `prompt` and `text`');
  return { sequence: sequenceOf(encodeText(setting, withEos(value.get('text'), eos)), row) };
}

/** Returns the indexes of the messages that belong to the prompt of a row. */
export const promptOf = (row: Dict): ReadonlySet<number> => new Set((listIn(row.get('prompt')) ?? []).keys());

function assistants(rendering: Rendered): boolean[] {
  const mask = assistantMask(rendering);
  if (!mask.includes(true)) throw new RefusedRow(noAssistant);
  return mask;
}

function promptOfMessages(setting: MaskSetting, row: Dict, more: ReadonlyMap<string, Value>): [Rendered, Rendered] {
  const [prompt, completion] = [listIn(row.get('prompt')), listIn(row.get('completion'))];
  if (prompt === undefined || completion === undefined)
    throw new RefusedRow('TypeError: `prompt` and `completion` in this row are not both lists of messages');
  return [
    render(setting, prompt, { more, generationPrompt: true }),
    render(setting, [...prompt, ...completion], { more }),
  ];
}

function promptOfTexts(setting: MaskSetting, row: Dict, eos: string | undefined): [Rendered, Rendered] {
  const [prompt, completion] = [row.get('prompt'), row.get('completion')];
  if (textIn(prompt) === undefined) throw new RefusedRow('TypeError: `prompt` in this row is not a string');
  const whole = joinTexts([prompt as Text, withEos(completion, eos)]);
  return [encodeText(setting, prompt as Text), encodeText(setting, whole)];
}

export const isBeginning = (part: readonly number[], whole: readonly number[]): boolean =>
  part.length <= whole.length && part.every((id, i) => id === whole[i]);

/** Reads a row that is already tokenized: its ids and, if present, its masks and labels. */
function readIds(value: Dict): Masked {
  const ids = numbers(value, 'input_ids');
  if (ids === undefined) throw new RefusedRow('KeyError: this row has no `input_ids`, unlike the first one');
  const [completion, assistant, labels] = [
    numbers(value, 'completion_mask'),
    numbers(value, 'assistant_masks'),
    numbers(value, 'labels'),
  ];
  const isSet = (mask: readonly number[]) => mask.map((one) => one === 1);
  const sequence: Sequence = {
    text: '',
    ids,
    places: undefined,
    approximate: false,
    mapped: [],
    events: [],
    labels: noLabels(ids),
  };
  return {
    sequence,
    ...(completion && { completion: isSet(completion) }),
    ...(assistant && { assistant: isSet(assistant) }),
    ...(labels && { labels }),
  };
}

function numbers(row: Dict, name: string): number[] | undefined {
  const list = listIn(row.get(name));
  return list?.map((one) => (typeof one === 'bigint' || typeof one === 'number' ? Number(one) : IGNORED));
}
