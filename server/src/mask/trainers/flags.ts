/**
 * A trainer that follows only the flags in rows: every answer is trained, unless its `weight`, `train`, `training` or
 * `loss` excludes it.
 */
import { isTrue } from '../../templates/jinja/runtime/basics.ts';
import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../../templates/jinja/runtime/values.ts';
import { countUpTo } from '../../tokens/places.ts';
import { numberOption } from '../options.ts';
import { type MaskSetting, render, renderText, sequenceOf } from '../prompt.ts';
import { dictIn, listIn, type Row, textIn } from '../row.ts';
import { type MaskEvent, RefusedRow, type Sequence, train, UncertainMask } from '../sequence.ts';
import type { Trainer } from './trainer.ts';
import { templateVariables } from './trl-data.ts';

/** The flags of a message that determine whether it is trained. */
const flagNames: readonly string[] = ['weight', 'train', 'training', 'loss'];

export const flags: Trainer = {
  name: 'flags',
  about: 'trains every answer, unless `weight`, `train`, `training` or `loss` in its message excludes it',
  lengthOption: 'max_length',
  options: { max_length: { usual: null, kinds: ['number', 'null'], about: 'the maximum number of tokens per row' } },
  begin(setting) {
    return (row) => {
      const messages = listIn(row.value.get('messages')) ?? listIn(row.value.get('prompt'));
      if (messages === undefined) throw new RefusedRow('this row has no `messages`');
      const list = [...messages, ...(listIn(row.value.get('completion')) ?? [])];
      return [answersOf(setting, row, list, isTrained)];
    };
  },
  length: (values) => ({ limit: numberOption(values, 'max_length'), over: 'right' }),
  trainedRoles: () => new Set(['assistant']),
  flags: () => flagNames,
};

/**
 * Creates a sequence in which the answers for which `isTrained` returns true are trained. Answers that the template
 * writes differently if messages follow are not trained.
 */
export function answersOf(
  setting: MaskSetting,
  row: Row,
  list: readonly Value[],
  isTrained: (message: Value) => boolean,
): Sequence {
  const more = templateVariables(row.value);
  const rendering = render(setting, list, { more });
  const { places } = rendering;
  if (places === undefined) throw new UncertainMask('token positions are uncertain with this tokenizer');
  const events: MaskEvent[] = [];
  const sequence = sequenceOf(rendering, row, events);
  const unasked = new Set<number>();
  for (const [i, message] of list.entries()) {
    if (!isTrained(message)) {
      unasked.add(i);
      continue;
    }
    const header = plain(renderText(setting, list.slice(0, i), { more, generationPrompt: true }).text);
    const through = plain(renderText(setting, list.slice(0, i + 1), { more }).text);
    if (!rendering.text.startsWith(through) || !through.startsWith(header)) {
      events.push({
        code: 'mask-shifted',
        message: `The template writes message ${i + 1} differently if other messages follow, so its position in the prompt is unknown: it is not trained`,
      });
      continue;
    }
    // A token that overlaps the answer only in part is trained, too.
    const from = countUpTo(places.ends, header.length);
    train(sequence.labels, rendering.ids, from, countUpTo(places.starts, through.length - 1));
  }
  return { ...sequence, unasked };
}

function isTrained(value: Value): boolean {
  const message: Dict | undefined = dictIn(value);
  if (message === undefined) return false;
  const role = textIn(message.get('role'));
  const flagValue = flagNames.map((name) => message.get(name)).find((one) => one !== undefined && one !== null);
  if (role !== 'assistant') return false;
  return flagValue === undefined || isTrue(flagValue);
}
