/** Converts the parts of a prompt to chat API messages. */
import { writesAlike } from '../../syntax/families/learned/message-parts.ts';
import type { Scan, Step } from '../../syntax/families/learned/part-scan.ts';
import type { InputForms, LearnedFrames, Part } from '../frames.ts';
import { type RawJson, rawJson } from '../raw-json.ts';
import { addCallIds, nameCallsByIds } from './call-ids.ts';

export interface ReadConversation {
  /** The whole conversation as a request in JSON, with numbers as written in the prompt. */
  readonly json: string;
  readonly messages: readonly ReadMessage[];
  readonly tools: readonly unknown[];
  /** Whether tools are declared in a form that cannot be read. */
  readonly hasUnreadTools: boolean;
  readonly addGenerationPrompt: boolean;
}

export type ReadMessage = { readonly role: string; content: string | null; [member: string]: unknown };

export interface ReadCall {
  id?: string;
  readonly type: 'function';
  readonly function: { name: string; arguments: unknown };
}

/** Python's words for values, and their equivalents in JSON. */
const pythonWords: ReadonlyMap<string, string> = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
]);

/** Converts the steps of a scan to messages. */
export function conversationOf(prompt: string, { steps, ending }: Scan, frames: LearnedFrames): ReadConversation {
  const raw = rawJson(prompt);
  const builder = new Builder(frames, raw);
  for (const step of steps) builder.add(step, decoded(prompt.slice(step.start, step.end), step, frames));
  for (const role of ending?.between ?? []) builder.open(role);
  builder.finish();
  nameCallsByIds(builder.messages);
  addCallIds(builder.messages);
  const addGenerationPrompt = ending?.generation ?? false;
  const tools = builder.toolTexts.length > 0 && { tools: raw.put(`[${builder.toolTexts.join(', ')}]`) };
  const json = raw.written({ messages: builder.messages, ...tools, add_generation_prompt: addGenerationPrompt });
  const read = JSON.parse(json) as Pick<ReadConversation, 'messages'> & Partial<Pick<ReadConversation, 'tools'>>;
  return {
    json,
    messages: read.messages,
    tools: read.tools ?? [],
    hasUnreadTools: builder.hasUnreadTools,
    addGenerationPrompt,
  };
}

function decoded(text: string, { transition }: Step, { encodings }: LearnedFrames): string {
  const encoding = encodings.get(transition.to as Part);
  const quoted = encoding === 'escaped' ? `"${text}"` : encoding === 'quoted' ? text : undefined;
  return quoted === undefined ? text : stringIn(quoted, text);
}

/** Returns the value of a JSON string (`quoted`), or else `text` unchanged. */
function stringIn(quoted: string, text: string): string {
  const value = valueIn(quoted);
  return typeof value === 'string' ? value : text;
}

/** The value of a JSON text; undefined if the text is not JSON, or is nested more deeply than real values are. */
function valueIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isNestedDeeper(value, MAX_NESTING_DEPTH) ? undefined : value;
  } catch {
    return undefined;
  }
}

const MAX_NESTING_DEPTH = 100;

function isNestedDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isNestedDeeper(one, depth - 1));
}

class Builder {
  readonly messages: ReadMessage[] = [];
  /** The declared tools, as JSON texts, each of which has one or more tools. */
  readonly toolTexts: string[] = [];
  private calls: ReadCall[] = [];
  private readonly allCalls: ReadCall[] = [];
  hasUnreadTools = false;
  private key: string | undefined;

  private readonly forms: InputForms;
  /** Whether the template writes strings in the same way as other arguments. */
  readonly isMixed: boolean;

  constructor(
    private readonly frames: LearnedFrames,
    private readonly raw: RawJson,
  ) {
    this.forms = frames.forms;
    this.isMixed = writesAlike(frames);
  }

  /** The JSON value of an argument, if it is not a string; otherwise the text itself. */
  dataIn(text: string): string {
    const word = this.frames.pythonData ? pythonWords.get(text) : undefined;
    if (word !== undefined) return this.raw.put(word);
    const value = valueIn(text);
    return value !== undefined && typeof value !== 'string' ? this.raw.put(text) : text;
  }

