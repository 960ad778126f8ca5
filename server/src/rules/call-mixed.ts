import { contentSpan } from '../model/body-json.ts';
import type { Message } from '../model/message.ts';
import { turnsOf } from '../model/turns.ts';
import { members as membersOf } from '../syntax/json/values.ts';
import { Aspect, type Rule } from './support/rule.ts';

const memberName = 'tool_calls';

/** Reports a `tool_calls` field in JSON, in a turn that also contains `<|call|>` (2.2 §6, A-074). */
export const rule: Rule = {
  code: 'call-mixed',
  title: '`tool_calls` in JSON next to `<|call|>`',
  section: '2.2 §6',
  level: 'error',
  needs: ['channels'],
  group: {
    by: 'tool-calls-member',
    check(messages, context, report) {
      for (const { turn, members } of turnsOf(messages, context.blocks)) {
        if (!turn.some((block) => block.terminator === 'call')) continue;
        for (const message of members) {
          // Some tools have a parameter named `tool_calls`.
          if (message.tool !== undefined && context.declared.hasParameter(message.tool, memberName)) continue;
          const key = toolCallsKey(message);
          if (key) {
            report(
              message.block,
              key,
              'This turn calls tools with both `<|call|>` and `tool_calls`, but only one of them is allowed. Write each call as a separate message.',
            );
          }
        }
      }
    },
  },
  forms: [
    {
      // Checks answers that a model is trained on: if a call is also in the content of the answer, a template writes it twice.
      needs: [],
      inText: false,
      chats: 'trained-answers',
      silentOnPlainValues: true,
      message: {
        when: Aspect.Tagged,
        check({ block: { text }, placed }, _context, report) {
          if (!placed?.calls?.length) return;
          for (const { 0: tag, 1: name = '', index } of text.matchAll(writtenCall))
            if (placed.calls.includes(name))
              report(
                { start: index, end: index + tag.indexOf('>') + 1 },
                'This call is also in `tool_calls`, so chat templates write it twice. Remove it from the content.',
                { milder: 'warning' },
              );
        },
      },
    },
  ],
};

const writtenCall = /<tool_call>\s*\{\s*"name"\s*:\s*"([^"\\]+)"/g;

function toolCallsKey(message: Message) {
  if (message.json.error !== undefined) return undefined;
  const member = membersOf(message.content.text).find(({ key }) => key === memberName);
  return member && contentSpan(message, member.keyStart, member.keyEnd);
}
