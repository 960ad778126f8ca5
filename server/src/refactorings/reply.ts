/** Inserts the replies to unanswered calls, with a body to fill in. */
import { insert } from '../fixes/fix.ts';
import { callChannel, modelRole } from '../grammar/index.ts';
import { bodyCalls } from '../model/calls/body-calls.ts';
import { functionName, functionParts } from '../model/calls/functions.ts';
import { CallPairing, withoutIdsIn } from '../model/calls/pairing.ts';
import { taggedCalls } from '../model/calls/tagged-calls.ts';
import { graphFacts, type Half } from '../model/graph/index.ts';
import { headerInfo, type Message, message } from '../model/message.ts';
import type { Context } from '../rules/support/rule.ts';
import type { Block } from '../syntax/block.ts';
import type { Family } from '../syntax/families/family.ts';
import { closer, isRefusal, plainly, replyRole, writeHeader } from '../write/index.ts';
import { isWhole, type Refactoring } from './refactoring.ts';

export const insertReply: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'caret',
  propose({ block, context }) {
    const run = runAround(block, context);
    if (!run.every(isWhole)) return [];
    const waiting = unanswered(run);
    const texts = waiting.flatMap((call) => repliesTo(message(call), block.family));
    const last = run.at(-1);
    if (last === undefined || !waiting.includes(block) || texts.length === 0) return [];
    const { between } = block.family.frame;
    return [
      {
        title: `Add ${texts.length === 1 ? 'a reply to this call' : `replies to the ${texts.length} open calls, each`} with a body to fill in`,
        edits: [insert(last.end, texts.map((text) => between + text).join(''), last)],
        changesBody: true,
      },
    ];
  },
};

const MAX_RUN_LENGTH = 200;

/**
 * The message, with the calls and replies directly before and after it. Once one of these calls has a reply, all of them should have one.
 */
function runAround(block: Block, { blocks }: Context): Block[] {
  const run = [block];
  const index = blocks.placeOf(block)?.index ?? 0;
  const isPart = (one: Block | undefined): one is Block => one?.kind === 'message' && headerInfo(one).kind !== 'plain';
  for (let i = index - 1; run.length < MAX_RUN_LENGTH; i--) {
    const one = i < 0 ? undefined : blocks.at(i);
    if (!isPart(one)) break;
    run.unshift(one);
  }
  for (let i = index + 1; run.length < MAX_RUN_LENGTH; i++) {
    const one = blocks.at(i);
    if (!isPart(one)) break;
    run.push(one);
  }
  return run;
}

/** The messages in a run that contain a call without a reply in that run. */
function unanswered(run: readonly Block[]): Block[] {
  const [first] = run;
  if (first === undefined) return [];
  const pairing = new CallPairing<Half>(withoutIdsIn(first.family));
  const holders = new Map<Half, Block>();
  const answered = new Set<Block | undefined>();
  for (const block of run) {
    for (const half of graphFacts(block).halves) {
      holders.set(half, block);
      const call = pairing.take(half)?.call;
      if (call) answered.add(holders.get(call));
    }
  }
  return run.filter((block) => headerInfo(block).kind !== 'reply' && !answered.has(block));
}

/** The body of a reply in 2.2: an envelope (§8). Replies in other families have no envelope. */
const envelope = '{"ok": true, "content": null, "error": null}';

/** Empty replies to the calls in a message, in the format of its family. */
function repliesTo(call: Message, family: Family): string[] {
  const attributes = new Map<string, string>();
  if (family.has.channels && call.tool !== undefined) attributes.set('name', call.tool);
  if (call.callId !== undefined) attributes.set('call_id', call.callId);
  const channel = family.has.channels ? callChannel : undefined;
  const header = writeHeader({ ...plainly(replyRole(family), ''), attributes, channel }, family);
  if (isRefusal(header)) return [];
  const lineBreak = family.frame.breakAfter ? '\n' : '';
  return bodiesOf(call, family).map((body) => header + body + lineBreak + closer(family, false).text);
}

function bodiesOf(call: Message, { has }: Family): string[] {
  if (call.role !== modelRole) return [];
  if (has.channels) return call.kind === 'call' ? [has.documentHeader ? envelope : '{}'] : [];
  const inTokens = functionParts(call.body, modelRole)
    .filter(({ token }) => token.name === 'function_call')
    .flatMap(({ values }) => values.map(({ value }) => `<|function_output|>\n${contentOf(functionName(value))}`));
  const inTags = taggedCalls(call.body, modelRole).map(
    ({ name }) => `<tool_response>\n${contentOf(name?.value)}\n</tool_response>`,
  );
  const inBody = has.bodyCalls ? bodyCalls(call.body).flatMap(({ doubt }) => (doubt ? [] : '{}')) : [];
  return [...inTokens, ...inTags, ...inBody];
}

/** The result of a function in the format of 0.1 §8.3 and of the Hermes and Qwen templates. */
const contentOf = (name: string | undefined) => `{"name": ${JSON.stringify(name ?? '')}, "content": null}`;
