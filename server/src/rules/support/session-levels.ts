/**
 * The codes that are reported for the log of a session, with the highest severity that each can have there. A log records what happened, so
 * faults of the agent are only information, while faults of the log itself are warnings. No other codes are reported.
 */
import { getOwn } from '../../syntax/get-own.ts';
import { severities } from './levels.ts';
import type { Problem, Severity } from './rule.ts';

const sessionLevels: Readonly<Record<string, Severity>> = {
  'session-record': 'warning',
  'call-id-duplicate': 'warning',
  'call-id-unmatched': 'warning',
  'reply-duplicate': 'warning',
  'character-unusable': 'warning',
  'call-id-missing': 'information',
  'call-unanswered': 'information',
  'tool-undeclared': 'information',
  'function-json': 'information',
  'E-CALL-SCHEMA': 'information',
};

/** Whether a rule applies to logs of sessions. */
export const isOfSessions = (code: string): boolean => Object.hasOwn(sessionLevels, code);

/** Returns a problem with its severity in a session, which is limited unless the user has chosen one. */
export function inSession(problem: Problem, isChosen: (code: string) => boolean): Problem {
  const most = getOwn(sessionLevels, problem.code);
  if (most === undefined || isChosen(problem.code)) return problem;
  return severities.indexOf(problem.severity) < severities.indexOf(most) ? { ...problem, severity: most } : problem;
}
