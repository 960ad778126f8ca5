/**
 * An automaton over the characters of a path. All the steps that a path may have come to are followed side by side, and
 * nothing is gone back to: the time grows with the number of steps times the length of the path, whatever both are.
 */

export type Test = (character: string) => boolean;

/** One step: reads a character that passes `test`, or continues, or forks, without reading. */
export interface Step {
  readonly test?: Test;
  /** A wildcard, which does not match a dot at the beginning of a name. */
  readonly wild?: boolean;
  /** The only place where it matches. */
  readonly where?: keyof Place;
  /** Where it continues: with the step after it, if nothing is said. */
  to?: number[];
}

/** The facts about a place between two characters: a name begins, or ends, and no name begins with a dot that wildcards leave out. */
interface Place {
  readonly begins: boolean;
  readonly ends: boolean;
  readonly shown: boolean;
}

/**
 * Runs a text through the steps. Returns whether any state is left, and whether one is the end. The states found are cached
 * from text to text, so that most characters cost a look-up.
 */
export function follower(steps: readonly Step[], dot: boolean) {
  const end = steps.length;
  /** For each step, in which round it was last come to. */
  const seen = new Uint32Array(end + 1);
  let round = 0;
  let now = new Uint32Array(end + 1);
  let next = new Uint32Array(end + 1);
  const waiting: number[] = [];
  /** Adds a step to a list with all that lie after it before something is read; gives the length of the list. */
  function add(first: number, list: Uint32Array, length: number, place: Place): number {
    waiting.push(first);
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      if (seen[index] === round) continue;
      seen[index] = round;
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
    return { alive: length > 0, atEnd: length > 0 && seen[end] === round };
  };
}
