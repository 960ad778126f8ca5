import { CallThread, type Thread } from '../model/calls/pairing.ts';
import type { Message } from '../model/message.ts';
import type { Waiting } from '../model/message-origin.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { quote } from '../syntax/wording.ts';
import { opener, roleSpan } from './support/places.ts';
import { callsWithoutResult } from './support/results.ts';
import { Aspect, type GroupReport, type Rule } from './support/rule.ts';

const isMissing = (ofTool: string, document: 'transcript' | 'list') =>
  `This call${ofTool} has no reply. Add one, unless the ${document} stops here to let the tool run.`;

const isTooLate = (ofTool: string, remedy: string) =>
  `This call${ofTool} has no reply before the next turn, so chat APIs reject the messages. ${remedy}`;

/** The message for lists, where a reply must come before the next turn. */
const inLists: Readonly<Record<Waiting, (ofTool: string) => string>> = {
  'replied too late': (ofTool) => isTooLate(ofTool, 'Its reply comes later: move it directly after the call.'),
  'over the next turn': (ofTool) => isTooLate(ofTool, 'Add the reply from the tool.'),
  'at the end': (ofTool) => isMissing(ofTool, 'list'),
};

/**
 * Reports calls without a reply. Other rules report a reply that precedes its call, so for each such reply, one call fewer is reported
 * here.
 */
function check(members: readonly Message[], by: Thread['by'], report: GroupReport): void {
  const thread = new CallThread<Message>(by);
  let early = 0;
  for (const member of members) {
    const answered = thread.take(member);
    if (by === 'id' && member.kind === 'reply' && answered === undefined) early++;
  }
  for (const call of thread.open)
    if (early-- <= 0)
      report(
        call.block,
        attributeNamed(call.header, 'to') ?? roleSpan(call),
        isMissing(` to \`${call.tool}\``, 'transcript'),
      );
}

/** Reports a call that has no reply with its id in the document (2.2 §8.2, A-061). */
export const rule: Rule = {
  code: 'call-unanswered',
  title: 'Call without a reply',
  section: '2.2 §8.2',
  level: 'hint',
  levels: { messages: 'warning', 'openchatml-0.1': 'warning', streamed: 'off' },
  needs: ['callIds'],
  projection: 'in-lists',
  group: {
    by: 'call-id',
    check: (members, _context, report) => check(members, 'id', report),
  },
  forms: [
    {
      // Calls without an id are matched with replies by tool, in their order.
      needs: ['pairsByTool'],
      group: { by: 'tool-pair', check: (members, _context, report) => check(members, 'name', report) },
    },
    ...callsWithoutResult,
    {
      needs: [],
      inText: false,
      chats: 'unanswered-calls',
      silentOnPlainValues: true,
      message: {
        when: Aspect.Call,
        check({ block, placed }, _context, report) {
          const { waiting, api } = placed ?? {};
          if (waiting === undefined) return;
          const ofTool = api?.name ? ` to ${quote(api.name)}` : '';
          report(opener(block), inLists[waiting](ofTool), waiting === 'at the end' ? { milder: 'hint' } : undefined);
        },
      },
    },
  ],
};
