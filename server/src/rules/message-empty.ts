import { userRole } from '../grammar/index.ts';
import { instructs } from '../model/message.ts';
import type { Emptiness } from '../model/message-origin.ts';
import { has, Trait } from '../syntax/block.ts';
import { opener } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/**
 * The message for empty content: how it affects a model that is trained on it. `unit`: the part to remove if the content is not filled in.
 */
function emptyInTraining(role: string | undefined, unit: 'message' | 'row'): string {
  if (role === userRole)
    return `This question is empty: a model trained on it learns to answer without being asked. Write the question, or remove the row.`;
  if (instructs(role))
    return `These instructions are empty, so they have no effect. Write them, or remove the message.`;
  return `This content is empty: a model trained on it learns to write nothing. Write the content, or remove the ${unit}.`;
}

/** The message for empty content in a list. */
const inLists: Readonly<Record<Emptiness, (role: string | undefined) => string>> = {
  trained: (role) => emptyInTraining(role, 'row'),
  'only a thought': () =>
    'This answer is only a thought: a model trained on it learns to think without answering. Write the answer after the thought, or remove the row.',
  'null without calls': () => 'This answer has neither content nor calls, so chat APIs reject it. Write the answer.',
  rejected: () =>
    'This message has no content, which Anthropic accepts only in a final assistant message. Write the content, or remove the message.',
};

/** Reports a message without content in training rows and, in lists, if the API rejects it. */
export const rule: Rule = {
  code: 'message-empty',
  title: 'Empty content that is rejected or trained on',
  section: 'Language notes, A-145',
  level: 'warning',
  needs: [],
  message: {
    when: Aspect.Any,
    check({ block, kind, role, header }, { training }, report) {
      if (!training || kind !== 'plain' || role === undefined || block.terminator === undefined) return;
      // If the header does not end, it is unknown where the content begins.
      if (!has(block, Trait.HasMessage)) return;
      if (header.faults.length > 0 || /\S/.test(block.text.slice(block.bodyStart, block.bodyEnd))) return;
      report(opener(block), emptyInTraining(role, 'message'));
    },
  },
  forms: [
    {
      needs: [],
      inText: false,
      chats: 'empty-contents',
      silentOnPlainValues: true,
      message: {
        when: Aspect.Any,
        check({ block, role, placed }, _context, report) {
          if (placed?.emptiness) report(opener(block), inLists[placed.emptiness](role));
        },
      },
    },
  ],
};
