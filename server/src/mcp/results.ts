/**
 * Turns the JSON output of commands into the results of tools: short, and without text that is hidden from users,
 * unless the client has requested it.
 */

type Json = Readonly<Record<string, unknown>>;

interface Place {
  readonly line: number;
  readonly character: number;
}

interface FoundProblem {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly range: { readonly start: Place; readonly end: Place };
}

/** Converts lines and columns so that they count from 1, as is usual for people and other tools. */
const placed = ({ code, severity, message, range: { start, end } }: FoundProblem) => ({
  code,
  severity,
  message,
  line: start.line + 1,
  column: start.character + 1,
  endLine: end.line + 1,
  endColumn: end.character + 1,
});

const counted = (foundProblems: readonly FoundProblem[], key: 'code' | 'severity') => {
  const counts = new Map<string, number>();
  for (const one of foundProblems) counts.set(one[key], (counts.get(one[key]) ?? 0) + 1);
  return Object.fromEntries(counts);
};

/** Returns the result of `ocml check`: the first problems, and the numbers of problems by severity and by code. */
export function checked(json: unknown, limit: number): Json | undefined {
  const [file] = (json ?? []) as readonly (Json & { readonly diagnostics: readonly FoundProblem[] })[];
  if (file === undefined) return undefined;
  const { dialect, shape, diagnostics } = file;
  return {
    dialect,
    ...(shape !== undefined && { shape }),
    total: diagnostics.length,
    severities: counted(diagnostics, 'severity'),
    codes: counted(diagnostics, 'code'),
    problems: diagnostics.slice(0, limit).map(placed),
  };
}

/**
 * Returns the result of `ocml explain`. Unless `hidden` is set, `parsed` and `repaired` are omitted, since they quote
 * the output at length.
 */
export function explained(json: unknown, hidden: boolean): Json | undefined {
  if (json === undefined) return undefined;
  const { parser, accepted, complete, argumentsBroken, stop, cause, likelyIntent, remedy, serverError, pages } =
    json as Json;
  const { parsed, repaired, problems } = json as Json & { readonly problems?: readonly FoundProblem[] };
  return {
    parser,
    accepted,
    complete,
    argumentsBroken,
    serverError,
    stop,
    cause,
    likelyIntent,
    remedy,
    pages,
    ...(problems && { problems: problems.slice(0, 20) }),
    ...(hidden ? { parsed, repaired } : { isRepairable: repaired !== undefined }),
  };
}

/** Returns the result of `ocml mask`: the summary, and the first findings. */
export function masked(json: unknown): Json | undefined {
  if (json === undefined) return undefined;
  const { findings, summary } = json as { readonly findings: readonly FoundProblem[]; readonly summary: Json };
  return {
    summary,
    total: findings.length,
    codes: counted(findings, 'code'),
    findings: findings.slice(0, 50).map(placed),
  };
}
