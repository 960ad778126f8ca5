import { modelRole, speakersElsewhere } from '../../grammar/index.ts';
import { messageRoles, replyRoles } from '../../grammar/messages.ts';
import { callsInText, listOf, roleOf } from '../../model/json/list.ts';
import { areCallsText, callsInContent, callsOf } from '../../model/json/tool-calls.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { closest } from '../../syntax/tokens/closest.ts';
import { didYouMean, listed, quote } from '../../syntax/wording.ts';
import type { JsonRule } from '../support/rule.ts';

const names = messageRoles.map(({ name }) => name);

/**
 * Reports a role that templates do not know (A-129, TPL-10), or a reply that does not refer to a call. The reply from a tool refers to it by
 * `tool_call_id`; that of a function in older chat APIs by name, or by following the call.
 */
export const rule: JsonRule = {
  code: 'template-role-unknown',
  title: 'Unknown role',
  section: 'Chat templates, Message Format',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, profile, chosenProfile, training, template = false }, report) {
      const before = new Set<string>();
      const { messages, words } = listOf(reading);
      // A reply cannot refer to a call without an id. Rules about calls report the missing id, so the reply is not reported. Templates do
      // not need ids.
      let isUnnamed = false;
      let called = false;
      let spoke = false;
      for (const message of messages) {
        const role = roleOf(message);
        const calls = callsOf(message);
        isUnnamed ||=
          callsInContent(message).length > 0 ||
          calls.some(({ id }) => id === undefined || !profile.needsIds) ||
          callsInText(message);
        called ||= calls.length > 0 || areCallsText(message);
        for (const { answers } of messageRoles) {
          if (answers !== undefined && memberOf(message, answers)?.value?.kind === 'object') before.add(answers);
        }
        spoke ||= role === undefined || role.value === modelRole;
        if (role === undefined || profile.translates?.includes(role.value)) continue;
        const messageRoleFact = messageRoles.find(({ name }) => name === role.value);
        spoke ||= messageRoleFact === undefined;
        // In a shape with its own roles, a reply needs no id. Any earlier answer may be a call in the syntax of some model.
        if (messageRoleFact && words.roles && replyRoles.has(role.value) && !spoke)
          report(
            role,
            'This reply has no call before it, so trainers fail on it. Put the call before it, or remove the reply.',
          );
        if (messageRoleFact && words.roles) continue;
        if (
          messageRoleFact &&
          (messageRoleFact.needs === undefined ||
            memberOf(message, messageRoleFact.needs) ||
            before.has(messageRoleFact.answers ?? ''))
        )
          continue;
        if (messageRoleFact) {
          if (isUnnamed && messageRoleFact.needs === 'tool_call_id') continue;
          // Before a template runs, it is unknown whether it reads the id. Many templates read the name of the tool, or rely on the order.
          const isOfTemplate = template || (training && memberOf(message, 'name') !== undefined);
          if (messageRoleFact.needs === 'tool_call_id' && called && isOfTemplate && chosenProfile === undefined)
            continue;
          report(
            role,
            messageRoleFact.needs === 'tool_call_id' && !called
              ? 'This reply has no call before it, so chat APIs reject the messages. Put the message with `tool_calls` before it, or remove the reply.'
              : `A message with role ${quote(role.value)} needs \`${messageRoleFact.needs}\`, which identifies the call that it answers: without it, templates drop the message or write the role unchanged. Add \`${messageRoleFact.needs}\`.`,
          );
          continue;
        }
        const fitting = messageRoles.filter(({ needs }) => needs === undefined || memberOf(message, needs));
        const candidates = words.roles ?? fitting.map((one) => one.name);
        const lower = role.value.toLowerCase();
        const near = [lower, getOwn(speakersElsewhere, lower)].find(
          (one) => one !== undefined && candidates.includes(one),
        );
        const suggestion = near ?? closest(role.value, candidates);
        report(
          role,
          `${/\S/.test(role.value) ? `Unknown role ${quote(role.value)}` : 'Empty role'}: some chat templates silently drop the message. The roles are ${listed(words.roles ?? names, 'and')}.${didYouMean(suggestion)}`,
          {
            data: { suggestion },
          },
        );
      }
    },
  },
};
