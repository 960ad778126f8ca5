/**
 * axolotl's `type: chat_template`. It locates each turn in a prompt that ends with this turn, and then trains the
 * tokens at the same indexes in the whole prompt.
 */
import { plain, type Text } from '../../templates/jinja/runtime/text.ts';
import type { Value } from '../../templates/jinja/runtime/values.ts';
import { valueOfJson } from '../../templates/values.ts';
import { tokenIds } from '../../tokens/places.ts';
import { kindsOf, type TokenKinds } from '../kinds.ts';
import { flag, numberOption, type OptionValues, textOption, textsOption } from '../options.ts';
import { type MaskSetting, render, renderText, sequenceOf } from '../prompt.ts';
import { textIn } from '../row.ts';
import { type MaskEvent, noLabels, RefusedRow, type Sequence, train } from '../sequence.ts';
import { detailTokens } from './axolotl-details.ts';
import { axolotlOptions } from './axolotl-options.ts';
import { firstStop, type StopTokens, stopTokens } from './axolotl-stops.ts';
import { memberNames, roleNames, type Turn, turnsOf } from './axolotl-turns.ts';
import type { Trainer } from './trainer.ts';

export const axolotl: Trainer = {
  name: 'axolotl',
  about: 'axolotl with type: chat_template',
  lengthOption: 'sequence_len',
  choosesTemplate: true,
  options: axolotlOptions,
  begin(setting, values) {
    const names = memberNames(setting.template);
    const stops = stopTokens(setting, values);
    const isOld = isLegacy(values);
    return (row) => {
      const turns = turnsOf(row.value, values, names);
      const tools = toolsIn(row.value.get(textOption(values, 'field_tools') ?? 'tools'));
      const more = (last: number) =>
        new Map<string, Value>([
          ['real_last_index', BigInt(last)],
          ...(tools === undefined ? [] : [['tools', tools] as [string, Value]]),
        ]);
      if (isOld) return [legacy(setting, turns, more(turns.length - 1), row)];
      const conversation: Conversation = { setting, values, turns, more: more(turns.length - 1) };
      const rendering = render(setting, messagesIn(turns), { more: conversation.more });
      const blank = sequenceOf(rendering, row);
      const { labels, events } = labelled(conversation, blank, stops);
      return [{ ...blank, events, labels, unasked: leftOut(turns, axolotl.trainedRoles(values, new Map())) }];
    };
  },
  startEvents: (setting, values) => stopTokens(setting, values).events,
  length(values) {
    const strategy = textOption(values, 'excess_length_strategy') ?? 'drop';
    const least = numberOption(values, 'min_sample_len');
    return {
      limit: numberOption(values, 'sequence_len'),
      over: strategy === 'truncate' ? 'right' : strategy === 'raise' ? 'raise' : 'drop',
      dropsEmpty: 'Dropped 1 samples with no trainable tokens from train dataset',
      ...(least !== undefined && { least }),
    };
  },
  trainedRoles(values) {
    if (flag(values, 'train_on_inputs')) return 'all';
    if (isLegacy(values)) return new Set(['assistant']);
    const names = roleNames(values);
    return new Set((textsOption(values, 'roles_to_train') ?? []).map((role) => names.get(role) ?? role));
  },
  decidedBy: (values) => ({
    texts: [
      flag(values, 'train_on_inputs') ? 'train_on_inputs' : 'roles_to_train',
      ...['message_field_training', 'message_field_training_detail'].filter((name) => textOption(values, name)),
    ],
    stops: textOption(values, 'train_on_eot') === undefined ? 'train_on_eos' : 'train_on_eot',
  }),
  lists: (values) => [textOption(values, 'field_messages') ?? 'messages'],
  flags: (values) =>
    ['message_field_training', 'message_field_training_detail'].flatMap((name) => textOption(values, name) ?? []),
};

interface Conversation {
  readonly setting: MaskSetting;
  readonly values: OptionValues;
  readonly turns: readonly Turn[];
  readonly more: ReadonlyMap<string, Value>;
}

const messagesIn = (turns: readonly Turn[]): Value[] => turns.map(({ message }) => message);

function toolsIn(value: Value | undefined): Value | undefined {
  const text = textIn(value);
  if (text === undefined) return value ?? undefined;
  try {
    return valueOfJson(text);
  } catch {
    throw new RefusedRow('ValueError: `tools` in this row is a string that is not JSON');
  }
}

