/** Random conversations with calls and replies, and their representation in each format. */
import fc from 'fast-check';
import type { DialectId, JsonDialectId } from '../../server/src/grammar/index.ts';

/** A message of a conversation. Its id and its name may be missing, or belong to another message. */
export interface Act {
  readonly kind: 'call' | 'reply' | 'user' | 'answer' | 'system';
  readonly tool: string | undefined;
  readonly id: string | undefined;
  /** Whether the name is prefixed with the namespace of functions. */
  readonly full: boolean;
  readonly cancelled: boolean;
}

export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('call', 'call', 'call', 'reply', 'reply', 'reply', 'reply', 'user', 'answer', 'system'),
    tool: fc.constantFrom('f', 'f', 'g', 'constructor', undefined),
    id: fc.constantFrom('c1', 'c2', '__proto__', undefined, undefined, undefined),
    full: fc.boolean(),
    cancelled: fc.nat({ max: 3 }).map((n) => n === 0),
  }) as fc.Arbitrary<Act>,
  { maxLength: 10 },
);

const contentOf = ({ cancelled }: Act) =>
  cancelled
    ? '{"ok": false, "content": null, "error": "E-TOOL-CANCELLED"}'
    : '{"ok": true, "content": 1, "error": null}';
const nameOf = ({ tool = 'f', full }: Act) => (full ? `functions.${tool}` : tool);

const in2 = (act: Act, reply: (act: Act, id: string) => string): string => {
  const id = act.id === undefined ? '' : ` call_id=${act.id}`;
  switch (act.kind) {
    case 'call':
      return `<|start|>assistant to=${nameOf(act)}${id}<|channel|>commentary<|constrain|>json<|message|>{}<|call|>`;
    case 'reply':
      return `<|start|>${reply(act, id)} to=assistant<|channel|>commentary<|message|>${contentOf(act)}<|end|>`;
    case 'answer':
      return '<|start|>assistant<|channel|>final<|message|>Yes.<|end|>';
    default:
      return `<|start|>${act.kind}<|message|>Well?<|end|>`;
  }
};
const byName = (act: Act, id: string) => `tool${act.tool === undefined ? '' : ` name=${nameOf(act)}`}${id}`;
const byRole = (act: Act, id: string) => (act.tool === undefined ? `tool${id}` : nameOf(act) + id);

const inChatml = (act: Act, call: (act: Act) => string, reply: (act: Act) => string): string => {
  const frame = (role: string, body: string) => `<|im_start|>${role}\n${body}\n<|im_end|>\n`;
  if (act.kind === 'call') return frame('assistant', call(act));
  if (act.kind === 'reply') return reply(act);
  return frame(act.kind === 'answer' ? 'assistant' : act.kind, 'Well.');
};
const nameMemberOf = ({ tool = 'f' }: Act) => `"name": "${tool}"`;
const object = (act: Act) => `{${act.tool === undefined ? '' : `${nameMemberOf(act)}, `}"content": ${contentOf(act)}}`;

export const texts: Readonly<Record<string, readonly [dialect: DialectId, write: (act: Act) => string]>> = {
  'OpenChatML 2.2': ['openchatml-2.2', (act) => in2(act, byName)],
  Harmony: ['harmony', (act) => in2(act, byRole)],
  'Harmony with tools': ['harmony', (act) => in2(act, byName)],
  'functions of 0.1': [
    'openchatml-0.1',
    (act) =>
      inChatml(
        act,
        (call) => `<|function_call|>\n{${nameMemberOf(call)}, "arguments": {}}`,
        (reply) => `<|im_start|>tool\n<|function_output|>\n${object(reply)}\n<|im_end|>\n`,
      ),
  ],
  'tags of ChatML': [
    'openchatml-0.1',
    (act) =>
      inChatml(
        act,
        (call) => `<tool_call>\n{${nameMemberOf(call)}, "arguments": {}}\n</tool_call>`,
        (reply) =>
          `<|im_start|>${reply.full ? 'user' : 'tool'}\n<tool_response>\n${reply.tool === undefined ? contentOf(reply) : object(reply)}\n</tool_response>${reply.id === 'c2' ? '\nThanks.' : ''}\n<|im_end|>\n`,
      ),
  ],
  'tool messages in ChatML': [
    'openchatml-0.1',
    (act) =>
      inChatml(
        act,
        (call) => `<tool_call>\n{${nameMemberOf(call)}, "arguments": {}}\n</tool_call>`,
        (reply) =>
          `<|im_start|>tool${reply.tool === undefined ? '' : ` name=${reply.tool}`}\n${contentOf(reply)}\n<|im_end|>\n`,
      ),
  ],
  'Llama 3': [
    'llama3',
    (act) => {
      const frame = (role: string, body: string, end = '<|eot_id|>') =>
        `<|start_header_id|>${role}<|end_header_id|>\n\n${body}${end}`;
      if (act.kind === 'call') return frame('assistant', `{${nameMemberOf(act)}, "parameters": {}}`, '<|eom_id|>');
      if (act.kind === 'reply') return frame('ipython', contentOf(act));
      return frame(act.kind === 'answer' ? 'assistant' : act.kind, 'Well.');
    },
  ],
};

type Json = { readonly [key: string]: unknown };

/** Removes fields that are undefined. */
const removeUndefined = (members: Json): Json => JSON.parse(JSON.stringify(members)) as Json;

