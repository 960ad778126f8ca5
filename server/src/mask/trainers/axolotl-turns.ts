/**
 * The turns that axolotl builds from a row: with keys and roles mapped to those of the template, and with the flags for
 * parts of the content.
 */
import { isTrue } from '../../templates/jinja/runtime/basics.ts';
import { isText, joinTexts, lengthOf, plain, sliceText, type Text } from '../../templates/jinja/runtime/text.ts';
import type { Dict, Value } from '../../templates/jinja/runtime/values.ts';
import { childrenOf, walk } from '../../templates/jinja/walk.ts';
import type { JinjaTemplate } from '../../templates/jinja-template.ts';
import type { Template } from '../../templates/template.ts';
import { valueOfJson } from '../../templates/values.ts';
import { flag, mappingOption, type OptionValues, textOption } from '../options.ts';
import { dictIn, listIn, textIn } from '../row.ts';
import { RefusedRow } from '../sequence.ts';

/** A span of the content, and whether it is trained. The offsets count code points, and the end is inclusive. */
export interface TrainDetail {
  readonly begin: number;
  readonly end: number;
  readonly train: boolean;
}

export interface Turn {
  readonly message: Dict;
  /** The index of the message in the row, counted from 0; undefined for a system prompt from a separate field. */
  readonly number: number | undefined;
  readonly role: string;
  /** The flag for this message in the row; undefined if it has none. */
  readonly flag: boolean | undefined;
  readonly contentDetails: readonly TrainDetail[] | undefined;
  readonly reasoningDetails: readonly TrainDetail[] | undefined;
}

/** Returns the names of all fields of a message that a template may read: its attribute names and string constants. */
export function memberNames(template: Template): ReadonlySet<string> {
  const names = new Set<string>();
  if (template.kind !== 'jinja')
    return new Set(['tool_calls', 'reasoning_content', 'thinking', 'name', 'tool_call_id']);
  for (const [node] of walk((template as JinjaTemplate).body, undefined, childrenOf)) {
    if (node.kind === 'attribute') names.add(node.name);
    else if (node.kind === 'constant' && typeof node.value === 'string') names.add(node.value);
  }
  return names;
}

/** Returns the turns of a row. Throws a `RefusedRow` if axolotl would stop. */
export function turnsOf(row: Dict, values: OptionValues, names: ReadonlySet<string>): Turn[] {
  const list = messagesOf(row, textOption(values, 'field_messages') ?? 'messages');
  const mappings = messageMappings(values);
  const roles = roleNames(values);
  const turns = list.map((one, i): Turn => {
    const message = dictIn(one);
    if (message === undefined) throw new RefusedRow('ValueError: a message in this row is not an object');
    return { ...turnOf(message, values, mappings, roles, names), number: i };
  });
  const system = row.get(textOption(values, 'field_system') ?? 'system');
  const isSystem = turns[0]?.role === 'system';
  if (isSystem && flag(values, 'drop_system_message')) turns.shift();
  if (!isSystem && system !== undefined && isText(system))
    turns.unshift(
      plainTurn(
        new Map<string, Value>([
          ['role', 'system'],
          ['content', system],
        ]),
        'system',
      ),
    );
  return turns;
}

const plainTurn = (message: Dict, role: string): Turn => ({
  message,
  role,
  number: undefined,
  flag: undefined,
  contentDetails: undefined,
  reasoningDetails: undefined,
});

function messagesOf(row: Dict, field: string): readonly Value[] {
  const value = row.get(field);
  const text = textIn(value);
  const list = text === undefined ? value : parsed(text, `\`${field}\``);
  if (!Array.isArray(list))
    throw new RefusedRow(`ValueError: Messages is null or not a list: this row has no \`${field}\` list`);
  return list;
}

function parsed(text: string, what: string): Value {
  try {
    return valueOfJson(text);
  } catch {
    throw new RefusedRow(`ValueError: ${what} in this row is a string that is not JSON`);
  }
}

function messageMappings(values: OptionValues): ReadonlyMap<string, string> {
  const entries = [...mappingOption(values, 'message_property_mappings')];
  const customMappings = new Map(entries.filter((one): one is [string, string] => typeof one[1] === 'string'));
  const thinking = textOption(values, 'template_thinking_key') ?? 'reasoning_content';
  const field = textOption(values, 'field_thinking') ?? 'reasoning_content';
  return new Map([['role', 'role'], ['content', 'content'], [thinking, field], ...customMappings]);
}

/** Returns a map from the roles in rows to the roles in the template. */
export function roleNames(values: OptionValues): ReadonlyMap<string, string> {
  const pairs = [...mappingOption(values, 'roles')].flatMap(([target, names]) =>
    (Array.isArray(names) ? names : [names]).map((name): [string, string] => [String(name), target]),
  );
  return new Map(pairs);
}

