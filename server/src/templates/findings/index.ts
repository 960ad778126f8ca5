/** What a template does to a standard set of conversations. */
import { sentence } from '../jinja/errors.ts';
import type { Template } from '../template.ts';
import { question, request } from './conversations.ts';
import { type Finding, Trial } from './finding.ts';
import { ofTools } from './tools.ts';
import { ofTurns } from './turns.ts';

export type { Evidence, Finding } from './finding.ts';

/** The findings about a template. Nothing in it can make this hang: each conversation has a budget. */
export function findingsOf(template: Template, unwanted?: () => boolean): Finding[] {
  const trial = new Trial(template, unwanted);
  const given = request(question);
  const plainest = trial.attempt(given);
  if ('error' in plainest) {
    return [
      {
        code: 'template-fails',
        message: `The plainest conversation, one question of a user, is rejected: ${sentence(plainest.error)} Give the template what it asks for, or make that optional.`,
        at: plainest.at,
        evidence: { given, prompts: [{ label: 'refused', text: plainest.error }] },
      },
    ];
  }
  return [...ofTools(trial), ...ofTurns(trial)];
}
