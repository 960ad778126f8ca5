/** Tests a template with a standard set of conversations. */
import { sentence } from '../jinja/errors.ts';
import type { JinjaTemplate } from '../jinja-template.ts';
import { ofContents } from './contents.ts';
import { inParts, question, request, words } from './conversations.ts';
import { drops } from './drops.ts';
import { type Finding, isMade, placeOf, Trial } from './finding.ts';
import { atNull, ofTools } from './tools.ts';
import { ofTurns } from './turns.ts';

export type { Evidence } from './finding.ts';

/** Findings about calls that are incomplete in the prompt. If there is one, further findings about calls are redundant. */
const ofCalls = new Set([
  'template-drops-turns',
  'template-drops-calls',
  'template-drops-arguments',
  'template-drops-replies',
]);

/** Reports a template that accepts content only as a list of parts. All other tests then pass content as such a list. */
function stringsRefused(trial: Trial): Finding | undefined {
  const conversation = request(question);
  const [attempt, inList] = [trial.attempt(conversation), trial.attempt(request(inParts(question)))];
  if (!isMade(inList) || !inList.text.includes(words.question)) return undefined;
  if (isMade(attempt) && attempt.text.includes(words.question)) return undefined;
  return {
    code: 'template-refuses-strings',
    message: `Content that is a string is ${isMade(attempt) ? 'dropped' : 'rejected'}. Write the content of each message as a list of parts, as in \`[{"type": "text", "text": …}]\`, or make the template accept a string as well.`,
    at: placeOf(trial.template, 'content'),
    evidence: {
      given: conversation,
      prompts: [
        { label: 'string', text: isMade(attempt) ? attempt.text : `(refused: ${attempt.error})` },
        { label: 'parts', text: inList.text },
      ],
    },
  };
}

/** Returns the findings about a template. No template can make this function hang, since each conversation has a budget. */
export function findingsOf(template: JinjaTemplate, unwanted?: () => boolean): Finding[] {
  const usual = new Trial(template, unwanted);
  const refusal = stringsRefused(usual);
  const trial = refusal ? new Trial(template, unwanted, true) : usual;
  const conversation = request(question);
  const plainest = trial.attempt(conversation);
  if ('error' in plainest) {
    const slip = plainest.fault === 'failed' ? trial.slip() : undefined;
    return [
      {
        code: 'template-fails',
        message: `Even the simplest conversation, one question from a user, is rejected: ${sentence(plainest.error)} ${slip?.says ?? 'Pass what the template requires, or make it optional.'}`,
        at: slip?.at ?? plainest.at,
        evidence: { given: conversation, prompts: [{ label: 'refused', text: plainest.error }] },
      },
    ];
  }
  const dropFindings = drops(trial).map((one) =>
    one.code === 'template-drops-calls' ? { ...one, message: `${one.message}${atNull(trial)}` } : one,
  );
  const isWritten = !dropFindings.some(({ code }) => ofCalls.has(code));
  const findings = [...dropFindings, ...ofContents(trial, isWritten), ...ofTools(trial, isWritten), ...ofTurns(trial)];
  const asGiven = findings.map((one) => ({
    ...one,
    evidence: { ...one.evidence, given: trial.given(one.evidence.given) },
  }));
  return refusal ? [refusal, ...asGiven] : asGiven;
}
