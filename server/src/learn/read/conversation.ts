/** The parts of a prompt as messages of a chat API. */
import type { InputForms, LearnedFrames, Part } from '../frames.ts';
import { addCallIds } from './call-ids.ts';
import type { Scan, Step } from './scan.ts';

export interface ReadConversation {
  readonly messages: readonly ReadMessage[];
  readonly tools: readonly unknown[];
  /** Tools are declared in a form that is not read. */
  readonly hasUnreadTools: boolean;
  readonly addGenerationPrompt: boolean;
}

export type ReadMessage = { readonly role: string; content: string | null } & Record<string, unknown>;

export interface ReadCall {
  id?: string;
  readonly type: 'function';
  readonly function: { name: string; arguments: unknown };
}

const pythonWords: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ['True', true],
  ['False', false],
  ['None', null],
]);

/** Whether a template writes a string argument and another in the same way, as in `<arg>3</arg>`. */
export function writesAlike({ transitions }: LearnedFrames): boolean {
  const before = transitions.get('key') ?? [];
  const texts = new Set(before.filter(({ to }) => to === 'value').map(({ text }) => text));
  return before.some(({ to, text }) => to === 'data' && texts.has(text));
}

/** Builds the messages of a scan. */
export function conversationOf(prompt: string, { steps, ending }: Scan, frames: LearnedFrames): ReadConversation {
  const builder = new Builder(frames);
  for (const step of steps) builder.add(step, decoded(prompt.slice(step.start, step.end), step, frames));
  for (const role of ending?.between ?? []) builder.open(role);
  builder.finish();
  addCallIds(builder.messages);
  return {
    messages: builder.messages,
    tools: builder.tools,
    hasUnreadTools: builder.hasUnreadTools,
    addGenerationPrompt: ending?.generation ?? false,
  };
}

function decoded(text: string, { transition }: Step, { encodings }: LearnedFrames): string {
  const encoding = encodings.get(transition.to as Part);
  const quoted = encoding === 'escaped' ? `"${text}"` : encoding === 'quoted' ? text : undefined;
  return quoted === undefined ? text : stringIn(quoted, text);
}

/** What is not a JSON string after all is taken as it is. */
function stringIn(quoted: string, text: string): string {
  const value = valueIn(quoted);
  return typeof value === 'string' ? value : text;
}

/** Undefined if a text is not JSON, or nested deeper than any real value is. */
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
  readonly tools: unknown[] = [];
  private calls: ReadCall[] = [];
  private readonly allCalls: ReadCall[] = [];
  hasUnreadTools = false;
  private key: string | undefined;

  private readonly forms: InputForms;
  /** Strings are written like other arguments. */
  readonly isMixed: boolean;

  constructor(private readonly frames: LearnedFrames) {
    this.forms = frames.forms;
    this.isMixed = writesAlike(frames);
  }

  /** An argument that is no string, if its text can be one. */
  dataIn(text: string): unknown {
    if (this.frames.pythonData && pythonWords.has(text)) return pythonWords.get(text);
    const value = valueIn(text);
    return value !== undefined && typeof value !== 'string' ? value : text;
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

  /** Arguments that were collected one by one become a string where the template takes one. */
  finish(): void {
    if (this.forms.arguments === 'object') return;
    for (const { function: called } of this.allCalls)
      if (typeof called.arguments === 'object') called.arguments = JSON.stringify(called.arguments);
  }

  setReasoning(text: string): void {
    (this.message as Record<string, unknown>)[this.forms.reasoning] = text;
  }

  setArguments(text: string): void {
    const value = this.forms.arguments === 'object' ? valueIn(text) : text;
    this.call.function.arguments = value ?? text;
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

/** Sets a member, also one that is called `__proto__`. */
const setOwn = (object: object, key: string, value: unknown) =>
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });

const callParts = new Set<Part>(['name', 'id', 'arguments', 'key', 'value', 'data']);

const content = (builder: Builder, text: string) => {
  builder.message.content = text;
};
const addTool = (builder: Builder, text: string) => {
  const tool = valueIn(text);
  if (tool === undefined) builder.hasUnreadTools = true;
  else builder.tools.push(tool);
};
const member = (name: string) => (builder: Builder, text: string) => {
  (builder.message as Record<string, unknown>)[name] = text;
};

const adders: Readonly<Record<Part, (builder: Builder, text: string) => void>> = {
  ...{ system: content, developer: content, user: content, assistant: content, reply: content },
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
  replyName: member('name'),
  replyId: member('tool_call_id'),
  repeated: () => {},
  toolList: (builder, text) => {
    const list = valueIn(text);
    if (Array.isArray(list)) for (const tool of list) builder.tools.push(tool);
    else builder.hasUnreadTools = true;
  },
  tool: addTool,
  function: (builder, text) => {
    const declared = valueIn(text);
    if (declared === undefined) builder.hasUnreadTools = true;
    else builder.tools.push({ type: 'function', function: declared });
  },
  toolText: (builder) => {
    builder.hasUnreadTools = true;
  },
};
