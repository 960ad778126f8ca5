/** What a template does to a standard set of conversations. */
import type { Template } from '../template.ts';
import { question, request } from './conversations.ts';
import { type Finding, sentence, Trial } from './finding.ts';
import { ofTools } from './tools.ts';
import { ofTurns } from './turns.ts';

export type { Evidence, Finding } from './finding.ts';

/** What there is to know of a template. Nothing in it can make this hang: each conversation has a budget. */
export function findingsOf(template: Template, unwanted?: () => boolean): Finding[] {
  const trial = new Trial(template, unwanted);
  const given = request(question);
  const plainest = trial.attempt(given);
  if ('error' in plainest) {
    return [
      {
        code: 'template-fails',
        message: `One question of a user is refused already: ${sentence(plainest.error)}`,
        at: plainest.at,
        evidence: { given, prompts: [{ label: 'refused', text: plainest.error }] },
      },
    ];
  }
  return [...ofTools(trial), ...ofTurns(trial)];
}
