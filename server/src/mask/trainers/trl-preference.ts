/**
 * TRL's trainers for preferences: `DPOTrainer`, for a chosen and a rejected answer, and `KTOTrainer`, for a single
 * answer that is good or bad.
 */
import { joinTexts, plain, sliceText, type Text } from '../../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../../templates/jinja/runtime/values.ts';
import { numberOption, type OptionValues, textOption } from '../options.ts';
import { encodeText, type MaskSetting, type Rendered, render, sequenceOf } from '../prompt.ts';
import { listIn, type Row, textIn } from '../row.ts';
import { type MaskEvent, RefusedRow, type Sequence, train } from '../sequence.ts';
import type { Trainer } from './trainer.ts';
import { isBeginning, promptOf } from './trl.ts';
import { isConversational, mismatch, templateVariables, withEos } from './trl-data.ts';

const options: Trainer['options'] = {
  max_length: { usual: 1024, kinds: ['number', 'null'], about: 'the maximum number of tokens in prompt and answer' },
  truncation_mode: {
    usual: 'keep_start',
    kinds: ['string'],
    words: ['keep_start', 'keep_end'],
    about: 'which part of an overlong row is kept',
  },
};

const length = (values: OptionValues) =>
  ({
    limit: numberOption(values, 'max_length'),
    over: textOption(values, 'truncation_mode') === 'keep_end' ? 'left' : 'row-by-prompt',
  }) as const;

const trainedRoles = () => new Set(['assistant']);

export const trlDpo: Trainer = {
  name: 'trl-dpo',
  about: "TRL's DPOTrainer",
  lengthOption: 'max_length',
  options,
  length,
  trainedRoles,
  begin(setting, _values, first) {
    const extracts = !first.has('prompt');
    return (row) => {
      const value = extracts ? withPrompt(row.value) : row.value;
      return ['chosen', 'rejected'].map((part) => answered(setting, row, value, part, part));
    };
  },
};

export const trlKto: Trainer = {
  name: 'trl-kto',
  about: "TRL's KTOTrainer",
  lengthOption: 'max_length',
  options,
  length,
  trainedRoles,
  begin(setting, _values, first) {
    const isPaired = first.has('chosen') && first.has('rejected');
    const extracts = isPaired && !first.has('prompt');
    return (row) => {
      if (!isPaired) return [answered(setting, row, row.value, 'completion')];
      const value = extracts ? withPrompt(row.value) : row.value;
      return ['chosen', 'rejected'].map((part) => answered(setting, row, value, part, part));
    };
  },
};

/**
 * Creates the sequence of a prompt with one of its answers. The answer begins at the index that equals the number of
 * tokens in the prompt.
 */
function answered(setting: MaskSetting, row: Row, value: Dict, member: string, part?: string): Sequence {
  const [prompt, whole] = isConversational(value)
    ? ofMessages(setting, value, member)
    : ofTexts(setting, value, member);
  const events: MaskEvent[] = isBeginning(prompt.ids, whole.ids)
    ? []
    : [{ code: 'mask-prompt-mismatch', message: mismatch }];
  const ids = [...prompt.ids, ...whole.ids.slice(prompt.ids.length)];
  const sequence = sequenceOf({ ...whole, ids, ...(events.length > 0 && { places: undefined }) }, row, events, part);
  train(sequence.labels, ids, prompt.ids.length, ids.length);
  return { ...sequence, unasked: promptOf(value) };
}

function ofMessages(setting: MaskSetting, row: Dict, member: string): [Rendered, Rendered] {
  const [prompt, answer] = [listIn(row.get('prompt')), listIn(row.get(member))];
  if (prompt === undefined || answer === undefined)
    throw new RefusedRow(`KeyError: this row has no message lists \`prompt\` and \`${member}\``);
  const more = templateVariables(row);
  return [render(setting, prompt, { more, generationPrompt: true }), render(setting, [...prompt, ...answer], { more })];
}

function ofTexts(setting: MaskSetting, row: Dict, member: string): [Rendered, Rendered] {
  const [prompt, answer] = [row.get('prompt'), row.get(member)];
  if (textIn(prompt) === undefined) throw new RefusedRow('KeyError: this row has no `prompt` string');
  const whole = joinTexts([prompt as Text, withEos(answer, textIn(setting.variables.get('eos_token')))]);
  return [encodeText(setting, prompt as Text), encodeText(setting, whole)];
}

/** Makes a prompt of the messages or characters with which both `chosen` and `rejected` begin. */
function withPrompt(row: Dict): Dict {
  const [chosen, rejected] = [row.get('chosen'), row.get('rejected')];
  const [one, other] = [listIn(chosen), listIn(rejected)];
  const replaced = (prompt: Value, first: Value, second: Value): Dict =>
    new Map<string, Value>([
      ...(row as ReadonlyMap<string, Value>),
      ['prompt', prompt],
      ['chosen', first],
      ['rejected', second],
    ]);
  if (one !== undefined && other !== undefined) {
    const at = common(one.map(keyOf), other.map(keyOf));
    return replaced(one.slice(0, at), one.slice(at), other.slice(at));
  }
  if (textIn(chosen) === undefined || textIn(rejected) === undefined)
    throw new RefusedRow('KeyError: `chosen` or `rejected` is missing in this row');
  const [a, b] = [chosen as Text, rejected as Text];
  let at = common([...plain(a)], [...plain(b)]);
  // A space before the answers belongs to them, since it is tokenized together with them.
  if (at > 0 && plain(a)[at - 1] === ' ') at--;
  return replaced(sliceText(a, 0, at), sliceText(a, at), sliceText(b, at));
}

/**
 * Returns the length of the common beginning of two lists. If the shorter list is the beginning of the other, its last
 * item does not count.
 */
function common(one: readonly string[], other: readonly string[]): number {
  const most = Math.min(one.length, other.length);
  for (let i = 0; i < most; i++) if (one[i] !== other[i]) return i;
  return Math.max(0, most - 1);
}

/** Returns a string that is the same for equal values. */
function keyOf(value: Value): string {
  return JSON.stringify(value, (_, one: unknown) => {
    if (one instanceof Map) return [...one];
    if (typeof one === 'bigint') return `${one}n`;
    if (typeof one === 'object' && one !== null && 'origins' in one) return (one as { text?: unknown }).text;
    return one;
  });
}
