import { userRole } from '../grammar/index.ts';
import { type Message, meaning } from '../model/message.ts';
import { inTurn } from '../model/turns.ts';
import { has, Trait } from '../syntax/block.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import type { BlockSequence } from '../syntax/sequence.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { quote } from '../syntax/wording.ts';
import { roleSpan } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Whether two names may be of one tool: equal, or one is the other without a namespace or without a function. */
function mayBeSame(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || long.startsWith(`${short}.`) || long.endsWith(`.${short}`);
}

/** Where more calls are open at a time, or more tools are called, nothing is told of which reply is whose. */
const most = 50;

/** Replies to tools that have not been called, and the tools before them whose calls have no reply, in an exchange without ids. */
function strays(members: readonly Message[]): { readonly reply: Message; readonly open: readonly string[] }[] {
  const called = new Set<string>();
  const open: string[] = [];
  const found: { reply: Message; before: readonly string[] }[] = [];
  for (const member of members) {
    const { kind, tool: name = '' } = member;
    if (kind === 'call') {
      called.add(name);
      open.push(name);
      if (called.size > most || open.length > most) return [];
      continue;
    }
    const call = open.findIndex((tool) => mayBeSame(tool, name));
    if (call >= 0) open.splice(call, 1);
    else if (![...called].some((tool) => mayBeSame(tool, name))) found.push({ reply: member, before: [...open] });
  }
  return found.map(({ reply, before }) => ({ reply, open: before.filter((tool) => open.includes(tool)) }));
}

/** Whether the message before one is of its conversation: otherwise the document may begin after the call. */
function isBegun({ block }: Message, blocks: BlockSequence): boolean {
  const place = blocks.placeOf(block);
  const before = place && place.index > 0 ? blocks.at(place.index - 1) : undefined;
  // A call that lost its recipient may be what is answered.
  if (before?.kind !== 'message' || before.terminator === 'call') return false;
  return inTurn(before) || meaning(before).role === userRole;
}

/** A reply to a call that is not before it (2.2 §8.2). If the call lost its id, `call-id-missing` says so there. */
export const rule: Rule = {
  code: 'call-id-unmatched',
  title: 'Reply without an earlier call',
  section: '2.2 §8.2',
  level: 'error',
  needs: ['callIds'],
  projection: 'in-order',
  chats: 'conversation',
  forms: [
    {
      // Without ids, by the tool. A document that begins in the middle may lack the call.
      needs: ['pairsByTool'],
      group: {
        by: 'tool-turn',
        check(members, { blocks }, report) {
          const [first] = members;
          const begun = first !== undefined && isBegun(first, blocks);
          for (const { reply, open } of strays(members)) {
            // What lacks its opener may lack more.
            if ((!begun && open.length === 0) || has(reply.block, Trait.StartMissing)) continue;
            const meant = closest(reply.tool ?? '', open) ?? open[0];
            const remedy =
              meant === undefined
                ? 'Write the name of the tool that was called, or add the call.'
                : `The call of ${quote(meant)} has no reply; if this is it, write ${quote(meant)}.`;
            report(
              reply.block,
              attributeNamed(reply.header, 'name') ?? roleSpan(reply),
              `No call of ${quote(reply.tool ?? '')} comes before this reply. ${remedy}`,
              { milder: 'warning', ...(meant !== undefined && { data: { suggestion: meant } }) },
            );
          }
        },
      },
    },
  ],
  group: {
    by: 'call-id',
    check(members, context, report) {
      const comesLater = members.some(({ kind }) => kind === 'call');
      for (const reply of members) {
        if (reply.kind === 'call') return;
        if (context.lostBefore?.(reply)) continue;
        report(
          reply.block,
          attributeNamed(reply.header, 'call_id') ?? roleSpan(reply),
          comesLater
            ? `The call with the id ${quote(reply.callId ?? '')} comes after this reply, and a reply must follow its call. Move the reply after it.`
            : `No earlier call has the id ${quote(reply.callId ?? '')}, so this replies to nothing. Write the id of the call that it answers.`,
        );
      }
    },
  },
};
