/**
 * A nondeterministic automaton that reads a path character by character. It follows all possible steps in parallel, without backtracking.
 * The time is therefore always proportional to the number of steps times the length of the path.
 */

export type Test = (character: string) => boolean;

/**
 * One step of an automaton. With `test`, it reads a character that passes the test. Without it, it reads nothing, and
 * continues or forks.
 */
export interface Step {
  readonly test?: Test;
  /** Whether the step is a wildcard, which may not match a dot at the beginning of a name. */
  readonly wild?: boolean;
  /** The property that the position must have for the step to be taken. */
  readonly where?: keyof Place;
  /** The indexes of the steps that can follow; if undefined, only the next step can. */
  to?: number[];
}

/**
 * The properties of a position between two characters: whether a name begins there, whether a name ends there, and
 * whether wildcards match the next character. Unless `dot` is set, they do not match a dot at the beginning of a name.
 */
interface Place {
  readonly begins: boolean;
  readonly ends: boolean;
  readonly shown: boolean;
}

/**
 * Returns a function that runs the automaton on a text. Its result states whether more text could still match (`alive`), and whether the
 * text matches as it is (`atEnd`).
 */
export function follower(steps: readonly Step[], dot: boolean) {
  const end = steps.length;
  /** For each step, the last round in which it was reached. */
  const roundByStep = new Uint32Array(end + 1);
  let round = 0;
  let now = new Uint32Array(end + 1);
  let next = new Uint32Array(end + 1);
  const waiting: number[] = [];
  /** Adds a step to a list, with all steps that can be reached from it without reading a character. Returns the new length of the list. */
  function add(first: number, list: Uint32Array, length: number, place: Place): number {
    waiting.push(first);
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (roundByStep[index] === round) continue;
      roundByStep[index] = round;
      const step = steps[index];
      if (step === undefined || step.test) list[length++] = index;
      else if (step.where === undefined || place[step.where]) {
        if (step.to === undefined) waiting.push(index + 1);
        else for (const to of step.to) waiting.push(to);
      }
    }
    return length;
  }
  return (text: string): { readonly alive: boolean; readonly atEnd: boolean } => {
    const characters = [...text];
    const before = (at: number): Place => {
      const begins = at === 0 || characters[at - 1] === '/';
      const ends = at === characters.length || characters[at] === '/';
      return { begins, ends, shown: dot || !begins || characters[at] !== '.' };
    };
    let place = before(0);
    round++;
    let length = add(0, now, 0, place);
    for (let at = 0; at < characters.length && length > 0; at++) {
      const character = characters[at] as string;
      const { shown } = place;
      place = before(at + 1);
      round++;
      let more = 0;
      for (let i = 0; i < length; i++) {
        const index = now[i] as number;
        const step = steps[index];
        if (step?.test?.(character) && (shown || !step.wild)) more = add(index + 1, next, more, place);
      }
      [now, next] = [next, now];
      length = more;
    }
    return { alive: length > 0, atEnd: length > 0 && roundByStep[end] === round };
  };
}
