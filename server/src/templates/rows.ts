/** A row of a data set under a template: whether it is rejected, and what of it a model would not see. */
import { convertJson } from '../convert/index.ts';
import { templates as registry, userRole } from '../grammar/index.ts';

import { type JsonNode, memberOf } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import { own } from '../syntax/own.ts';
import { usual } from './input/conversation.ts';
import { TemplateError } from './jinja/errors.ts';
import { plain } from './jinja/runtime/text.ts';
import type { Value } from './jinja/runtime/values.ts';
import type { Template } from './template.ts';
import { valueOfData, valueOfJson } from './values.ts';

/** What is wrong with a row, at UTF-16 offsets of its text. */
export interface RowProblem {
  readonly code: 'template-rejects' | 'template-drops' | 'template-special-in-content';
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

type Members = Readonly<Record<string, unknown>>;

/** What is to be said of something in a message. */
interface Said {
  readonly code: RowProblem['code'];
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The message, by its number; undefined for the whole row. */
  readonly of: number | undefined;
  /** The member of it. */
  readonly member?: string;
}

/** The same date for all rows: what they are depends on them alone. */
const clock = new Date('2026-01-31T12:00:00');

export class RowChecker {
  /** Markers that the rule for the templates of the registry does not know. */
  private readonly markers: readonly string[];

  constructor(private readonly template: Template) {
    const known = new Set(registry.flatMap(({ markers }) => markers));
    this.markers = template.markers.filter((marker) => !known.has(marker));
  }

  /** What is wrong with the JSON text of a row; nothing, if it is not a conversation. */
  check(text: string): RowProblem[] {
    const row = rowIn(text);
    if (row === undefined) return [];
    const said = this.rendered(row);
    return said.length === 0 ? [] : placed(text, said);
  }

  private render(row: Members, messages: readonly unknown[], exact?: ReadonlyMap<string, Value>): string {
    const variables = new Map<string, Value>(usual);
    variables.set('add_generation_prompt', false);
    for (const [name, value] of Object.entries(row)) variables.set(name, exact?.get(name) ?? valueOfData(value));
    if (!exact || messages !== row.messages) variables.set('messages', valueOfData(messages));
    return plain(this.template.render(variables, { clock }).text);
  }

  private rendered({ members, messages, exact }: Row): readonly Said[] {
    let prompt: string;
    try {
      prompt = this.render(members, messages, exact);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const of = this.firstRefused(members, messages, error.message);
      const message = `The template ${this.template.name} rejects this row: ${error.message}`;
      return [{ code: 'template-rejects', severity: 'error', message, of }];
    }
    return [...this.dropped(messages, prompt), ...this.injected(messages)];
  }

  /** The message with which the template begins to refuse for the same reason. */
  private firstRefused(row: Members, messages: readonly unknown[], reason: string): number | undefined {
    for (let count = 1; count <= Math.min(messages.length, mostTried); count++) {
      try {
        this.render(row, messages.slice(0, count));
      } catch (error) {
        if (error instanceof TemplateError && error.message === reason) return count - 1;
      }
    }
    return undefined;
  }

  private dropped(messages: readonly unknown[], prompt: string): Said[] {
    const found: Said[] = [];
    const add = (of: number, member: string, what: string) =>
      found.push({
        code: 'template-drops',
        severity: 'warning',
        message: `The template ${this.template.name} leaves ${what} out of the prompt, or alters it: the model does not see it as it is here.`,
        ...{ of, member },
      });
    const lastAsked = messages.findLastIndex((message) => isMembers(message) && message.role === userRole);
    messages.forEach((message, i) => {
      if (!isMembers(message)) return;
      if (textsIn(message.content).some((text) => !holds(prompt, text)))
        add(i, 'content', 'the content of this message');
      if (Array.isArray(message.tool_calls) && message.tool_calls.some((call) => !holdsCall(prompt, call)))
        add(i, 'tool_calls', 'arguments of these calls');
      if (i > lastAsked) {
        for (const name of ['reasoning_content', 'reasoning', 'thinking']) {
          const text = own(message, name);
          if (typeof text === 'string' && !holds(prompt, text)) add(i, name, 'this reasoning');
        }
      }
    });
    return found;
  }

