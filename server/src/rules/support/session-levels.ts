/**
 * The codes reported for the log of a session, and their maximum severity: a log records what happened, and nobody wrote it as a row.
 * Faults of its agent are information, and faults of the log are warnings. No other code is reported there.
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

/** Whether a rule applies to sessions. */
export const isOfSessions = (code: string): boolean => Object.hasOwn(sessionLevels, code);

/** A problem in a session, with its severity there unless a user chose another one. */
export function inSession(problem: Problem, isChosen: (code: string) => boolean): Problem {
  const most = getOwn(sessionLevels, problem.code);
  if (most === undefined || isChosen(problem.code)) return problem;
  return severities.indexOf(problem.severity) < severities.indexOf(most) ? { ...problem, severity: most } : problem;
}
