/** Cuts a prompt into parts by searching for the texts that the template writes after each part. */
import { jsonStringEnd, jsonValueEnd } from './json-ends.ts';
import { type Encoding, isWeak, type Part, type PartFrames, type Transition } from './transitions.ts';

/** A part of a prompt, from `start` to `end`. The template's text before it begins at `gap` (UTF-16 offsets). */
export interface Step {
  readonly transition: Transition;
  readonly gap: number;
  readonly start: number;
  readonly end: number;
}

export interface Scan {
  readonly steps: readonly Step[];
  /** The transition at the end of the prompt, with or without the generation prompt; undefined if the prompt breaks off. */
  readonly ending: Transition | undefined;
  readonly endingAt: number;
}

/** Returns a key for a transition at an offset. With this key, a further attempt can forbid that transition there. */
export const choice = (gap: number, { to, text, role }: Transition): string => `${gap} ${to} ${role} ${text}`;

interface FoundTransition {
  readonly at: number;
  readonly transition: Transition;
}

/** Divides a prompt into parts. Undefined if the prompt does not begin as the template does. */
export function scan(prompt: string, frames: PartFrames, forbidden: ReadonlySet<string>): Scan | undefined {
  const search = searcher(prompt, frames, forbidden);
  const steps: Step[] = [];
  let next = search.at('start', 0);
  if (next === undefined) return undefined;
  while (next.transition.to !== 'end') {
    const { at, transition } = next;
    const part = transition.to as Part;
    const start = at + transition.text.length;
    const after = search.after(part, start);
    steps.push({ transition, gap: at, start, end: after?.at ?? prompt.length });
    if (after === undefined) return { steps, ending: undefined, endingAt: prompt.length };
    next = after;
  }
  return { steps, ending: next.transition, endingAt: next.at };
}

/** The maximum length of an incomplete ending for which the scan searches (UTF-16 units). */
const MAX_ENDING_LENGTH = 400;
/** The maximum amount of JSON that is read without finding the end of a part. A multiple of the prompt's length. */
const MAX_PASSED = 4;

/** Sorts the transitions from each part in the order in which they are tried. The result is shared by all prompts. */
function longestFirst(transitions: PartFrames['transitions']): PartFrames['transitions'] {
  let sorted = sortedTransitions.get(transitions);
  if (sorted === undefined) {
    sorted = new Map([...transitions].map(([from, all]) => [from, [...all].sort(byLength)]));
    sortedTransitions.set(transitions, sorted);
  }
  return sorted;
}
const sortedTransitions = new WeakMap<PartFrames['transitions'], PartFrames['transitions']>();

