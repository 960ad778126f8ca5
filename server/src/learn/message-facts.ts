/** Selects the texts that a template writes within the messages of a role, out of all the texts that it writes between parts. */
import type { LearnedOpener, MessageFacts } from '../syntax/families/learned/facts.ts';
import { maximum, minimum } from '../syntax/lists.ts';
import type { LearnedFrames, Part, Transition } from './frames.ts';

interface Frame {
  readonly openers: readonly Pick<LearnedOpener, 'text' | 'role'>[];
  readonly terminators: readonly string[];
}

/**
 * The facts about the messages of a role; undefined if they have no parts besides their content. `frame.openers` begins with the
 * longest one.
 */
export function messageFacts(frames: LearnedFrames, role: string, frame: Frame): MessageFacts | undefined {
  const transitionsByPart = new Map<Transition['from'], Transition[]>();
  const add = (transition: Transition) => {
    const all = transitionsByPart.get(transition.from) ?? [];
    const isKnown = all.some(({ to, text }) => to === transition.to && text === transition.text);
    if (!isKnown) transitionsByPart.set(transition.from, [...all, transition]);
  };
  const all = [...frames.transitions.values()].flat();
  let lead: string | undefined;
  const parts = new Set<Transition['from']>();
  for (const one of all)
    if (one.role === role && one.to !== 'end' && one.opens === 'message') parts.add(one.to as Part);
  for (const one of all)
    if (one.role === role && one.opens !== 'message' && one.to !== 'end') parts.add(one.to as Part);
  // A reply may begin with the name of its tool, after its opener.
  const afterName = (one: Transition) => (one.to === 'repeated' ? afterOpener(one.text, role, frame) : undefined);
  if (parts.has('reply') && all.some((one) => afterName(one) !== undefined)) parts.add('repeated');
  /** Whether a message repeats one of its own parts, such as a call that has its name in the header and in the body. */
  const repeats = (one: Transition) => one.to === 'repeated' && isWithin(one, parts, frame);
  if (all.some(repeats)) parts.add('repeated');
  for (const one of all) {
    if (repeats(one)) add(one);
    const textAfterName = parts.has('repeated') && one.role === undefined ? afterName(one) : undefined;
    if (textAfterName !== undefined) add({ ...one, from: 'start', text: textAfterName.trimStart() });
    const isInside = one.role === role && one.to !== 'end' && one.between.length === 0;
    if (isInside && one.opens === 'message') {
      const text = afterOpener(one.text, role, frame);
      if (text !== undefined) {
        lead ??= /^\s*/.exec(text)?.[0];
        add({ ...one, from: 'start', text: text.trimStart() });
      } else if (parts.has(one.from) && cutOf(one.text, frame) < 0) add(one);
    } else if (isInside) add(one);
    const goesOn = one.from === 'repeated' && isInside;
    const ends = parts.has(one.from) && (one.to === 'end' || (one.opens === 'message' && !goesOn));
    if (ends) add(ending(one, frame));
  }
  const transitions = [...transitionsByPart].filter(([from]) => from === 'start' || parts.has(from));
  const isPlain = parts.size < 2 && transitions.every(([, texts]) => texts.every(({ text }) => text.trim() === ''));
  if (transitions.length === 0 || isPlain) return undefined;
  return {
    transitions,
    encodings: [...frames.encodings].filter(([part]) => parts.has(part)),
    ...(lead !== undefined && lead !== '' && { lead }),
  };
}

/** Whether a text is between two parts of the same message. */
const isWithin = ({ from, text }: Transition, parts: ReadonlySet<Transition['from']>, frame: Frame): boolean =>
  from !== 'repeated' && parts.has(from) && cutOf(text, frame) < 0;

/** The text after the last opener of a role; undefined if there is no such opener. */
function afterOpener(text: string, role: string, { openers }: Frame): string | undefined {
  const ends = openers.flatMap((one) => {
    const at = one.role === role ? text.lastIndexOf(one.text) : -1;
    return at < 0 ? [] : [at + one.text.length];
  });
  return ends.length === 0 ? undefined : text.slice(maximum(ends));
}

/** The offset of the first text that ends or begins a message; -1 if there is none. */
function cutOf(text: string, { openers, terminators }: Frame): number {
  const places = [...openers.map((one) => one.text), ...terminators].flatMap((mark) => {
    const at = text.indexOf(mark);
    return at < 0 ? [] : [at];
  });
  return places.length === 0 ? -1 : minimum(places);
}

function ending(transition: Transition, frame: Frame): Transition {
  const cut = cutOf(transition.text, frame);
  const text = (cut < 0 ? transition.text : transition.text.slice(0, cut)).trimEnd();
  return { ...transition, to: 'end', text, opens: 'nothing', role: undefined, between: [], generation: false };
}
