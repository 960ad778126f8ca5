/** What a template does to a standard set of conversations. */
import { sentence } from '../jinja/errors.ts';
import type { JinjaTemplate } from '../jinja-template.ts';
import { question, request } from './conversations.ts';
import { drops } from './drops.ts';
import { type Finding, Trial } from './finding.ts';
import { atNull, ofTools } from './tools.ts';
import { ofTurns } from './turns.ts';

export type { Evidence, Finding } from './finding.ts';

/** What is said of calls that are not whole in the prompt says enough. */
const ofCalls = new Set([
  'template-drops-turns',
  'template-drops-calls',
  'template-drops-arguments',
  'template-drops-replies',
]);

/** The findings about a template. Nothing in it can make this hang: each conversation has a budget. */
export function findingsOf(template: JinjaTemplate, unwanted?: () => boolean): Finding[] {
  const trial = new Trial(template, unwanted);
  const given = request(question);
  const plainest = trial.attempt(given);
  if ('error' in plainest) {
    const slip = plainest.fault === 'failed' ? trial.slip() : undefined;
    return [
      {
        code: 'template-fails',
        message: `The plainest conversation, one question of a user, is rejected: ${sentence(plainest.error)} ${slip?.says ?? 'Give the template what it asks for, or make that optional.'}`,
        at: slip?.at ?? plainest.at,
        evidence: { given, prompts: [{ label: 'refused', text: plainest.error }] },
      },
    ];
  }
  const left = drops(trial).map((one) =>
    one.code === 'template-drops-calls' ? { ...one, message: `${one.message}${atNull(trial)}` } : one,
  );
  const isWritten = !left.some(({ code }) => ofCalls.has(code));
  return [...left, ...ofTools(trial, isWritten), ...ofTurns(trial)];
}