function searcher(prompt: string, { transitions, encodings }: PartFrames, forbidden: ReadonlySet<string>) {
  const indexByText = new Map<string, number>();
  const sorted = longestFirst(transitions);

  const placeOf = (text: string, from: number): number => {
    const cachedIndex = indexByText.get(text);
    if (cachedIndex !== undefined && (cachedIndex >= from || cachedIndex < 0)) return cachedIndex;
    const index = prompt.indexOf(text, from);
    indexByText.set(text, index);
    return index;
  };
  const isForbidden = (position: number, transition: Transition): boolean =>
    forbidden.size > 0 && forbidden.has(choice(position, transition));
  const matches = ({ to, text }: Transition, at: number): boolean =>
    to === 'end' ? at + text.length === prompt.length && prompt.endsWith(text) : prompt.startsWith(text, at);
  const at = (from: Transition['from'], position: number): FoundTransition | undefined => {
    const transition = sorted.get(from)?.find((one) => matches(one, position) && !isForbidden(position, one));
    return transition && { at: position, transition };
  };
  const endsAt = (encoding: Encoding | undefined, start: number): number | undefined =>
    encoding === 'json'
      ? jsonValueEnd(prompt, start)
      : encoding === 'escaped'
        ? jsonStringEnd(prompt, start)
        : encoding === 'quoted' && prompt[start] === '"'
          ? inclusive(jsonStringEnd(prompt, start + 1))
          : undefined;

  /** The amount of JSON read so far without finding the end of a part. The limit keeps hostile text from being read again and again. */
  let passed = 0;
  const exactly = (part: Part, start: number): FoundTransition | undefined => {
    const encoding = part === 'data' ? 'json' : encodings.get(part);
    if (encoding === undefined || encoding === 'raw' || passed > MAX_PASSED * prompt.length) return undefined;
    const end = endsAt(encoding, start);
    const exact = end === undefined ? undefined : at(part, end);
    if (exact === undefined) passed += (end ?? prompt.length) - start;
    return exact;
  };

  const after = (part: Part, start: number): FoundTransition | undefined => {
    const exact = exactly(part, start);
    if (exact) return exact;
    let best: FoundTransition | undefined;
    for (const transition of sorted.get(part) ?? []) {
      const index = transition.to === 'end' ? endingOf(transition, start) : firstOf(transition, start);
      if (index !== undefined && (best === undefined || index < best.at)) best = { at: index, transition };
    }
    return best ?? unfinished(part, start);
  };
  const firstOf = (transition: Transition, start: number): number | undefined => {
    if (isWeak(transition) && !wordParts.has(transition.from as Part))
      return isShownByNext(transition) ? shownByNext(transition, start) : undefined;
    let index = placeOf(transition.text, start);
    while (index >= 0 && isForbidden(index, transition)) index = prompt.indexOf(transition.text, index + 1);
    return index < 0 ? undefined : index;
  };
  /**
   * The first offset of a weak text at which the template certainly wrote it, judging by the text after it. The proof is JSON or, before a
   * key, a word and the text that the template writes after the key.
   */
  const shownByNext = (transition: Transition, start: number): number | undefined => {
    const cachedIndex = indexByTransition.get(transition);
    if (cachedIndex !== undefined && cachedIndex >= start) return cachedIndex < prompt.length ? cachedIndex : undefined;
    const { text, to } = transition;
    let index = text === '' ? -1 : prompt.indexOf(text, start);
    while (index >= 0 && (isForbidden(index, transition) || !isFollowed(to as Part, index + text.length)))
      index = prompt.indexOf(text, index + 1);
    const nextIndex = index < 0 ? Number.POSITIVE_INFINITY : index;
    indexByTransition.set(transition, nextIndex);
    return index < 0 ? undefined : nextIndex;
  };
  const indexByTransition = new Map<Transition, number>();
  const isFollowed = (part: Part, position: number): boolean => {
    if (part !== 'key') {
      toolStart.lastIndex = position;
      return toolStart.test(prompt) && exactly(part, position) !== undefined;
    }
    word.lastIndex = position;
    const [match] = word.exec(prompt) ?? [];
    const end = position + (match?.length ?? 0);
    return match !== undefined && (sorted.get(part) ?? []).some((one) => !isWeak(one) && matches(one, end));
  };
  const endingOf = (transition: Transition, start: number): number | undefined => {
    const index = prompt.length - transition.text.length;
    return transition.text !== '' &&
      index >= start &&
      prompt.endsWith(transition.text) &&
      !isForbidden(index, transition)
      ? index
      : undefined;
  };
  /** Finds an incomplete ending: a log may stop within the text at the end of the template, usually before the last line break. */
  const unfinished = (part: Part, start: number): FoundTransition | undefined => {
    let best: FoundTransition | undefined;
    const last = prompt.charCodeAt(prompt.length - 1);
    for (const transition of sorted.get(part) ?? []) {
      if (transition.to !== 'end') continue;
      for (let length = Math.min(transition.text.length - 1, MAX_ENDING_LENGTH); length > 0; length--) {
        const index = prompt.length - length;
        if (transition.text.charCodeAt(length - 1) !== last) continue;
        const text = transition.text.slice(0, length);
        if (index < start || text.trim() === '' || !prompt.endsWith(text)) continue;
        // If several endings have the same beginning, the shortest one, which comes last, is taken.
        if (best === undefined || index <= best.at) best = { at: index, transition: { ...transition, text } };
        break;
      }
    }
    const empty = sorted.get(part)?.find(({ to, text }) => to === 'end' && text === '');
    return best ?? (empty && { at: prompt.length, transition: empty });
  };
  return { at, after };
}

/** Whether a part is recognized by its own text, since the text before it may also occur in content. */
const isShownByNext = ({ to, role }: Transition): boolean => to === 'key' || (role === undefined && to !== 'end');

/** Matches the beginning of a declared tool in JSON, alone or as the first element of a list. */
const toolStart = /[[\s]{0,20}\{\s{0,20}"(?:type|function|name|description|parameters)"/y;

const word = /[\p{L}\p{N}_.-]{1,100}/uy;

const inclusive = (end: number | undefined) => (end === undefined ? undefined : end + 1);

/** The parts that contain neither white space nor commas, or whose end is determined by the syntax of JSON. */
const wordParts = new Set<Part>(['name', 'id', 'key', 'data', 'replyName', 'replyId', 'repeated']);

const byLength = (a: Transition, b: Transition) => b.text.length - a.text.length;
