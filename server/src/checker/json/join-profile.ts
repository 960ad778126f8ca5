/**
 * Merges two problems about the same fault: one from a rule for all message lists, and one from the chosen profile. The problem
 * of the general rule keeps its code, and therefore its fixes. It gets the higher severity of the two, and its message then
 * also states how the trainer or API reacts.
 */
import type { Problem, Severity } from '../../rules/support/rule.ts';
import { syntaxCodes } from './suppress-syntax-fallout.ts';

/**
 * The data of a problem from a profile. These data identify the problems that other rules report for the same fault
 * (`rules/json/profile-rejects.ts`).
 */
interface ProfileData {
  readonly codes: readonly string[];
  readonly start: number;
  readonly end: number;
  /** The sentence about the reaction of the trainer or API, which is added to the message of the other problem. */
  readonly added: string;
}

const dataOf = ({ data }: Problem) => data?.profile as ProfileData | undefined;

/**
 * Merges the problems of the chosen profile with those of other rules. `chosen`: whether the user set the severity of a code. Such a
 * severity does not change.
 */
export function joinProfile(problems: readonly Problem[], chosen: (code: string) => boolean): Problem[] {
  const byCode = new Map<string, Problem[]>();
  for (const problem of problems) {
    if (dataOf(problem)) continue;
    const same = byCode.get(problem.code);
    if (same) same.push(problem);
    else byCode.set(problem.code, [problem]);
  }
  for (const list of byCode.values()) list.sort((a, b) => a.start - b.start);
  const joined = new Map<Problem, Problem>();
  const others: Problem[] = [];
  for (const problem of problems) {
    const profile = dataOf(problem);
    if (profile === undefined) continue;
    const same = profile.codes.map((code) => within(byCode.get(code), profile)).find((one) => one !== undefined);
    if (same === undefined) {
      const { data: _, ...rest } = problem;
      others.push(rest);
    } else if (!joined.has(same)) joined.set(same, asOne(same, problem, profile, chosen(same.code)));
  }
  const mergedProblems = problems.flatMap((problem) => (dataOf(problem) ? [] : [joined.get(problem) ?? problem]));
  return [...mergedProblems.map((problem) => (chosen(problem.code) ? problem : refused(problem))), ...others];
}

/** Raises a JSON syntax fault to an error, since every API and trainer rejects invalid JSON. */
const refused = (problem: Problem): Problem =>
  syntaxCodes.has(problem.code) ? { ...problem, severity: 'error' } : problem;

/** Returns the first problem in a span, by binary search. The problems must be in order. */
function within(problems: readonly Problem[] | undefined, { start, end }: ProfileData): Problem | undefined {
  if (problems === undefined) return undefined;
  let low = 0;
  let high = problems.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((problems[middle] as Problem).start < start) low = middle + 1;
    else high = middle;
  }
  const first = problems[low];
  return first && first.start < end ? first : undefined;
}

function asOne(problem: Problem, { severity }: Problem, { added }: ProfileData, isChosen: boolean): Problem {
  const worse: Severity = isChosen || ranks[problem.severity] < ranks[severity] ? problem.severity : severity;
  return {
    ...problem,
    severity: worse,
    message: `${problem.message} ${added}`,
  };
}

const ranks: Readonly<Record<Severity, number>> = { error: 0, warning: 1, information: 2, hint: 3 };
