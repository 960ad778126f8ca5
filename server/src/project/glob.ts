/**
 * Matches globs without regular expressions. Libraries convert globs to regular expressions, some of which take
 * exponential time, and a glob may be untrusted.
 */
import { follower, type Step, type Test } from './automaton.ts';

/** Thrown for a glob that is not accepted. The message is the reason, in words for the user. */
export class GlobError extends Error {}

export interface Glob {
  /** Whether the glob matches a path, which is relative to the base folder of the glob and separated by `/`. */
  matches(path: string): boolean;
  /** Whether the glob can match a path in a folder or below it. */
  reaches(folder: string): boolean;
}

interface GlobOptions {
  /** Whether wildcards match names that begin with a dot, too. */
  readonly dot: boolean;
}

/** The maximum length of a glob (UTF-16 units). */
const MAX_GLOB_LENGTH = 500;

const anything: Test = () => true;
const inName: Test = (character) => character !== '/';
const slash: Test = (character) => character === '/';

/**
 * Compiles a glob. It may contain `*`, `?`, `[a-z]`, `[!a-z]`, `**` as a whole name, `{a,b}` with globs inside, and `\`
 * to escape a character. Throws a `GlobError` for globs that are too long or malformed, and for other syntax.
 */
export function compileGlob(glob: string, { dot }: GlobOptions): Glob {
  const follow = follower(stepsOf(glob), dot);
  return {
    matches: (path) => follow(path).atEnd,
    reaches: (folder) => follow(`${folder}/`).alive,
  };
}

const refusals: readonly (readonly [sign: RegExp, why: string])[] = [
  [
    /^!/,
    'it begins with `!`, but globs cannot exclude files: name the files to include, or write `\\!` for the character',
  ],
  [/^[@!?+*]\(/, 'it has `(` after a wildcard: write `{a,b}` for alternatives, or `\\(` for the character'],
  [
    /^\{-?\w+\.\.-?\w+(?:\.\.-?\d+)?\}/,
    'it has a range in braces: write the alternatives, as in `{1,2,3}`, or `[1-3]`',
  ],
];

function stepsOf(glob: string): readonly Step[] {
  if (glob.length > MAX_GLOB_LENGTH) throw new GlobError(`it is longer than ${MAX_GLOB_LENGTH} characters`);
  const steps: Step[] = [];
  const refuse = (why: string): never => {
    throw new GlobError(why);
  };

  /**
   * Compiles a sequence that extends to the end of the glob or, inside braces, to the next `,` or `}`. Returns the
   * offset at which it ends.
   */
  function sequence(from: number, nested: boolean): number {
    let at = from;
    while (at < glob.length) {
      const rest = glob.slice(at, at + 40);
      const [, why] = refusals.find(([sign], i) => (i > 0 || at === 0) && sign.test(rest)) ?? [];
      if (why !== undefined) refuse(why);
      const character = String.fromCodePoint(glob.codePointAt(at) as number);
      if (nested && (character === ',' || character === '}')) return at;
      if (character === '*') at = stars(at, nested);
      else if (character === '?') at = addStep({ test: inName, wild: true }, at + 1);
      else if (character === '[') at = set(at);
      else if (character === '{') at = braces(at);
      else if (character === '\\' && at + 1 < glob.length) at = literal(at + 1);
      else at = literal(at);
    }
    return at;
  }

  function addStep(step: Step, next: number): number {
    steps.push(step);
    return next;
  }

  function literal(at: number): number {
    const character = String.fromCodePoint(glob.codePointAt(at) as number);
    return addStep({ test: (other) => other === character }, at + character.length);
  }

  /** Adds a step that may be repeated any number of times, or omitted. */
  function loop(step: Step): void {
    const at = steps.length;
    steps.push({ where: 'shown', to: [at + 1, at + 3] }, step, { to: [at] });
  }

  /** Compiles asterisks. `**` as a whole name matches one or more names or, if a slash follows, also none. */
  function stars(at: number, nested: boolean): number {
    const end = at + (/^\*+/.exec(glob.slice(at))?.[0].length ?? 1);
    const edges = nested ? '/{,}' : '/';
    const whole = end - at === 2 && [glob[at - 1], glob[end]].every((one) => one === undefined || edges.includes(one));
    if (!whole) {
      loop({ test: inName, wild: true });
      return end;
    }
    steps.push({ where: 'begins' });
    if (glob[end] !== '/') {
      steps.push({ test: anything, wild: true });
      loop({ test: anything, wild: true });
      return addStep({ where: 'ends' }, end);
    }
    const fork: Step = { to: [steps.length + 1] };
    steps.push(fork);
    loop({ test: anything, wild: true });
    steps.push({ test: slash });
    fork.to?.push(steps.length);
    return end + 1;
  }

  function set(from: number): number {
    const negated = /^[!^]/.test(glob.slice(from + 1));
    let at = from + (negated ? 2 : 1);
    const first = at;
    const ranges: [from: string, to: string][] = [];
    const one = () => {
      if (glob[at] === '\\') at++;
      const character = String.fromCodePoint(glob.codePointAt(at) ?? 0);
      at += character.length;
      return character;
    };
    while (at < glob.length && (glob[at] !== ']' || at === first)) {
      if (glob.startsWith('[:', at)) refuse('it has a class such as `[:alpha:]`: write the characters, as in `[a-z]`');
      const low = one();
      const ranged = glob[at] === '-' && at + 1 < glob.length && glob[at + 1] !== ']';
      if (ranged) at++;
      ranges.push([low, ranged ? one() : low]);
    }
    if (at >= glob.length) refuse('`[` has no matching `]`');
    const code = (character: string) => character.codePointAt(0) as number;
    const within: Test = (character) =>
      ranges.some(([low, high]) => code(low) <= code(character) && code(character) <= code(high));
    return addStep({ test: (character) => character !== '/' && within(character) !== negated, wild: true }, at + 1);
  }

  function braces(from: number): number {
    const fork: Step = { to: [] };
    const ends: Step[] = [];
    let at = addStep(fork, from + 1);
    for (;;) {
      fork.to?.push(steps.length);
      at = sequence(at, true);
      if (at >= glob.length) refuse('`{` has no matching `}`');
      const end: Step = { to: [] };
      ends.push(end);
      steps.push(end);
      if (glob[at++] === '}') break;
    }
    for (const end of ends) end.to?.push(steps.length);
    return at;
  }

  sequence(0, false);
  return steps;
}
