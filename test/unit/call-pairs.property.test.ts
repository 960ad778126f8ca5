/**
 * All features agree on which reply answers which call. The test compares problems, the call graph, `inspect --calls`, streams and
 * conversions on random conversations of every form.
 *
 * Ids and names may be missing, repeated or abbreviated.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Checker } from '../../server/src/checker/checker.ts';
import type { DocumentChecker } from '../../server/src/checker/document-checker.ts';
import { JsonChecker } from '../../server/src/checker/json/checker.ts';
import { type ConversationMessage, calledTool, isReply } from '../../server/src/convert/conversation.ts';
import { callsOfReplies, isAround } from '../../server/src/convert/pairs.ts';
import { repliesTo, type Source } from '../../server/src/features/graph/graph.ts';
import { jsonSource } from '../../server/src/features/graph/json-source.ts';
import { textSource } from '../../server/src/features/graph/text-source.ts';
import { documentFixes } from '../../server/src/fixes/document-fixes.ts';
import { applyEdits } from '../../server/src/fixes/proof/replacement.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { callsIn } from '../../server/src/inspect/calls.ts';
import { conversationsIn } from '../../server/src/inspect/conversations.ts';
import type { Half } from '../../server/src/model/graph/index.ts';
import { TranscriptStream } from '../../server/src/stream/stream.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { type Act, acts, lists, texts } from '../support/call-pairs.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(1500);
const seed = seedOf(20_261_124);

/** The calls with their offsets and ids, and for each reply, in order, the index of the call that it answers. */
interface Pairs {
  readonly calls: readonly { readonly at: number; readonly id: string | undefined }[];
  readonly answers: readonly (number | undefined)[];
  /** The offsets at which the replies begin. */
  readonly replies: readonly number[];
}

/** Returns the calls and replies that the call graph pairs. */
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

function pairsInText(transcript: Transcript, checker: Checker): Pairs {
  let start = 0;
  const holders = [...transcript.blocks].map((block) => {
    start += block.text.length;
    return [block, start - block.text.length] as const;
  });
  return inGraph(textSource(transcript, checker), holders);
}

const pairsInJson = (document: JsonDocument): Pairs =>
  inGraph(
    jsonSource(document),
    document.units.map((unit) => [unit, 0] as const),
  );

const checkerOf = (transcript: Transcript) =>
  new Checker(transcript, { strict: false, levels: {} }, (code, cause) => {
    throw new Error(`${code} threw`, { cause });
  });

function graphOfText(text: string, dialect: DialectId): Pairs {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect });
  return pairsInText(transcript, checkerOf(transcript));
}

/** Returns, for each reply, the index of the call with which conversions pair it. */
function inConversion(messages: readonly ConversationMessage[], withoutIds: 'name' | 'order'): Pairs['answers'] {
  const calls = messages.filter((one) => calledTool(one) !== undefined);
  const pairs = callsOfReplies(messages, withoutIds);
  const replies = messages.filter((one, i) => isReply(one) && !isAround(one, messages[i + 1]));
  return replies.map((one) => {
    const call = pairs.get(one);
    return call && calls.indexOf(call);
  });
}

/** Compares the results of all features for a document with its call graph. The offsets of `problems` are relative to the document. */
function compare(
  all: readonly Act[],
  document: Transcript | JsonDocument,
  { calls, answers, replies: places }: Pairs,
  problems: readonly { readonly code: string; readonly at: number; readonly message: string }[],
): void {
  const answered = new Set(answers);
  let before = 0;
  const inConversions = [...conversationsIn(document)].flatMap(({ messages, withoutIds }) => {
    const found = inConversion(messages, withoutIds).map((call) => (call === undefined ? undefined : call + before));
    before += messages.filter((one) => calledTool(one) !== undefined).length;
    return found;
  });
  assert.deepEqual(inConversions, answers, 'conversions and call graph');
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
  for (const { code, at, message } of problems) {
    if (code !== 'call-unanswered') continue;
    const i = callAt(at);
    // In lists for chat APIs, a reply must come before the next turn. If two calls share an id, the repeated id is reported instead.
    const comesLater = message.includes('Its reply comes later');
    if (comesLater && calls.filter(({ id }) => id === calls[i]?.id).length > 1) continue;
    assert.equal(answered.has(i), comesLater, `call ${i}: ${message}`);
  }
  for (const { code, at, message } of problems) {
    if (code !== 'call-id-unmatched' && !(code === 'function-order' && /^(?:No|Every) call/.test(message))) continue;
    const i = places.findLastIndex((place) => place <= at);
    assert.equal(answers[i], undefined, `reply ${i} answers a call, and is reported: ${message}`);
  }
}

