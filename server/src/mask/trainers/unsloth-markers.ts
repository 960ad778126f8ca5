/** The markers of questions and answers, by which Unsloth's `train_on_responses_only` finds the text to train. */

import { plain } from '../../templates/jinja/runtime/text.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import { tokenIds } from '../../tokens/places.ts';
import type { FileTokenizer } from '../../tokens/tokenizer-file.ts';
import { type MaskSetting, renderText } from '../prompt.ts';
import { textIn } from '../row.ts';
import { RefusedRow } from '../sequence.ts';

interface Markers {
  readonly instruction: string;
  readonly response: string;
}

/** The maximum length of a marker that is encoded in several contexts (UTF-16 units). A longer one is encoded only alone. */
const MAX_MARKER_LENGTH = 1000;

/** Returns the tokens of a marker: if `exact`, those of the marker alone; otherwise, those that it has in every context. */
export function markerIds(marker: string, tokenizer: FileTokenizer, exact: boolean, name: string): readonly number[] {
  const ids = exact || marker.length > MAX_MARKER_LENGTH ? tokenIds(marker, tokenizer) : commonIds(marker, tokenizer);
  if (ids.length === 0)
    throw new RefusedRow(`ValueError: Unsloth: ${name} could not be resolved to a stable token sequence`);
  return ids;
}

/** Returns the longest run of tokens that a marker has in every context: alone, and with up to two line breaks or spaces on each side. */
function commonIds(marker: string, tokenizer: FileTokenizer): readonly number[] {
  const variants = ['\n', ' '].flatMap((space) =>
    [0, 1, 2].flatMap((left) =>
      [0, 1, 2].map((right) => tokenIds(space.repeat(left) + marker + space.repeat(right), tokenizer)),
    ),
  );
  const shortest = variants.reduce((least, one) => (one.length < least.length ? one : least));
  for (let length = shortest.length; length > 0; length--) {
    for (let from = 0; from + length <= shortest.length; from++) {
      const run = shortest.slice(from, from + length);
      if (variants.every((ids) => indexOfRun(ids, run, 0) >= 0)) return run;
    }
  }
  return [];
}

/** Returns the index of the first occurrence of a run of ids at or after `from`; -1 if there is none. */
export function indexOfRun(ids: readonly number[], run: readonly number[], from: number): number {
  for (let i = from; i + run.length <= ids.length; i++) if (isRunAt(ids, run, i)) return i;
  return -1;
}

export function isRunAt(ids: readonly number[], run: readonly number[], at: number): boolean {
  if (at + run.length > ids.length) return false;
  for (let k = 0; k < run.length; k++) if (ids[at + k] !== run[k]) return false;
  return true;
}

const questions = ['Qzvoria', 'Qmbelda', 'Qtrunoh'];
const answers = ['Azkimpo', 'Agwendy', 'Aflorux'];

/**
 * Detects the markers by rendering three questions and answers. A marker is the text that precedes all three questions,
 * or all three answers, without the end of the previous message. Throws a `RefusedRow` if the markers cannot be
 * detected.
 */
export function detectMarkers(setting: MaskSetting): Markers {
  const messages = questions.flatMap((question, i): Value[] => [
    new Map<string, Value>([
      ['role', 'user'],
      ['content', question],
    ]),
    new Map<string, Value>([
      ['role', 'assistant'],
      ['content', answers[i] as string],
    ]),
  ]);
  const text = plain(renderText(setting, messages).text);
  const words = questions.flatMap((question, i) => [question, answers[i] as string]);
  const gaps: string[] = [];
  let at = -1;
  for (const [i, word] of words.entries()) {
    const wordStart = text.indexOf(word, Math.max(0, at));
    if (wordStart < 0) throw notDetected();
    if (i > 0) gaps.push(text.slice(at, wordStart));
    at = wordStart + word.length;
  }
  const [response, instruction] = [
    commonBeginning(gaps.filter((_, i) => i % 2 === 0)),
    commonBeginning(gaps.filter((_, i) => i % 2 === 1)),
  ];
  const question = messages.slice(0, 1);
  const [open, closed] = [true, false].map((generationPrompt) =>
    plain(renderText(setting, question, { generationPrompt }).text),
  ) as [string, string];
  const header = open.startsWith(closed) ? open.slice(closed.length) : '';
  const eos = textIn(setting.variables.get('eos_token')) ?? '';
  if (header !== '' && response.endsWith(header)) {
    const end = response.slice(0, response.length - header.length);
    return checked({ response: header, instruction: without(instruction, end === '' ? eos : end) });
  }
  return checked({
    response: without(response, eos).replace(/<think>\s*<\/think>\s*$/, ''),
    instruction: without(instruction, eos),
  });
}

const without = (text: string, beginning: string) =>
  beginning !== '' && text.startsWith(beginning) ? text.slice(beginning.length) : text;

function commonBeginning(texts: readonly string[]): string {
  const [first = ''] = texts;
  let length = first.length;
  for (const text of texts) {
    let same = 0;
    while (same < length && text[same] === first[same]) same++;
    length = same;
  }
  return first.slice(0, length);
}

function checked(markers: Markers): Markers {
  if (markers.instruction === '' || markers.response === '') throw notDetected();
  return markers;
}

const notDetected = () =>
  new RefusedRow('Unsloth cannot detect the markers of this template: set instruction_part and response_part');
