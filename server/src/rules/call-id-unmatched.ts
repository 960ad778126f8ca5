import { userRole } from '../grammar/index.ts';
import { CallThread } from '../model/calls/pairing.ts';
import { mayBeOneTool } from '../model/calls/tool-names.ts';
import { headerInfo, type Message } from '../model/message.ts';
import { belongsToTurn } from '../model/turns.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import { quote } from '../syntax/wording.ts';
import { repliesWithoutCall } from './support/part-replies.ts';
import { roleSpan } from './support/places.ts';
import { noCallTo } from './support/reply-faults.ts';
import type { Rule } from './support/rule.ts';

/** The maximum number of open calls and of called tools. If there are more, replies are not matched to calls. */
const MAX_OPEN_CALLS = 50;

/**
 * Finds replies whose tool has not been called, in an exchange without ids. `open`: the tools of earlier calls that never received a reply.
 * If any of these calls are in the turn of the reply, only those count.
 */
function strays(
  members: readonly Message[],
  blocks: BlockSequence,
): { readonly reply: Message; readonly open: readonly string[] }[] {
  const called = new Set<string>();
  const open: { readonly tool: string; readonly turn: number }[] = [];
  const strayReplies: { reply: Message; turn: number; before: typeof open }[] = [];
  let turn = 0;
  for (const [i, member] of members.entries()) {
    const { kind, tool: name = '' } = member;
    if (i > 0 && isTurnBetween(members[i - 1] as Message, member, blocks)) turn++;
    if (kind === 'call') {
      called.add(name);
      open.push({ tool: name, turn });
      if (called.size > MAX_OPEN_CALLS || open.length > MAX_OPEN_CALLS) return [];
      continue;
    }
    const call = open.findIndex(({ tool }) => mayBeOneTool(tool, name));
    if (call >= 0) open.splice(call, 1);
    else if (![...called].some((tool) => mayBeOneTool(tool, name)))
      strayReplies.push({ reply: member, turn, before: [...open] });
  }
  return strayReplies.map(({ reply, turn, before }) => {
    const openCalls = before.filter((call) => open.includes(call));
    const near = openCalls.filter((call) => call.turn === turn);
    return { reply, open: (near.length > 0 ? near : openCalls).map(({ tool }) => tool) };
  });
}

/**
 * Whether a message of another turn lies between two messages. Whole turns are not walked, since that would take quadratic time in long
 * turns.
 */
function isTurnBetween(before: Message, after: Message, blocks: BlockSequence): boolean {
  const to = blocks.placeOf(after.block)?.index ?? 0;
  for (let i = (blocks.placeOf(before.block)?.index ?? to) + 1; i < to; i++)
    if (!belongsToTurn(blocks.at(i) as Block)) return true;
  return false;
}

/**
 * Whether the preceding message belongs to the same exchange. If not, the document may begin in the middle of an exchange, after the call.
 */
function isBegun({ block }: Message, blocks: BlockSequence): boolean {
  const place = blocks.placeOf(block);
  const before = place && place.index > 0 ? blocks.at(place.index - 1) : undefined;
  // The preceding message may be the call itself, without its recipient.
  if (before?.kind !== 'message' || before.terminator === 'call') return false;
  return belongsToTurn(before) || headerInfo(before).role === userRole;
}

/** Reports a reply without a preceding call (2.2 §8.2). If the call lacks its id, `call-id-missing` reports that at the call. */
export const rule: Rule = {
  code: 'call-id-unmatched',
  title: 'Reply without an earlier call',
  section: '2.2 §8.2',
  level: 'error',
  needs: ['callIds'],
  projection: 'in-order',
  chats: 'conversation',
  silentOnPlainValues: true,
  forms: [
    {
      // Calls without ids are matched by tool. A document that begins in the middle may lack the call.
      needs: ['pairsByTool'],
      group: {
        by: 'tool-turn',
        check(members, { blocks }, report) {
          const [first] = members;
          const begun = first !== undefined && isBegun(first, blocks);
          for (const { reply, open } of strays(members, blocks)) {
            // A block that lacks its opener may lack other parts as well.
            if ((!begun && open.length === 0) || has(reply.block, Trait.StartMissing)) continue;
            const { message, ...extra } = noCallTo(reply.tool ?? '', open);
            report(reply.block, attributeNamed(reply.header, 'name') ?? roleSpan(reply), message, extra);
          }
        },
      },
    },
    repliesWithoutCall,
  ],
  group: {
    by: 'call-id',
    check(members, context, report) {
      const comesLater = members.some(({ kind }) => kind === 'call');
      const thread = new CallThread<Message>('id');
      for (const reply of members) {
        if (thread.take(reply) !== undefined || reply.kind === 'call' || context.lostBefore?.(reply)) continue;
        report(
          reply.block,
          attributeNamed(reply.header, 'call_id') ?? roleSpan(reply),
          comesLater
            ? `The call with the id ${quote(reply.callId ?? '')} comes after this reply, and a reply must follow its call. Move the reply after the call.`
            : `No earlier call has the id ${quote(reply.callId ?? '')}, so this reply belongs to no call. Write the id of the call that it answers.`,
        );
      }
    },
  },
};