/** Returns the ids or tools of replies that come before their call. Such a reply is reported instead of the open call. */
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
        const checker = checkerOf(transcript);
        const problems = checker.problems(1e9).problems.map((placed) => ({
          ...placed.problem,
          at: checker.offsetOf(placed) + placed.problem.start,
        }));
        const pairs = pairsInText(transcript, checker);
        compare(all, transcript, pairs, problems);
        fixesAgree(transcript, checker, pairs, (after) => graphOfText(after, dialect));
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

/** Codes whose fixes set the id or the name of a reply to that of a call. */
const pairingCodes = new Set(['call-id-missing', 'call-id-unmatched', 'tool-name-missing', 'tool-name-mismatch']);

/**
 * Checks fixes that give a reply the id or the tool of a call. In the result, the reply must answer a call, according to the call graph.
 *
 * If the fix sets an id, no other reply may answer that call already. No other reply may lose its call.
 */
function fixesAgree(
  document: Transcript | JsonDocument,
  checker: Checker | JsonChecker,
  { calls, answers, replies }: Pairs,
  pairsOf: (text: string) => Pairs,
): void {
  const fixes = documentFixes(document, checker);
  for (const placed of (checker as DocumentChecker).problems(1e9).problems) {
    if (!pairingCodes.has(placed.problem.code)) continue;
    const at = (checker as DocumentChecker).offsetOf(placed) + placed.problem.start;
    const reply = replies.findLastIndex((place) => place <= at);
    for (const { title, edits } of fixes.of(placed)) {
      if (!/`, the (?:id of the|tool of its)/.test(title)) continue;
      const after = pairsOf(applyEdits(document.getText(), edits));
      const call = after.answers[reply];
      assert.notEqual(call, undefined, `${title}: reply ${reply} answers nothing`);
      // Without ids, replies to a tool answer its calls in order, so one more reply shifts the replies after it.
      const isShared = answers.some((one, i) => i !== reply && one === call && call !== undefined && calls[call]?.id);
      assert.ok(!isShared || call === answers[reply], `${title}: call ${call} is answered`);
      if (after.answers.length !== answers.length) continue;
      const lost = answers.findIndex((one, i) => one !== undefined && after.answers[i] === undefined);
      assert.equal(lost, -1, `${title}: reply ${lost} answers nothing any more`);
    }
  }
}

/** Asserts that a stream that is interrupted cancels the calls that are still open. */
function streamed(text: string, dialect: DialectId, { calls, answers }: Pairs, size: number): void {
  const cancelled: string[] = [];
  const stream = new TranscriptStream(
    ({ event, call_id: id = '', reason }) => event === 'tool.cancel' && cancelled.push(`${id} ${reason}`),
    { choice: { dialect } },
  );
  for (let at = 0; at < text.length; at += size + 1) stream.write(text.slice(at, at + size + 1));
  // This opener completes the last message.
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

/**
 * Asserts that each open call of a list is reported. In training rows, a call may be the last message.
 *
 * Nothing is asserted if a reply answers no call, if a call has two replies, or if an id occurs twice: those faults are reported instead.
 */
function areReported({ calls, answers }: Pairs, problems: Parameters<typeof compare>[3]): void {
  const answered = new Set(answers);
  const ids = calls.flatMap(({ id }) => id ?? []);
  if (answered.has(undefined) || answered.size < answers.length || new Set(ids).size < ids.length) return;
  const reported = new Set(
    problems.flatMap(({ code, at }) =>
      code === 'call-unanswered' || code === 'call-id-missing' ? calls.findLastIndex((call) => call.at <= at) : [],
    ),
  );
  for (const [i] of calls.entries())
    if (!answered.has(i)) assert.ok(reported.has(i), `call ${i} is open, and not reported`);
}

for (const [name, [dialect, write]] of Object.entries(lists)) {
  test(`calls and replies in ${name}`, () => {
    fc.assert(
      fc.property(acts, (all) => {
        const text = JSON.stringify(write(all));
        const document = new JsonDocument('test:', 'json', 0, text, dialect, false);
        const checker = new JsonChecker(document, { strict: false, levels: {} }, (code, cause) => {
          throw new Error(`${code} threw`, { cause });
        });
        const problems = checker.problems(1e9).problems.map((placed) => ({
          ...placed.problem,
          at: checker.offsetOf(placed) + placed.problem.start,
        }));
        const pairs = pairsInJson(document);
        compare(all, document, pairs, problems);
        fixesAgree(document, checker, pairs, (after) =>
          pairsInJson(new JsonDocument('test:', 'json', 0, after, dialect, false)),
        );
        if (name !== 'ShareGPT') areReported(pairs, problems);
      }),
      { numRuns, seed },
    );
  });
}