  private injected(messages: readonly unknown[]): Said[] {
    if (this.markers.length === 0) return [];
    return messages.flatMap((message, of): Said[] => {
      if (!isMembers(message)) return [];
      const texts = textsIn(message.content);
      const found = this.markers.filter((marker) => texts.some((text) => text.includes(marker)));
      if (found.length === 0) return [];
      const text = `The template ${this.template.name} writes ${found.join(', ')} between messages. In a content it ends the message, or forges another one, as soon as a model reads it.`;
      return [{ code: 'template-special-in-content', severity: 'warning', message: text, of, member: 'content' }];
    });
  }
}

/** How many beginnings of a conversation are tried. */
const mostTried = 200;

interface Row {
  readonly members: Members;
  readonly messages: readonly unknown[];
  /** Its values as Python reads them, where `JSON.parse` says less. */
  readonly exact: ReadonlyMap<string, Value> | undefined;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((one) => isMembers(one) && 'role' in one);

/** The conversation of a row, whatever its shape is. */
function rowIn(text: string): Row | undefined {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (isMembers(data) && isList(data.messages)) {
    const exact = /\d[.eE]|\d{16}|"\d+"\s*:/.test(text) ? (valueOfJson(text) as ReadonlyMap<string, Value>) : undefined;
    return { members: data, messages: data.messages, exact };
  }
  if (isList(data)) return { members: { messages: data }, messages: data, exact: undefined };
  if (!isMembers(data)) return undefined;
  const { output } = convertJson(text, { to: 'messages', from: undefined, keepNames: true, bos: undefined }, false);
  const value = output !== undefined && 'value' in output ? output.value : undefined;
  return isMembers(value) && isList(value.messages)
    ? { members: value, messages: value.messages, exact: undefined }
    : undefined;
}

/** The texts of a content: itself, or those of its parts. */
function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (isMembers(part) && typeof part.text === 'string' ? part.text : []));
}

/** Whether a prompt has a text, but for the space at its ends. */
function holds(prompt: string, text: string): boolean {
  const inked = text.trim();
  return inked === '' || prompt.includes(inked) || prompt.includes(JSON.stringify(inked).slice(1, -1));
}

function holdsCall(prompt: string, call: unknown): boolean {
  const called = isMembers(call) ? (isMembers(call.function) ? call.function : call) : undefined;
  if (called === undefined) return true;
  return leaves(called.arguments, 0).every((leaf) => holds(prompt, leaf));
}

/** The values of arguments, which may be a string of JSON. */
function leaves(value: unknown, depth: number): string[] {
  if (depth > 20) return [];
  if (typeof value === 'string') {
    if (depth > 0) return [value];
    try {
      return leaves(JSON.parse(value), 1);
    } catch {
      return [value];
    }
  }
  if (typeof value === 'number') return Number.isInteger(value) ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, depth + 1));
  return isMembers(value) ? Object.values(value).flatMap((one) => leaves(one, depth + 1)) : [];
}

/** Where things are in the row; of a row of another shape, the row stands for all. */
function placed(text: string, said: readonly Said[]): RowProblem[] {
  const { root } = readJson(text);
  const list = root?.kind === 'array' ? root : memberOf(root, 'messages')?.value;
  const items: readonly JsonNode[] = list?.kind === 'array' ? list.items : [];
  return said.flatMap(({ code, severity, message, of, member }) => {
    const node = of === undefined ? undefined : items[of];
    const at =
      (member === undefined ? undefined : memberOf(node, member)?.key) ?? memberOf(node, 'role')?.value ?? node ?? root;
    return at ? [{ code, severity, message, start: at.start, end: at.end }] : [];
  });
}
