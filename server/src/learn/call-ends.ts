/** Finds the mark that a template writes after the calls of every message that has calls. */
import { withoutTags } from '../syntax/families/learned/conceal.ts';
import type { CallEnd, MessageFacts } from '../syntax/families/learned/facts.ts';
import { minimum } from '../syntax/lists.ts';
import type { LearnedFrames, Transition } from './frames.ts';
import { marksIn } from './marks.ts';
import { callParts } from './transition-reader.ts';

const isFromCall = ({ from }: Transition) => callParts.has(from as Transition['to']);

/**
 * Finds the mark that ends the calls of messages. `ofModel`: the facts about the model's messages; `terminators`: the texts that end
 * messages.
 */
export function callEndOf(
  frames: LearnedFrames,
  ofModel: MessageFacts | undefined,
  terminators: ReadonlySet<string>,
): CallEnd | undefined {
  const inMessage = (ofModel?.transitions ?? []).flatMap(([, all]) => all);
  // After the end of the message with the calls, a template may write the content in another message.
  const inOne = (text: string) =>
    text.slice(
      0,
      minimum([text.length, ...[...terminators].flatMap((end) => (text.includes(end) ? text.indexOf(end) : []))]),
    );
  const endings = inMessage
    .filter((one) => isFromCall(one) && !callParts.has(one.to))
    .map(({ text }) => inOne(text).trim());
  const [mark, ...otherMarks] = new Set(endings.map((text) => withoutTags(marksIn(text)).at(-1)));
  if (mark === undefined || otherMarks.length > 0 || !endings.every((text) => text.endsWith(mark))) return undefined;
  const all = [...frames.transitions.values()].flat();
  // The mark does not count if it ends the message itself, without a terminator after it.
  const isBeforeEnd = ({ text }: Transition) => {
    const rest = text.slice(text.indexOf(mark) + mark.length).trimStart();
    return text.includes(mark) && [...terminators].some((end) => rest.startsWith(end));
  };
  if (!all.some((one) => isFromCall(one) && isBeforeEnd(one))) return undefined;
  const elsewhere = new Set(all.flatMap((one) => (isFromCall(one) || callParts.has(one.to) ? [] : marksIn(one.text))));
  const intoCalls = inMessage.filter(({ to }) => callParts.has(to)).flatMap(({ text }) => marksIn(text));
  const calls = withoutTags([...new Set(intoCalls)]).filter((one) => !elsewhere.has(one) && !terminators.has(one));
  if (calls.length === 0 || intoCalls.includes(mark)) return undefined;
  return { mark, calls };
}