function turnOf(
  dict: Dict,
  values: OptionValues,
  mappings: ReadonlyMap<string, string>,
  roles: ReadonlyMap<string, string>,
  names: ReadonlySet<string>,
): Omit<Turn, 'number'> {
  const message: Dict = new Map();
  const mapped = new Set(mappings.values());
  for (const [key, value] of dict)
    if (typeof key === 'string' && !mapped.has(key) && names.has(key)) message.set(key, value);
  for (const [target, source] of mappings) {
    const value = dict.get(source);
    if (value !== undefined) message.set(target, value);
  }
  const rowRole = textIn(message.get('role')) ?? '';
  const role = roles.get(rowRole) ?? rowRole;
  if (role !== rowRole) message.set('role', role);
  const thinking = textOption(values, 'template_thinking_key') ?? 'reasoning_content';
  const contentDetails = joinParts(message, 'content');
  const reasoningDetails = joinParts(message, thinking);
  parseArguments(message);
  if (flag(values, 'split_thinking')) splitThinking(message, thinking);
  const flagName = textOption(values, 'message_field_training');
  const value = flagName === undefined ? undefined : dict.get(flagName);
  const detailName = textOption(values, 'message_field_training_detail');
  const trainDetails = detailName === undefined ? undefined : detailsIn(dict.get(detailName));
  return {
    message,
    role,
    reasoningDetails,
    flag: value === undefined || value === null ? undefined : isTrue(value),
    contentDetails: contentDetails ?? trainDetails,
  };
}

function detailsIn(value: Value | undefined): TrainDetail[] | undefined {
  return listIn(value)?.flatMap((one) => {
    const detail = dictIn(one);
    if (detail === undefined) return [];
    return {
      begin: Number(detail.get('begin_offset') ?? 0),
      end: Number(detail.get('end_offset') ?? 0),
      train: isTrue(detail.get('train') ?? false),
    };
  });
}

/** Joins the parts of the content, if it is a list. Returns a detail for each part; undefined if no part has a flag. */
function joinParts(message: Dict, key: string): TrainDetail[] | undefined {
  const parts = listIn(message.get(key));
  if (parts === undefined) return undefined;
  const texts: Text[] = [];
  const details: TrainDetail[] = [];
  let [length, flagged] = [0, false];
  for (const one of parts) {
    const part = dictIn(one);
    const text = part ? ['text', 'content', 'value'].map((name) => part.get(name)).find(isDefinedText) : one;
    if (!isDefinedText(text)) continue;
    const value = part?.get('train') ?? part?.get('weight');
    flagged ||= value !== undefined;
    const size = lengthOf(text);
    if (size > 0) details.push({ begin: length, end: length + size - 1, train: value === undefined || isTrue(value) });
    texts.push(text);
    length += size;
  }
  message.set(key, joinTexts(texts));
  return flagged ? details : undefined;
}

const isDefinedText = (value: Value | undefined): value is Text => value !== undefined && isText(value);

function parseArguments(message: Dict): void {
  const calls = listIn(message.get('tool_calls'));
  if (calls === undefined) return;
  const values = calls.map((one) => {
    const call = dictIn(one);
    const inner = dictIn(call?.get('function'));
    const text = textIn(inner?.get('arguments'));
    if (call === undefined || inner === undefined || text === undefined) return one;
    const value = parsed(text, 'the arguments of a call');
    return new Map<string, Value>([
      ...(call as ReadonlyMap<string, Value>),
      ['function', new Map<string, Value>([...(inner as ReadonlyMap<string, Value>), ['arguments', value]])],
    ]);
  });
  message.set('tool_calls', values);
}

/** The pairs of tags that enclose reasoning in the content. */
const pairs = [
  ['<think>', '</think>'],
  ['<reasoning>', '</reasoning>'],
  ['<|begin_of_thought|>', '<|end_of_thought|>'],
] as const;

function splitThinking(message: Dict, key: string): void {
  const content = message.get('content');
  if (textIn(message.get('role')) !== 'assistant' || !isDefinedText(content)) return;
  const text = plain(content);
  for (const [open, close] of pairs) {
    const [from, to] = [text.indexOf(open), text.indexOf(close)];
    if (from < 0 || to < from) continue;
    message.set(key, trimmed(sliceText(content, from + open.length, to)));
    message.set('content', trimmed(sliceText(content, to + close.length), true));
    return;
  }
}

function trimmed(text: Text, startOnly = false): Text {
  const whole = plain(text);
  const start = whole.length - whole.trimStart().length;
  return sliceText(text, start, startOnly ? whole.length : Math.max(start, whole.trimEnd().length));
}