/** Whether none of the options that select turns is set. In this case, axolotl trains only the last turn. */
const isLegacy = (values: OptionValues): boolean =>
  (textsOption(values, 'roles_to_train') ?? []).length === 0 &&
  ['train_on_eos', 'train_on_eot', 'message_field_training', 'message_field_training_detail'].every(
    (name) => textOption(values, name) === undefined,
  );

function legacy(
  setting: MaskSetting,
  turns: readonly Turn[],
  more: ReadonlyMap<string, Value>,
  row: Parameters<typeof sequenceOf>[1],
) {
  const messages = messagesIn(turns);
  const prompt = render(setting, messages.slice(0, -1), { more, generationPrompt: true });
  const rendering = render(setting, messages, { more });
  const length = prompt.ids.length;
  const isPrefix = prompt.ids.every((id, i) => id === rendering.ids[i]);
  const ids = [...prompt.ids, ...rendering.ids.slice(length)];
  const sequence = sequenceOf({ ...rendering, ids, ...(!isPrefix && { places: undefined }) }, row);
  train(sequence.labels, ids, length, ids.length);
  return { ...sequence, unasked: new Set(turns.slice(0, -1).flatMap((turn) => turn.number ?? [])) };
}

/** Returns the indexes of the messages that are not meant to be trained, because of their role or of flags in the row. */
function leftOut(turns: readonly Turn[], roles: ReadonlySet<string> | 'all'): ReadonlySet<number> {
  const isOut = (turn: Turn) =>
    !isTrained(turn, roles) ||
    [turn.contentDetails, turn.reasoningDetails].every((details) => details?.every((one) => !one.train) === true);
  return new Set(turns.flatMap((turn) => (turn.number !== undefined && isOut(turn) ? turn.number : [])));
}

function labelled(conversation: Conversation, sequence: Sequence, stops: StopTokens) {
  const { values, turns, setting } = conversation;
  const { ids } = sequence;
  let kinds: TokenKinds | undefined;
  const labels = noLabels(ids);
  const events: MaskEvent[] = [];
  const everywhere = stops.rules.some(({ when }) => when === 'all');
  const roles = axolotl.trainedRoles(values, new Map());
  const last = new Map<StopTokens['rules'][number], number>();
  for (const [i, turn] of turns.entries()) {
    const trained = isTrained(turn, roles);
    if (!trained && !everywhere) continue;
    const foundTurn = findTurn(conversation, i, undefined);
    if (trained && foundTurn.end > foundTurn.start && foundTurn.start >= 0) {
      if (!isPrefixTo(foundTurn.ids, ids, foundTurn.end)) {
        kinds ??= kindsOf(sequence, setting.tokenizer.traits.added);
        if (!isInPlace(foundTurn, turn.number, kinds)) events.push({ code: 'mask-shifted', ...shifted(turn) });
      }
      trainTurn(conversation, i, foundTurn, labels, ids);
    } else if (trained && foundTurn.why !== undefined)
      events.push({ code: 'mask-absent', ...notFound(turn, i, foundTurn.why) });
    for (const rule of stops.rules) {
      const at = firstStop(ids, rule.ids, foundTurn.end);
      if (at < 0 || at - foundTurn.end > 3) continue;
      last.set(rule, at);
      if (rule.when === 'all' || (rule.when === 'turn' && trained)) labels[at] = ids[at] as number;
    }
  }
  for (const [{ when }, at] of last) if (when === 'last') labels[at] = ids[at] as number;
  return { labels, events };
}

function isTrained(
  { flag: set, contentDetails, reasoningDetails, role }: Turn,
  roles: ReadonlySet<string> | 'all',
): boolean {
  if (set !== undefined) return set;
  const details = [contentDetails, reasoningDetails].filter((one) => one !== undefined);
  if (details.length > 0) return details.some((one) => one.length > 0);
  return roles === 'all' || roles.has(role);
}