const single: Readonly<Record<string, readonly [dialect: JsonDialectId, write: (act: Act) => Json]>> = {
  'the JSON projection': [
    'openchatml-json',
    (act) => {
      if (act.kind === 'call')
        return removeUndefined({
          ...{ role: 'assistant', channel: 'commentary' },
          tool_call: { id: act.id, recipient: nameOf(act), content_type: 'json', arguments: '{}' },
        });
      if (act.kind === 'reply')
        return removeUndefined({
          ...{ role: 'tool', name: act.tool && nameOf(act), call_id: act.id, to: 'assistant', channel: 'commentary' },
          content: contentOf(act),
        });
      const role = act.kind === 'answer' ? 'assistant' : act.kind;
      return { role, channel: 'final', content: 'Well.' };
    },
  ],
  messages: [
    'messages',
    (act) => {
      if (act.kind === 'call')
        return removeUndefined({
          role: 'assistant',
          content: null,
          tool_calls: [{ id: act.id, type: 'function', function: { name: act.tool ?? 'f', arguments: '{}' } }],
        });
      if (act.kind === 'reply')
        return removeUndefined({ role: 'tool', name: act.tool, tool_call_id: act.id, content: contentOf(act) });
      return { role: act.kind === 'answer' ? 'assistant' : act.kind, content: 'Well.' };
    },
  ],
  'messages of the older API': [
    'messages',
    (act) => {
      if (act.kind === 'call')
        return { role: 'assistant', content: null, function_call: { name: act.tool ?? 'f', arguments: '{}' } };
      if (act.kind === 'reply') return { role: 'function', name: act.tool ?? 'f', content: contentOf(act) };
      return { role: act.kind === 'answer' ? 'assistant' : act.kind, content: 'Well.' };
    },
  ],
};

/** Groups consecutive acts for which `one` returns true. Any other act is a group of its own. */
function grouped(all: readonly Act[], one: (act: Act) => boolean): Act[][] {
  const groups: Act[][] = [];
  for (const act of all) {
    const last = groups.at(-1);
    if (last?.[0] && one(act) && one(last[0])) last.push(act);
    else groups.push([act]);
  }
  return groups;
}

const isCall = ({ kind }: Act) => kind === 'call';
const isReplyAct = ({ kind }: Act) => kind === 'reply';

/** Formats in which a message can have several calls or several replies. */
const grouping: typeof lists = {
  'several calls of a message': [
    'messages',
    (all) => ({
      messages: grouped(all, isCall).map(([act, ...more]) => {
        if (act?.kind === 'call')
          return removeUndefined({
            ...{ role: 'assistant', content: null },
            tool_calls: [act, ...more].map((one) => ({
              ...{ id: one.id, type: 'function', function: { name: one.tool ?? 'f', arguments: '{}' } },
            })),
          });
        if (act?.kind === 'reply')
          return removeUndefined({ role: 'tool', name: act.tool, tool_call_id: act.id, content: contentOf(act) });
        return { role: act?.kind === 'answer' ? 'assistant' : act?.kind, content: 'Well.' };
      }),
    }),
  ],
  'blocks of Anthropic': [
    'messages',
    (all) => ({
      messages: grouped(all, isCall)
        .flatMap((group) => (group[0] && isCall(group[0]) ? [group] : grouped(group, isReplyAct)))
        .map(([act, ...more]) => {
          if (act?.kind === 'call')
            return {
              role: 'assistant',
              content: [act, ...more].map(({ tool = 'f', id = 'c3' }) => ({
                type: 'tool_use',
                id,
                name: tool,
                input: {},
              })),
            };
          if (act?.kind === 'reply')
            return {
              role: 'user',
              content: [act, ...more].map(({ id = 'c3', ...one }) => ({
                ...{ type: 'tool_result', tool_use_id: id, content: contentOf({ id, ...one }) },
              })),
            };
          return { role: act?.kind === 'answer' ? 'assistant' : 'user', content: 'Well.' };
        }),
    }),
  ],
  ShareGPT: [
    'json',
    (all) => ({
      conversations: all.map((act) => {
        if (act.kind === 'call') return { from: 'function_call', value: `{${nameMemberOf(act)}, "arguments": {}}` };
        if (act.kind === 'reply') return { from: 'observation', value: contentOf(act) };
        return { from: act.kind === 'answer' ? 'gpt' : act.kind === 'user' ? 'human' : 'system', value: 'Well.' };
      }),
    }),
  ],
  'items of the Responses API': [
    'json',
    (all) => ({
      model: 'm',
      input: all.map((act) => {
        if (act.kind === 'call')
          return { type: 'function_call', call_id: act.id ?? 'c3', name: act.tool ?? 'f', arguments: '{}' };
        if (act.kind === 'reply')
          return { type: 'function_call_output', call_id: act.id ?? 'c3', output: contentOf(act) };
        return { type: 'message', role: act.kind === 'answer' ? 'assistant' : act.kind, content: 'Well.' };
      }),
    }),
  ],
  'two conversations in a list': [
    'messages',
    (all) => {
      const half = all.length >> 1;
      const write = single.messages?.[1] as (act: Act) => Json;
      return [all.slice(0, half), all.slice(half)].map((some) => ({ messages: some.map(write) }));
    },
  ],
};

export const lists: Readonly<
  Record<string, readonly [dialect: JsonDialectId, write: (all: readonly Act[]) => Json | readonly Json[]]>
> = {
  ...Object.fromEntries(
    Object.entries(single).map(([name, [dialect, write]]) => [name, [dialect, (all) => all.map(write)]] as const),
  ),
  ...grouping,
};