  open(role: string): void {
    this.messages.push({ role, content: '' });
    this.calls = [];
  }

  add({ transition }: Step, text: string): void {
    const { to, opens, role, between } = transition;
    for (const one of between) this.open(one);
    if (opens === 'message' && role !== undefined) this.open(role);
    if (callParts.has(to as Part) && (opens !== 'nothing' || this.calls.length === 0)) this.openCall();
    adders[to as Part](this, text);
  }

  get message(): ReadMessage {
    if (this.messages.length === 0) this.open('assistant');
    return this.messages.at(-1) as ReadMessage;
  }

  get call(): ReadCall {
    return this.calls.at(-1) as ReadCall;
  }

  private openCall(): void {
    const empty = this.forms.arguments === 'object' ? {} : '{}';
    const call: ReadCall = { type: 'function', function: { name: '', arguments: empty } };
    this.calls.push(call);
    this.allCalls.push(call);
    const { message } = this;
    if (message.content === '') message.content = this.forms.callContent;
    message['tool_calls'] = this.calls;
  }

  /** Converts arguments that were collected one by one to a string, if that is the only form that the template accepts. */
  finish(): void {
    if (this.forms.arguments === 'object') return;
    for (const { function: called } of this.allCalls)
      if (typeof called.arguments === 'object') called.arguments = this.raw.written(called.arguments);
  }

  setReasoning(text: string): void {
    (this.message as Record<string, unknown>)[this.forms.reasoning] = text;
  }

  setArguments(text: string): void {
    const isObject = this.forms.arguments === 'object' && valueIn(text) !== undefined;
    this.call.function.arguments = isObject ? this.raw.put(text) : text;
  }

  setKey(text: string): void {
    this.key = text;
  }

  setValue(value: unknown): void {
    const { call, key } = this;
    if (key === undefined) return;
    this.key = undefined;
    if (typeof call.function.arguments === 'string') call.function.arguments = {};
    setOwn(call.function.arguments as object, key, value);
  }
}

/** Sets a field, even if its name is `__proto__`. */
const setOwn = (object: object, key: string, value: unknown) =>
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });

const callParts = new Set<Part>(['name', 'id', 'arguments', 'key', 'value', 'data']);

const content = (builder: Builder, text: string) => {
  builder.message.content = text;
};
const addTool = (builder: Builder, text: string) => {
  if (valueIn(text) === undefined) builder.hasUnreadTools = true;
  else builder.toolTexts.push(text);
};

const adders: Readonly<Record<Part, (builder: Builder, text: string) => void>> = {
  system: content,
  developer: content,
  user: content,
  assistant: content,
  reply: content,
  reasoning: (builder, text) => builder.setReasoning(text),
  name: (builder, text) => {
    builder.call.function.name = text;
  },
  id: (builder, text) => {
    builder.call.id = text;
  },
  arguments: (builder, text) => builder.setArguments(text),
  key: (builder, text) => builder.setKey(text),
  value: (builder, text) => builder.setValue(builder.isMixed ? builder.dataIn(text) : text),
  data: (builder, text) => builder.setValue(builder.dataIn(text)),
  replyName: (builder, text) => {
    builder.message['name'] = text;
  },
  replyId: (builder, text) => {
    builder.message['tool_call_id'] = text;
  },
  repeated: () => {},
  toolList: (builder, text) => {
    const list = valueIn(text);
    if (!Array.isArray(list)) builder.hasUnreadTools = true;
    else if (list.length > 0) builder.toolTexts.push(text.trim().slice(1, -1));
  },
  tool: addTool,
  function: (builder, text) => {
    if (valueIn(text) === undefined) builder.hasUnreadTools = true;
    else builder.toolTexts.push(`{"type": "function", "function": ${text}}`);
  },
  toolText: (builder) => {
    builder.hasUnreadTools = true;
  },
};
