/**
 * Which reply answers which call has one answer: problems, call graph, `inspect --calls`, streams and conversions agree on random
 * conversations of every form, whatever ids and names are missing, repeated or written in part.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Checker } from '../../server/src/checker/checker.ts';
import { JsonChecker } from '../../server/src/checker/json/checker.ts';
import { type ConversationMessage, calledTool, isReply } from '../../server/src/convert/conversation.ts';
import { callsOfReplies, isAround } from '../../server/src/convert/pairs.ts';
import { repliesTo, type Source } from '../../server/src/features/graph/graph.ts';
import { jsonSource } from '../../server/src/features/graph/json-source.ts';
import { textSource } from '../../server/src/features/graph/text-source.ts';
import type { DialectId, JsonDialectId } from '../../server/src/grammar/index.ts';
import { conversationsIn } from '../../server/src/inspect/conversations.ts';
import { callsIn } from '../../server/src/inspect/inspect.ts';
import type { Half } from '../../server/src/model/graph/index.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(1500);
const seed = seedOf(20_261_124);

/** A message of a conversation; ids and names can be missing, or those of others. */
interface Act {
  readonly kind: 'call' | 'reply' | 'user' | 'answer' | 'system';
  readonly tool: string | undefined;
  readonly id: string | undefined;
  /** The name has the namespace of functions before it. */
  readonly full: boolean;
  readonly cancelled: boolean;
}

const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('call', 'call', 'call', 'reply', 'reply', 'reply', 'reply', 'user', 'answer', 'system'),
    tool: fc.constantFrom('f', 'f', 'g', undefined),
    id: fc.constantFrom('c1', 'c2', undefined, undefined, undefined),
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
const named = ({ tool = 'f' }: Act) => `"name": "${tool}"`;
const object = (act: Act) => `{${act.tool === undefined ? '' : `${named(act)}, `}"content": ${contentOf(act)}}`;

const texts: Readonly<Record<string, readonly [dialect: DialectId, write: (act: Act) => string]>> = {
  'OpenChatML 2.2': ['openchatml-2.2', (act) => in2(act, byName)],
  Harmony: ['harmony', (act) => in2(act, byRole)],
  'Harmony with tools': ['harmony', (act) => in2(act, byName)],
  'functions of 0.1': [
    'openchatml-0.1',
    (act) =>
      inChatml(
        act,
        (call) => `<|function_call|>\n{${named(call)}, "arguments": {}}`,
        (reply) => `<|im_start|>tool\n<|function_output|>\n${object(reply)}\n<|im_end|>\n`,
      ),
  ],
  'tags of ChatML': [
    'openchatml-0.1',
    (act) =>
      inChatml(
        act,
        (call) => `<tool_call>\n{${named(call)}, "arguments": {}}\n</tool_call>`,
        (reply) =>
          `<|im_start|>${reply.full ? 'user' : 'tool'}\n<tool_response>\n${reply.tool === undefined ? contentOf(reply) : object(reply)}\n</tool_response>${reply.id === 'c2' ? '\nThanks.' : ''}\n<|im_end|>\n`,
      ),
  ],
  'messages of tools in ChatML': [
    'openchatml-0.1',
    (act) =>
      inChatml(
        act,
        (call) => `<tool_call>\n{${named(call)}, "arguments": {}}\n</tool_call>`,
        (reply) =>
          `<|im_start|>tool${reply.tool === undefined ? '' : ` name=${reply.tool}`}\n${contentOf(reply)}\n<|im_end|>\n`,
      ),
  ],
  'Llama 3': [
    'llama3',
    (act) => {
      const frame = (role: string, body: string, end = '<|eot_id|>') =>
        `<|start_header_id|>${role}<|end_header_id|>\n\n${body}${end}`;
      if (act.kind === 'call') return frame('assistant', `{${named(act)}, "parameters": {}}`, '<|eom_id|>');
      if (act.kind === 'reply') return frame('ipython', contentOf(act));
      return frame(act.kind === 'answer' ? 'assistant' : act.kind, 'Well.');
    },
  ],
};

type Json = { readonly [key: string]: unknown };

/** Without what is undefined. */
const made = (members: Json): Json => JSON.parse(JSON.stringify(members)) as Json;

