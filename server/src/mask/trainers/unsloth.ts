/** Unsloth's `train_on_responses_only`, which trains the text after each answer marker, up to the next question marker. */

import type { Text } from '../../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../../templates/jinja/runtime/values.ts';
import { flag, numberOption, textOption } from '../options.ts';
import { encodeText, render, sequenceOf } from '../prompt.ts';
import { dictIn, listIn, textIn } from '../row.ts';
import { type MaskEvent, RefusedRow, train } from '../sequence.ts';
import type { Trainer } from './trainer.ts';
import { templateVariables } from './trl-data.ts';
import { detectMarkers, indexOfRun, isRunAt, markerIds } from './unsloth-markers.ts';

export const unsloth: Trainer = {
  name: 'unsloth',
  about: "Unsloth's train_on_responses_only",
  lengthOption: 'max_seq_length',
  options: {
    instruction_part: {
      usual: null,
      kinds: ['string', 'null'],
      about: 'the text that begins a question (default: detected)',
    },
    response_part: {
      usual: null,
      kinds: ['string', 'null'],
      about: 'the text that begins an answer (default: detected)',
    },
    force_match: {
      usual: true,
      kinds: ['boolean'],
      about: 'look for the exact tokens of `instruction_part` and `response_part`',
    },
    last_response_only: { usual: false, kinds: ['boolean'], about: 'train only the last answer' },
    max_seq_length: { usual: 2048, kinds: ['number', 'null'], about: 'the maximum number of tokens per row' },
  },
  begin(setting, values) {
    const [instruction, response] = [textOption(values, 'instruction_part'), textOption(values, 'response_part')];
    if ((instruction === undefined) !== (response === undefined))
      throw new RefusedRow('ValueError: Unsloth: set both instruction_part and response_part, or neither');
    const markers =
      instruction !== undefined && response !== undefined ? { instruction, response } : detectMarkers(setting);
    const exact = flag(values, 'force_match');
    const question = markerIds(markers.instruction, setting.tokenizer, exact, 'instruction_part');
    const answer = markerIds(markers.response, setting.tokenizer, exact, 'response_part');
    const lastOnly = flag(values, 'last_response_only');
    return (row) => {
      const messages = messagesIn(row.value);
      const rendering =
        messages === undefined
          ? encodeText(setting, textOf(row.value))
          : render(setting, messages, { more: templateVariables(row.value) });
      const spans = answerSpans(rendering.ids, question, answer);
      const events: MaskEvent[] = [];
      if (indexOfRun(rendering.ids, answer, 0) < 0) events.push(missingMarkerEvent('response', markers.response));
      else if (indexOfRun(rendering.ids, question, 0) < 0 && (messages === undefined || isAskedAgain(messages)))
        events.push(missingMarkerEvent('instruction', markers.instruction));
      const sequence = sequenceOf(rendering, row, events);
      for (const [from, to] of lastOnly ? spans.slice(-1) : spans) train(sequence.labels, rendering.ids, from, to);
      return [lastOnly && messages !== undefined ? { ...sequence, unasked: beforeLast(messages) } : sequence];
    };
  },
  length: (values) => ({
    limit: numberOption(values, 'max_seq_length'),
    over: 'right',
    dropsEmpty: 'Unsloth: Removed 1 samples where all labels were -100 (no response marker found, usually truncation).',
  }),
  maskedAway(setting, values, { rows, empty, emptyCut, limit }) {
    // At least 90%, calculated with integers to be exact.
    const isMost = (part: number, all: number) => part > 0 && part * 10 >= all * 9;
    if (!isMost(empty, rows)) return undefined;
    const marker = `'${JSON.stringify(textOption(values, 'response_part') ?? detectMarkers(setting).response).slice(1, -1)}'`;
    const isAll = empty === rows;
    if (limit !== undefined && isMost(emptyCut, empty))
      return `${isAll ? 'ValueError: ' : ''}Unsloth: ${isAll ? '' : 'Warning: Unsloth: '}train_on_responses_only masked all/most labels to -100. The most likely cause is truncation: max_length=${limit} cut off the response marker ${marker} before masking could find it.`;
    return isAll
      ? `ValueError: Unsloth: train_on_responses_only masked every label to -100 in train_dataset, so there is nothing to train on. The response marker ${marker} was not found in any sample - check that instruction_part and response_part match your chat template.`
      : undefined;
  },
  trainedRoles: () => new Set(['assistant']),
  decidedBy: (values) => ({
    texts: ['instruction_part', 'response_part', ...(flag(values, 'last_response_only') ? ['last_response_only'] : [])],
  }),
};

const missingMarkerEvent = (which: string, marker: string): MaskEvent => ({
  code: 'mask-marker',
  message: `The tokens of the ${which} marker ${JSON.stringify(marker)} are not in this row`,
});

/** Returns the ranges of tokens that are trained. */
function answerSpans(ids: readonly number[], question: readonly number[], answer: readonly number[]) {
  const spans: (readonly [from: number, to: number])[] = [];
  for (let i = 0; i < ids.length; ) {
    if (!isRunAt(ids, answer, i)) {
      i++;
      continue;
    }
    const from = i + answer.length;
    if (from >= ids.length) break;
    let to = from;
    // Like Unsloth, this does not recognize a question marker at the last token.
    while (to < ids.length - 1 && !isRunAt(ids, question, to)) to++;
    if (to >= ids.length - 1) {
      spans.push([from, ids.length]);
      break;
    }
    if (to > from) spans.push([from, to]);
    i = to + question.length;
  }
  return spans;
}

const roleOf = (message: Value): string | undefined => textIn(dictIn(message)?.get('role'));

/** Whether a question follows an answer. If none does, it is normal that a row lacks the question marker. */
function isAskedAgain(messages: readonly Value[]): boolean {
  const answer = messages.findIndex((message) => roleOf(message) === 'assistant');
  return messages.some((message, i) => i > answer && roleOf(message) === 'user');
}

/** Returns the indexes of all messages up to the last question that precedes the last answer. */
function beforeLast(messages: readonly Value[]): ReadonlySet<number> {
  const last = messages.findLastIndex((message) => roleOf(message) === 'assistant');
  const question = messages.findLastIndex((message, i) => i < last && roleOf(message) === 'user');
  return new Set(messages.slice(0, question + 1).keys());
}

/** Maps the roles of ShareGPT to roles of templates, in the same way as Unsloth's own helper. */
const roles: ReadonlyMap<string, string> = new Map([
  ['human', 'user'],
  ['gpt', 'assistant'],
]);

function messagesIn(row: Dict): readonly Value[] | undefined {
  const messages = listIn(row.get('messages'));
  if (messages !== undefined) return messages;
  return listIn(row.get('conversations'))?.map((one) => {
    const message = dictIn(one);
    const from = textIn(message?.get('from'));
    if (message === undefined || from === undefined) return one;
    return new Map<string, Value>([
      ['role', roles.get(from) ?? from],
      ['content', message.get('value') ?? null],
    ]);
  });
}

function textOf(row: Dict): Text {
  const text = row.get('text');
  if (textIn(text) === undefined) throw new RefusedRow('KeyError: this row has neither messages nor `text`');
  return text as Text;
}
