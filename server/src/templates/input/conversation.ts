/**
 * Reads the input of a template from JSON. The input is a list of messages, or an object with that list and any other variables that the
 * template reads.
 */
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { fromSource } from '../jinja/runtime/text.ts';
import type { Value } from '../jinja/runtime/values.ts';
import { type TakeString, valueOf } from '../values.ts';

/** A string of the conversation, with its message and its location (UTF-16 offsets in the document). */
export interface Source {
  readonly message: number | undefined;
  /** The field of the message that contains the string. `key`: the innermost field that contains the string. */
  readonly part: string | undefined;
  readonly key: string | undefined;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  /**
   * Whether the string has no escapes, so that an offset in `value` is also the distance from the end of the opening quote in the
   * document.
   */
  readonly exact: boolean;
  /** Whether the string is content, a part of content, or reasoning. */
  readonly content: boolean;
}

export interface TemplateVariables {
  readonly variables: Map<string, Value>;
  /** The strings, indexed by `Origin.source`; empty unless tracing was requested. */
  readonly sources: readonly Source[];
}

/** The default variables of `transformers`, except that the generation prompt is on, since users want to see it. */
export const usual: ReadonlyMap<string, Value> = new Map<string, Value>([
  ['tools', null],
  ['documents', null],
  ['add_generation_prompt', true],
]);

/** Whether a value can be passed to a template unchanged. */
export function isGivable(root: JsonNode | undefined): root is JsonNode {
  if (root?.kind === 'array')
    return root.items.every((item) => item.kind === 'object' && memberOf(item, 'role') !== undefined);
  return memberOf(root, 'messages')?.value?.kind === 'array';
}

/** The variables in a value that has passed `isGivable`. With `traces`, the strings carry their origin. */
export function givenBy(root: JsonNode, text: string, traces: boolean): TemplateVariables {
  const sources: Source[] = [];
  const taking =
    (message: number | undefined, part: string | undefined): TakeString =>
    (node, key) => {
      if (!traces) return node.value;
      const { value, start, end, exact } = node;
      const content = part !== undefined && contentFields.has(part) && (key === undefined || key === 'text');
      return fromSource(value, sources.push({ message, part, key, value, start, end, exact, content }) - 1);
    };
  const variables = new Map<string, Value>(usual);
  const messages = root.kind === 'array' ? root : memberOf(root, 'messages')?.value;
  if (root.kind === 'object') {
    for (const { key, value } of root.members)
      if (value && value !== messages) variables.set(key.value, valueOf(value, text, taking(undefined, undefined)));
  }
  const list = messages?.kind === 'array' ? messages.items : [];
  variables.set(
    'messages',
    list.map((node, i) => messageOf(node, text, (part) => taking(i, part))),
  );
  return { variables, sources };
}

const contentFields = new Set(['content', 'reasoning_content', 'reasoning', 'thinking']);

function messageOf(node: JsonNode, text: string, taking: (part: string | undefined) => TakeString): Value {
  if (node.kind !== 'object') return valueOf(node, text, taking(undefined));
  const message = new Map<string, Value>();
  for (const { key, value } of node.members) if (value) message.set(key.value, valueOf(value, text, taking(key.value)));
  return message;
}
