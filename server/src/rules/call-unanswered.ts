import type { Message } from '../model/message.ts';
import { pairs } from '../model/pairs.ts';
import { attributeNamed } from '../syntax/message-header.ts';
import { roleSpan } from './support/places.ts';
import type { GroupReport, Rule } from './support/rule.ts';

const message = (tool: string | undefined) =>
  `No reply to this call of \`${tool}\` follows. Add it, unless the transcript stops here to let the tool run.`;

/** `early`: how many replies come before their calls, which other rules report. */
function check(members: readonly Message[], report: GroupReport, early = 0): void {
  let told = early;
  for (const { call, reply } of pairs(members)) {
    if (reply === undefined && told-- <= 0)
      report(call.block, attributeNamed(call.header, 'to') ?? roleSpan(call), message(call.tool));
  }
}

/** A call that nothing answers up to the end of the document (2.2 §8.2, A-061): by its id. */
export const rule: Rule = {
  code: 'call-unanswered',
  title: 'Call without reply',
  section: '2.2 §8.2',
  level: 'hint',
  levels: { messages: 'warning' },
  needs: ['callIds'],
  projection: 'in-lists',
  group: {
    by: 'call-id',
    check: (members, _context, report) =>
      check(
        members,
        report,
        members.findIndex(({ kind }) => kind === 'call'),
      ),
  },
  forms: [
    {
      // Where calls have no id: by the tool, first come, first served.
      needs: ['pairsByTool'],
      group: { by: 'tool-pair', check: (members, _context, report) => check(members, report) },
    },
  ],
};
