import { channels, modelRole } from '../grammar/index.ts';
import { wordsOf } from '../model/message-origin.ts';
import { isToolRole, ungluedRole } from '../syntax/message-header.ts';
import { quote } from '../syntax/wording.ts';
import { losesRecipient, sendingSpan } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';
import { holdsSeam } from './support/seam.ts';

const channelNames: ReadonlySet<string> = new Set(channels.map(({ name }) => name));

/** Reports a message that is sent to a tool, by `<|call|>` or a `tool_call`, but does not name the tool (2.2 §3, §6, §10). */
export const rule: Rule = {
  code: 'call-no-recipient',
  title: '`<|call|>` on a message that is not a tool call',
  section: '2.2 §3, §6',
  level: 'error',
  needs: ['channels'],
  projection: 'any',
  message: {
    when: Aspect.Called,
    check(message, _context, report) {
      const { role, kind, placed, block } = message;
      if ((placed ? placed.namesTool : kind === 'call') || role === undefined || holdsSeam(block)) return;
      if (message.header.faults.some(losesRecipient)) return;
      const { sending, to, unsend } = wordsOf(message);
      // In Harmony, any word before `to=` is the name of a tool.
      const suggestion = ungluedRole(role);
      if (suggestion !== undefined) {
        const says = `${quote(role)} is read as the name of a tool, and a tool cannot call another. Write ${quote(suggestion)}.`;
        report(message.header.role ?? sendingSpan(message), says, { data: { suggestion } });
        return;
      }
      const { recipient } = message.header;
      if (role !== modelRole && recipient !== undefined && isToolRole(recipient)) {
        const channel = channelNames.has(role) ? `, and ${quote(role)} after \`<|channel|>\`` : '';
        const says = `Only the assistant calls tools, but the role here is ${quote(role)}. If the assistant makes this call, write \`${modelRole}\` as the role${channel}; otherwise, ${unsend}.`;
        report(message.header.role ?? sendingSpan(message), says);
        return;
      }
      const advice =
        role === modelRole
          ? `Add ${to} with the tool, as in \`functions.lookup\`, or ${unsend}.`
          : `Only the assistant calls tools; ${unsend}.`;
      report(sendingSpan(message), `${sending} sends a message to a tool, but no tool is named. ${advice}`);
    },
  },
};
