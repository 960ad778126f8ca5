/**
 * The codes reported in the log of a session, and their highest severity: a log is what happened, not a row that somebody wrote. Faults of
 * its agent are information, and faults of the log are warnings. Nothing else is reported there.
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

/** Whether a rule says something about sessions. */
export const isOfSessions = (code: string): boolean => Object.hasOwn(sessionLevels, code);

/** A problem of a session with the severity that it has there, unless a user chose another one. */
export function inSession(problem: Problem, isChosen: (code: string) => boolean): Problem {
  const most = getOwn(sessionLevels, problem.code);
  if (most === undefined || isChosen(problem.code)) return problem;
  return severities.indexOf(problem.severity) < severities.indexOf(most) ? { ...problem, severity: most } : problem;
}