function trainTurn(
  conversation: Conversation,
  i: number,
  foundTurn: FoundTurn,
  labels: number[],
  ids: readonly number[],
): void {
  const turn = conversation.turns[i] as Turn;
  const { contentDetails, reasoningDetails } = turn;
  if (contentDetails === undefined && reasoningDetails === undefined) {
    train(labels, ids, foundTurn.start, foundTurn.end);
    return;
  }
  const thinking = textOption(conversation.values, 'template_thinking_key') ?? 'reasoning_content';
  const both = textIn(turn.message.get(thinking)) !== undefined;
  for (const [details, key] of [
    [contentDetails, 'content'],
    [reasoningDetails, thinking],
  ] as const) {
    const part = both ? findTurn(conversation, i, key) : foundTurn;
    const text = turn.message.get(key);
    if (part.start < 0 || textIn(text) === undefined) continue;
    if (details === undefined) {
      if (both) train(labels, ids, part.start, part.end);
      continue;
    }
    for (const [k, isOn] of detailTokens(plain(text as Text), details, conversation.setting.tokenizer).entries())
      if (isOn) train(labels, ids, part.start + k, part.start + k + 1);
  }
}

/**
 * The token span of a turn in `ids`, which is a prompt that ends with this turn. If the turn is not found, `start` and
 * `end` are -1, and `why` is the reason.
 */
interface FoundTurn {
  readonly start: number;
  readonly end: number;
  readonly ids: readonly number[];
  readonly why?: string;
}

const dummy = '[[dummy_message]]';
const dummyReasoning = '[[dummy_reasoning]]';

/**
 * Locates a turn, by comparing the prompt with one in which the text of the turn is replaced. `only`: the key of a part
 * of the turn, if only this part is to be located.
 */
function findTurn({ setting, values, turns, more }: Conversation, i: number, only: string | undefined): FoundTurn {
  const before = messagesIn(turns.slice(0, i));
  const turn = turns[i] as Turn;
  const isContent = only === undefined || only === 'content';
  const entries: [string, Value][] =
    only === undefined
      ? [['role', turn.message.get('role') ?? turn.role]]
      : [...(turn.message as ReadonlyMap<string, Value>)];
  const key = isContent ? 'content' : (textOption(values, 'template_thinking_key') ?? 'reasoning_content');
  const replaced = new Map<string, Value>([...entries, [key, isContent ? dummy : dummyReasoning]]);
  const idsOf = (message: Value) => {
    const { text } = renderText(setting, [...before, message], { more });
    return tokenIds(plain(text), setting.tokenizer);
  };
  const [without, ids] = [idsOf(replaced), idsOf(turn.message)];
  const least = Math.min(without.length, ids.length);
  let start = 0;
  while (start < least && without[start] === ids[start]) start++;
  const not = (why: string): FoundTurn => ({ start: -1, end: -1, ids, why });
  if (start === least) return not('Could not find content start boundary');
  let same = 0;
  while (same < least && without[without.length - 1 - same] === ids[ids.length - 1 - same]) same++;
  if (same === least) return not('Could not find content end boundary');
  const end = ids.length - same;
  if (end < start) return not('Content end boundary is before start boundary');
  if (end === start) return not('Content end boundary is the same as start boundary');
  return { start, end, ids };
}

const isPrefixTo = (part: readonly number[], whole: readonly number[], end: number): boolean => {
  for (let i = 0; i < end; i++) if (part[i] !== whole[i]) return false;
  return true;
};

/** Whether the tokens at these indexes in the whole prompt are exactly the text of a message, with or without its stop token. */
function isInPlace({ start, end }: FoundTurn, message: number | undefined, kinds: TokenKinds | undefined): boolean {
  if (kinds === undefined || message === undefined) return false;
  let [first, last] = [-1, -1];
  for (const [i, kind] of kinds.kinds.entries()) {
    if (kinds.messages[i] !== message || kind === 'frame' || kind === 'stop') continue;
    if (first < 0) first = i;
    last = i;
  }
  // The span may include the stop token, which is trained in any case.
  return first === start && (last === end - 1 || (last === end - 2 && kinds.kinds[end - 1] === 'stop'));
}

const aboutTurn = ({ number }: Turn) => (number === undefined ? {} : { about: number });
const nameOf = ({ number }: Turn) => (number === undefined ? 'the system prompt' : `message ${number + 1}`);

const notFound = (turn: Turn, i: number, why: string) => ({
  ...aboutTurn(turn),
  remedy: 'untrained',
  message: `axolotl does not find ${nameOf(turn)} in the prompt, so none of its tokens is trained (\`${why} for turn ${i}\`)`,
});

const shifted = (turn: Turn) => ({
  ...aboutTurn(turn),
  message: `axolotl locates ${nameOf(turn)} in a prompt that ends with it, then trains the tokens at the same positions in the whole prompt. Those positions hold other text, because this template changes earlier messages when later ones follow`,
});
