import { CallThread, type Thread } from '../model/calls/pairing.ts';
import type { Message } from '../model/message.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { roleSpan } from './support/places.ts';
import { callsWithoutResult } from './support/results.ts';
import type { GroupReport, Rule } from './support/rule.ts';

const message = (tool: string | undefined) =>
  `No reply to this call of \`${tool}\` follows. Add it, unless the transcript stops here to let the tool run.`;

/** Replies that come before the call with their id are reported by other rules, and that many calls are not reported here. */
function check(members: readonly Message[], by: Thread['by'], report: GroupReport): void {
  const thread = new CallThread<Message>(by);
  let early = 0;
  for (const member of members) {
    const answered = thread.take(member);
    if (by === 'id' && member.kind === 'reply' && answered === undefined) early++;
  }
  for (const call of thread.open)
    if (early-- <= 0) report(call.block, attributeNamed(call.header, 'to') ?? roleSpan(call), message(call.tool));
}

/** A call that nothing answers up to the end of the document (2.2 §8.2, A-061): by its id. */
export const rule: Rule = {
  code: 'call-unanswered',
  title: 'Call without reply',
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
      // Where calls have no id: by the tool, first come, first served.
      needs: ['pairsByTool'],
      group: { by: 'tool-pair', check: (members, _context, report) => check(members, 'name', report) },
    },
    callsWithoutResult,
  ],
};
