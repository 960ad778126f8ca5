/** Rewrites a chat API request in the forms that a template accepts. */

import { idNaming } from '../syntax/families/learned/call-id-names.ts';
import { memberOf } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import { type InputForms, reasoningMembers } from './frames.ts';
import { rawJson } from './raw-json.ts';

type Members = Record<string, unknown>;

interface WireCall {
  readonly id?: unknown;
  readonly function?: { readonly name?: unknown; readonly arguments?: unknown };
}

/**
 * Rewrites a request with `messages`, as written by `ocml convert --to messages`. Arguments, reasoning, ids and the content of
 * messages that consist only of calls get the forms that the template accepts. Numbers stay as they are written.
 */
export function requestInForms(json: string, forms: InputForms): string {
  const { messages, ...others } = JSON.parse(json) as { readonly messages: readonly Members[] } & Members;
  const raw = rawJson(json);
  const ids = new Map<unknown, string>();
  /** The id in the form that the template requires. `name`: the tool of a call; undefined for a reply. */
  const idOf = (id: unknown, name?: unknown): unknown => {
    if (id === undefined) return id;
    const newId =
      ids.get(id) ?? (forms.idsNameTools ? namedId(name, ids.size) : forms.nineCharacterIds && shortId(ids.size));
    if (!newId) return id;
    ids.set(id, newId);
    return newId;
  };
  const callOf = (call: WireCall) => {
    const callArguments = call.function?.arguments;
    const isObject = forms.arguments === 'object' && typeof callArguments === 'string' && isObjectText(callArguments);
    return {
      ...call,
      ...(call.id !== undefined && { id: idOf(call.id, call.function?.name) }),
      function: { ...call.function, ...(isObject && { arguments: raw.put(callArguments) }) },
    };
  };
  const adaptedMessages = messages.map((message) => {
    const { tool_calls: calls, tool_call_id: id, ...rest } = message;
    const isCalling = Array.isArray(calls) && calls.length > 0;
    const isEmpty = rest['content'] === null || rest['content'] === '';
    return {
      ...withReasoning(rest, forms),
      ...(isEmpty && { content: isCalling ? forms.callContent : '' }),
      ...(isCalling && { tool_calls: calls.map((call: WireCall) => callOf(call)) }),
      ...(id !== undefined && { tool_call_id: idOf(id) }),
    };
  });
  const tools = memberOf(readJson(json).root, 'tools')?.value;
  const request = {
    messages: adaptedMessages,
    ...others,
    ...(tools && { tools: raw.put(json.slice(tools.start, tools.end)) }),
  };
  return raw.written(request);
}

const shortId = (serial: number) => `call${String(serial + 1).padStart(5, '0')}`;

const namedId = (name: unknown, serial: number) => (typeof name === 'string' ? idNaming(name, serial) : undefined);

function withReasoning(message: Members, { reasoning }: InputForms): Members {
  const memberName = reasoningMembers.find((name) => typeof message[name] === 'string');
  if (memberName === undefined || memberName === reasoning) return message;
  const { [memberName]: text, ...others } = message;
  return { ...others, [reasoning]: text };
}

function isObjectText(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
