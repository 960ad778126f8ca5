/** Finds damaged texts between messages. A damaged text is read as content, and so is everything after it. */

import type { Step } from '../../syntax/families/learned/part-scan.ts';
import { anyOf } from '../../templates/spans.ts';
import type { LearnedFrames, Part, Transition } from '../frames.ts';

/** The maximum length of the ends of a text that are searched for (UTF-16 units). Ends of this length do not occur in prose. */
const MAX_FRAGMENT_LENGTH = 24;
const MIN_FRAGMENT_LENGTH = 3;
/** Characters that are rare in prose, so that even a short fragment with one of them is telling. */
const sign = /[<>|[\]{}｜]/;
const MIN_PROSE_LENGTH = 12;

/** The two ends of a text, one of which is still intact if the text has a single fault. */
function fragmentsOf(text: string): readonly string[] {
  const half = text.length >> 1;
  const ends = [
    text.slice(0, Math.min(half, MAX_FRAGMENT_LENGTH)),
    text.slice(Math.max(half, text.length - MAX_FRAGMENT_LENGTH)),
  ];
  return ends.filter((end) => end.trim().length >= (sign.test(end) ? MIN_FRAGMENT_LENGTH : MIN_PROSE_LENGTH));
}

/**
 * Finds content that contains a fragment of a text between messages. The template writes this text after such content, or could have
 * written it before the content. Returns the fragment.
 */
export function damagedText(prompt: string, steps: readonly Step[], frames: LearnedFrames): string | undefined {
  const after = new Map<Part, RegExp | undefined>();
  const before = new Map<Transition, RegExp | undefined>();
  for (const { transition, start, end } of steps) {
    const part = transition.to as Part;
    if (!contents.has(part)) continue;
    if (!after.has(part)) after.set(part, anyOf(textsAfter(part, frames).flatMap(fragmentsOf)));
    if (!before.has(transition)) before.set(transition, anyOf(restsOf(transition, frames).flatMap(fragmentsOf)));
    const content = prompt.slice(start, end);
    const fragment = firstIn(content, after.get(part)) ?? firstIn(content, before.get(transition));
    if (fragment !== undefined) return fragment;
  }
  return undefined;
}

const contents = new Set<Part>(['system', 'developer', 'user', 'assistant', 'reply']);

const textsAfter = (part: Part, { transitions }: LearnedFrames): readonly string[] => [
  ...new Set((transitions.get(part) ?? []).flatMap(({ to, text }) => (to === 'end' ? [] : text))),
];

/**
 * The remainders of texts that the template could have written before the content: those that begin with the text there, but are longer.
 */
const restsOf = ({ from, text }: Transition, { transitions }: LearnedFrames): readonly string[] => [
  ...new Set(
    (transitions.get(from) ?? []).flatMap((one) =>
      one.to !== 'end' && one.text.length > text.length && one.text.startsWith(text) ? one.text.slice(text.length) : [],
    ),
  ),
];

const firstIn = (text: string, pattern: RegExp | undefined): string | undefined => pattern && text.match(pattern)?.[0];