const lists: Readonly<Record<string, readonly [dialect: JsonDialectId, write: (act: Act) => Json]>> = {
  'the JSON projection': [
    'openchatml-json',
    (act) => {
      if (act.kind === 'call')
        return made({
          ...{ role: 'assistant', channel: 'commentary' },
          tool_call: { id: act.id, recipient: nameOf(act), content_type: 'json', arguments: '{}' },
        });
      if (act.kind === 'reply')
        return made({
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
        return made({
          role: 'assistant',
          content: null,
          tool_calls: [{ id: act.id, type: 'function', function: { name: act.tool ?? 'f', arguments: '{}' } }],
        });
      if (act.kind === 'reply')
        return made({ role: 'tool', name: act.tool, tool_call_id: act.id, content: contentOf(act) });
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

/** For each reply in order, the number of the call that it answers; and which calls are there, with their places. */
interface Pairs {
  readonly calls: readonly { readonly at: number; readonly id: string | undefined }[];
  readonly answers: readonly (number | undefined)[];
  /** Where the replies begin. */
  readonly replies: readonly number[];
}

/** What the call graph says. */
function inGraph<Holder>(source: Source<Holder>, holders: Iterable<readonly [Holder, start: number]>): Pairs {
  const calls: { at: number; id: string | undefined; half: Half; holder: Holder }[] = [];
  const replies: { at: number; half: Half }[] = [];
  for (const [holder, start] of holders)
    for (const half of source.factsOf(holder).halves)
      if (half.kind === 'reply') replies.push({ at: start + half.start, half });
      else calls.push({ at: start + half.start, id: half.callId, half, holder });
  const answered = new Map<Half, number>();
  calls.forEach(({ half, holder }, i) => {
    for (const reply of repliesTo(source, { half, holder })) answered.set(reply.half, i);
  });
  return { calls, answers: replies.map(({ half }) => answered.get(half)), replies: replies.map(({ at }) => at) };
}

/** What conversions say. */
function inConversion(messages: readonly ConversationMessage[], withoutIds: 'name' | 'order'): Pairs['answers'] {
  const calls = messages.filter((one) => calledTool(one) !== undefined);
  const pairs = callsOfReplies(messages, withoutIds);
  const replies = messages.filter((one, i) => isReply(one) && !isAround(one, messages[i + 1]));
  return replies.map((one) => {
    const call = pairs.get(one);
    return call && calls.indexOf(call);
  });
}

/** Compares everything that can be asked of a document with its graph. `problems`: with their places. */
function compare(
  all: readonly Act[],
  document: Transcript | JsonDocument,
  { calls, answers, replies: places }: Pairs,
  problems: readonly { readonly code: string; readonly at: number; readonly message: string }[],
): void {
  const answered = new Set(answers);
  const [talk] = [...conversationsIn(document)];
  if (talk !== undefined)
    assert.deepEqual(inConversion(talk.messages, talk.withoutIds), answers, 'conversions and call graph');
  const listed = callsIn(document);
  const replies = all.filter(({ kind }) => kind === 'reply');
  const statusAt = (call: number) => {
    const reply = replies[answers.lastIndexOf(call)];
    return reply?.cancelled ? 'cancelled' : reply ? 'answered' : 'open';
  };
  assert.deepEqual(
    listed.map(({ status }) => status),
    calls.map((_, i) => statusAt(i)),
    'inspect and call graph',
  );
  const callAt = (at: number) => calls.findLastIndex((call) => call.at <= at);
  const reported = new Set(
    problems.flatMap(({ code, at, message }) =>
      // In lists for chat APIs, a reply must come before the next turn.
      code === 'call-unanswered' && !message.includes('comes before the next turn') ? callAt(at) : [],
    ),
  );
  for (const i of reported) assert.ok(!answered.has(i), `call ${i} is answered, and reported`);
  for (const { code, at, message } of problems) {
    if (code !== 'call-id-unmatched' && !(code === 'function-order' && /^(?:No|Every) call/.test(message))) continue;
    const i = places.findLastIndex((place) => place <= at);
    assert.equal(answers[i], undefined, `reply ${i} answers a call, and is reported: ${message}`);
  }
}

/** The open calls whose thread has no reply that comes too early, which is what is reported then. */
const early = (all: readonly Act[], isByTool: boolean) => {
  const called = new Set<string>();
  const orphans = new Set<string>();
  for (const { kind, id, tool = 'f' } of all) {
    if (kind !== 'call' && kind !== 'reply') continue;
    const key = id ?? (isByTool ? `tool ${tool}` : undefined);
    if (key === undefined) continue;
    if (kind === 'call') called.add(key);
    else if (!called.has(key) && id !== undefined) orphans.add(key);
  }
  return orphans;
};

for (const [name, [dialect, write]] of Object.entries(texts)) {
  test(`calls and replies in ${name}`, () => {
    fc.assert(
      fc.property(acts, fc.nat({ max: 40 }), (all, size) => {
        const text = all.map(write).join('');
        const transcript = new Transcript('test:', 'ocml', 0, text, { dialect });
        const checker = new Checker(transcript, { strict: false, levels: {} }, (code, cause) => {
          throw new Error(`${code} threw`, { cause });
        });
        const problems = checker.problems(1e9).problems.map((placed) => ({
          ...placed.problem,
          at: checker.offsetOf(placed) + placed.problem.start,
        }));
        let start = 0;
        const holders = [...transcript.blocks].map((block) => {
          start += block.text.length;
          return [block, start - block.text.length] as const;
        });
        const pairs = inGraph(textSource(transcript, checker), holders);
        compare(all, transcript, pairs, problems);
        const { has } = transcript.family;
        if (!has.channels) return;
        const answered = new Set(pairs.answers);
        const orphans = early(all, has.pairsByTool);
        const open = pairs.calls.filter((_, i) => !answered.has(i));
        const unanswered = new Set(
          problems.flatMap(({ code, at }) =>
            code === 'call-unanswered' ? (pairs.calls.findLast((call) => call.at <= at)?.at ?? -1) : [],
          ),
        );
        const expected = open.filter(({ id }) => (id === undefined ? has.pairsByTool : !orphans.has(id)));
        for (const { at } of expected) assert.ok(unanswered.has(at), `the open call at ${at} is not reported`);
        streamed(text, dialect, pairs, size);
      }),
      { numRuns, seed },
    );
  });
}

/** A stream cancels what is open once it is interrupted, and what a reply says was cancelled. */
function streamed(text: string, dialect: DialectId, { calls, answers }: Pairs, size: number): void {
  const cancelled: string[] = [];
  const stream = new TranscriptStream(
    ({ event, call_id: id = '', reason }) => event === 'tool.cancel' && cancelled.push(`${id} ${reason}`),
    { choice: { dialect } },
  );
  for (let at = 0; at < text.length; at += size + 1) stream.write(text.slice(at, at + size + 1));
  // The last message is over.
  stream.write('<|start|>');
  stream.cancel('interrupted');
  const listed = callsIn(new Transcript('test:', 'ocml', 0, text, { dialect }));
  const answered = new Set(answers);
  const expected = calls.flatMap(({ id }, i) =>
    (id === undefined && dialect !== 'harmony') || answered.has(i) ? [] : `${listed[i]?.id} interrupted`,
  );
  assert.deepEqual(
    cancelled.filter((one) => one.endsWith(' interrupted')),
    expected,
    'what a stream cancels',
  );
}

for (const [name, [dialect, write]] of Object.entries(lists)) {
  test(`calls and replies in ${name}`, () => {
    fc.assert(
      fc.property(acts, (all) => {
        const text = JSON.stringify(all.map(write));
        const document = new JsonDocument('test:', 'json', 0, text, dialect, false);
        const checker = new JsonChecker(document, { strict: false, levels: {} }, (code, cause) => {
          throw new Error(`${code} threw`, { cause });
        });
        const problems = checker.problems(1e9).problems.map((placed) => ({
          ...placed.problem,
          at: checker.offsetOf(placed) + placed.problem.start,
        }));
        const source = jsonSource(document);
        compare(
          all,
          document,
          inGraph(
            source,
            document.units.map((unit) => [unit, 0] as const),
          ),
          problems,
        );
      }),
      { numRuns, seed },
    );
  });
}
