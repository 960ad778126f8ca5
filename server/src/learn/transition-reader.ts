/** Reads the texts that a template writes between the parts of conversations, by part and by role. */
import { minimum } from '../syntax/lists.ts';
import { endIn, type Speaker } from './dialect-texts.ts';
import type { LearnedFrames, Part, Transition } from './frames.ts';
import { boundaryBefore, commonPrefix, marksIn } from './marks.ts';

/**
 * The parts that usually precede the messages of each role. Openers are learned from the texts between these parts and such
 * messages.
 */
export const usualSources: Readonly<Record<Speaker, readonly Transition['from'][]>> = {
  system: ['assistant', 'system'],
  developer: ['assistant', 'system'],
  user: ['assistant', 'user'],
  assistant: ['user', 'reply', 'replyId', 'replyName', 'repeated'],
  tool: ['user', 'assistant', 'name', 'id', 'arguments', 'value', 'data', 'key'],
};

/** The part that is the content of a message of a role. */
export const mainPart: Readonly<Record<Speaker, Part>> = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  assistant: 'assistant',
  tool: 'reply',
};

/** The minimum length of an opener; anything shorter would be found everywhere. */
export const MIN_OPENER = 3;
export const callParts = new Set<Transition['to']>(['name', 'id', 'arguments', 'key', 'value', 'data']);

/** Finds texts in the frames of a template. `starts`: the tokens with which a prompt can begin, such as `bos_token`. */
export class TransitionReader {
  private readonly ends = new Map<Transition['from'], string>();
  private marksAtStart: ReadonlySet<string> | undefined;

  constructor(
    protected readonly frames: LearnedFrames,
    private readonly starts: readonly string[],
  ) {}

  protected from(part: Transition['from']): readonly Transition[] {
    return this.frames.transitions.get(part) ?? [];
  }

  protected get all(): readonly Transition[] {
    return [...this.frames.transitions.values()].flat();
  }

  /** The marks that begin the first message, and that therefore do not end a message. */
  private get firstMarks(): ReadonlySet<string> {
    this.marksAtStart ??= new Set(
      this.from('start').flatMap(({ to, text }) => {
        const marks = to === 'user' || to === 'assistant' ? marksIn(text) : [];
        // Instructions of the template itself may come first, in a frame like those of messages.
        const first = marks.find((mark) => !this.starts.includes(mark));
        return first === undefined ? [] : marksIn(text.slice(text.lastIndexOf(first)));
      }),
    );
    return this.marksAtStart;
  }

  /**
   * The text that the template writes after a part to end the message: the beginning that the texts after this part have in common,
   * or the text at the end of a prompt. In both cases, the text is cut off before a mark that also begins the first message.
   */
  protected end(part: Transition['from']): string {
    let end = this.ends.get(part);
    if (end === undefined) {
      end = endIn(this.endOf(part));
      this.ends.set(part, end);
    }
    return end;
  }

  private endOf(part: Transition['from']): string {
    const next = this.from(part).filter(
      ({ to, opens, between }) => to !== 'end' && opens === 'message' && between.length === 0,
    );
    const [first] = next;
    const common = commonPrefix(next.map(({ text }) => text));
    const shared = first ? common.slice(0, boundaryBefore(first.text, common.length)) : '';
    if (new Set(next.map(({ role }) => role)).size > 1) return this.beforeFirstMarks(shared);
    const cut = this.beforeFirstMarks(shared);
    if (cut.length < shared.length) return cut;
    const atEnd = this.from(part)
      .filter(({ to, generation, between }) => to === 'end' && !generation && between.length === 0)
      .map(({ text }) => text);
    return this.beforeFirstMarks(atEnd.sort((a, b) => a.length - b.length)[0] ?? '');
  }

  /** The part of a text before the first mark that also begins the first message. */
  private beforeFirstMarks(text: string): string {
    const places = marksIn(text).flatMap((mark) => (this.firstMarks.has(mark) ? text.indexOf(mark) : []));
    return text.slice(0, minimum([text.length, ...places]));
  }

  /** The text of a transition without the text that ends the preceding message. */
  protected rest({ from, text }: Transition): string {
    const end = this.end(from);
    if (text.startsWith(end)) return text.slice(end.length);
    return text.slice(boundaryBefore(text, commonPrefix([text, end]).length));
  }

  protected into(role: Speaker, sources: readonly Transition['from'][]): readonly Transition[] {
    return sources.flatMap((from) => this.from(from).filter((one) => one.opens === 'message' && one.role === role));
  }
}
