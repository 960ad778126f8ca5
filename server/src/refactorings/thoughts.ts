/** Moves the thoughts in an answer to `analysis` messages before it, where they are certain to be hidden (2.2 §7). */
import { type FixEdit, insert, remove } from '../fixes/fix.ts';
import { answerChannel, modelRole, thoughtChannel } from '../grammar/index.ts';
import { has, Trait } from '../syntax/block.ts';
import { segments } from '../syntax/body.ts';
import type { Span } from '../syntax/span.ts';
import { closing, draftOf, isRefusal, readAlone, writeHeader } from '../write/index.ts';
import { isWhole, type Refactoring } from './refactoring.ts';

export const moveThoughts: Refactoring = {
  kind: 'refactor.move',
  offeredAt: 'caret',
  propose({ block, message }) {
    const { family, text } = block;
    if (!family.has.channels || !isWhole(block) || message.kind !== 'plain' || message.role !== modelRole) return [];
    if (message.effectiveChannel !== answerChannel || has(block, Trait.StartMissing)) return [];
    const spans = thoughtsIn(block);
    const draft = draftOf(message);
    const header = writeHeader(
      { ...draft, attributes: new Map(), channel: thoughtChannel, constraint: undefined },
      family,
    );
    if (spans.length === 0 || isRefusal(header)) return [];
    const { bodyStart, bodyEnd } = block;
    const remainingBody = spans.reduceRight(
      (rest, { start, end }) => rest.slice(0, start - bodyStart) + rest.slice(end - bodyStart),
      text.slice(bodyStart, bodyEnd),
    );
    // Without its thoughts, the message would have no content.
    if (remainingBody.trim() === '') return [];
    const thoughtMessages = spans.map(({ inner }) => header + inner + closing(inner, family) + family.frame.between);
    if (thoughtMessages.some((one) => readAlone(one.trimEnd(), family) === undefined)) return [];
    const edits: FixEdit[] = [insert(0, thoughtMessages.join('')), ...spans.map((span) => remove(span))];
    const what = spans.length === 1 ? 'the thought' : `${spans.length} thoughts`;
    return [{ title: `Move ${what} in the body to \`${thoughtChannel}\``, edits, changesBody: true }];
  },
};

interface Thought extends Span {
  /** The content of the `analysis` message to which the thought is moved. */
  readonly inner: string;
}

/**
 * Returns the thoughts in a body. If the body has sections between thought markers of 2.2, these are the thoughts, including the markers.
 * Otherwise, the thoughts are the texts between the tags that models write.
 */
function thoughtsIn(block: Parameters<typeof segments>[0]): Thought[] {
  const { text, bodyStart, bodyEnd } = block;
  const marks = segments(block).filter(({ token }) => token?.kind === 'thought');
  const sections = marks.flatMap((mark, i): Thought[] => {
    const end = marks[i + 1];
    const name = mark.token?.name.replace(/^start_/, 'end_');
    if (!mark.token?.name.startsWith('start_') || end === undefined || end.token?.name !== name) return [];
    return [{ start: mark.start, end: end.end, inner: text.slice(mark.start, end.end) }];
  });
  if (sections.length > 0) return sections;
  return [...text.slice(bodyStart, bodyEnd).matchAll(tagged)].map(({ index, 0: all, 1: inner = '' }) => ({
    start: bodyStart + index,
    end: bodyStart + index + all.length,
    inner: inner.trim(),
  }));
}

/** Matches a thought in tags, together with the white space after it. A thought does not contain another start tag. */
const tagged = /<think>((?:(?!<think>)[^])*?)<\/think>\s*/g;
