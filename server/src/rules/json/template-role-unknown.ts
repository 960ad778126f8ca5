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
 * A role that templates do not know (A-129, TPL-10). A tool's reply is recognized by its `tool_call_id`; a function's in older chat APIs by
 * its name, or by the call before it.
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
      // A reply cannot refer to a call without an id, so the call is reported; templates do not need ids.
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
        // If a shape has its own roles, those are enough, and any answer may be a call in the syntax of some model.
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
          // Whether a template reads the id is unknown before it runs; many read the name of the tool, or rely on the order.
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
          `${/\S/.test(role.value) ? `Unknown role ${quote(role.value)}` : 'Empty role'}: some chat templates silently drop the message. The roles are ${listed(words.roles ?? names)}.${didYouMean(suggestion)}`,
          {
            data: { suggestion },
          },
        );
      }
    },
  },
};
