/** What a template does to a standard set of conversations. */
import type { Template } from '../template.ts';
import { question, request } from './conversations.ts';
import { attempt, type Finding, sentence } from './finding.ts';
import { ofTools } from './tools.ts';
import { ofTurns } from './turns.ts';

export type { Evidence, Finding } from './finding.ts';

/** Every code, and what it is about, in the order of the tables. */
export const findingCodes: readonly (readonly [code: string, title: string])[] = [
  ['template-fails', 'The plainest conversation is refused'],
  ['template-drops-calls', 'Calls are left out'],
  ['template-drops-arguments', 'The arguments of calls are left out'],
  ['template-drops-replies', 'What tools reply is left out'],
  ['template-drops-system', 'System messages are left out'],
  ['template-drops-reasoning', 'Reasoning is left out'],
  ['template-arguments-twice', 'Arguments in JSON become a string of a string'],
  ['template-writes-none', 'A content that is null becomes `None`'],
  ['template-not-append-only', 'The prompt changes when a turn is appended'],
  ['template-no-end', 'No token ends an answer'],
  ['template-refuses-tools', 'Calls and replies are refused'],
  ['template-refuses-arguments', 'Arguments are taken in one form alone'],
  ['template-refuses-null', 'A call whose content is null is refused'],
  ['template-refuses-system', 'System messages are refused'],
  ['template-alternation', 'Roles must alternate'],
  ['template-thinks', 'It thinks by default'],
  ['template-clock', 'It says which day it is'],
  ['template-trims', 'Contents are trimmed'],
];

/** What there is to know of a template. Nothing in it can make this hang: each conversation has a budget. */
export function findingsOf(template: Template): Finding[] {
  const given = request(question);
  const plainest = attempt(template, given);
  if ('error' in plainest) {
    return [
      {
        code: 'template-fails',
        level: 'warning',
        message: `One question of a user is refused already: ${sentence(plainest.error)}`,
        at: plainest.at,
        evidence: { given, prompts: [{ label: 'refused', text: plainest.error }] },
      },
    ];
  }
  return [...ofTools(template), ...ofTurns(template)];
}
