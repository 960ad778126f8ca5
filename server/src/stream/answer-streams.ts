/**
 * Reads answers that arrive in parallel. Each is parsed as the body of a message, since servers send thoughts, calls and whole
 * transcripts as answers.
 */

import { callChannel, modelRole } from '../grammar/index.ts';
import { cancelReasons } from '../grammar/stream-events.ts';
import { tagTexts, thoughtEnds } from '../model/visibility/tags.ts';
import { families } from '../syntax/families/index.ts';
import { maximum } from '../syntax/lists.ts';
import { CallGate } from './call-gate.ts';
import type { CancelReason, StreamEvent } from './events.ts';
import { type StreamOptions, TranscriptStream } from './stream.ts';

interface Answer {
  readonly id: string | undefined;
  /** Additional fields for the events of this answer, such as the intent of a preamble. */
  readonly about: Partial<StreamEvent>;
  stream: TranscriptStream | undefined;
  /** Holds back the beginning of the answer as long as it may be a bare call. */
  readonly gate: CallGate;
  /** The text so far, as long as it may turn out to be a transcript. */
  begun: string;
  /** The reason that the server stated for the end of the answer; undefined if it has not ended. */
  finished: string | undefined;
  /** The text after a gap; undefined if there was no gap. */
  rest: string | undefined;
  /**
   * `given`: the length of the text received; `decided`: the length of the part that has been shown or hidden; `flushes`: the
   * offsets at which the writer ended paragraphs.
   */
  given: number;
  decided: number;
  readonly flushes: number[];
}

/** The id of an answer, and the way in which it is read. */
export interface AnswerStyle {
  /** The id for the events of a divided answer. Other answers have generated ids. */
  readonly id?: string | undefined;
  readonly about?: Partial<StreamEvent>;
  /** Whether the answer is a single message whose writer marks the ends of paragraphs. */
  readonly divided?: boolean;
}

/** Matches the beginning of an answer that may be a transcript itself. */
const token = /^\s*<\|/;
/** Answers from chat APIs are read as the body of a message in this family, which may contain thoughts and calls in tags. */
const { frame, tokens } = families['openchatml-0.1'];
/** Kinds of tokens that look like the beginning of a transcript, but begin a thought or a call in an answer. */
const inAnswers = new Set(['thought', 'function']);
const tags = [...tagTexts, ...tokens.flatMap(({ kind, text }) => (inAnswers.has(kind) ? text : []))]
  .filter((text) => token.test(text))
  .map((text) => text.toLowerCase());
const opening = `${frame.openers[0].text}${modelRole}\n`;
/** The maximum number of parallel answers. Users do not see the text of further answers. */
const MAX_ANSWERS = 10_000;
const MAX_FLUSHES = 10_000;
/** The maximum length of the text after a gap. Longer text is not shown. */
const MAX_REST_LENGTH = 1 << 18;
/** Matches the special characters that occur in tags, tokens and calls. */
const signs = /[<＜>＞|｜[\]{}◁▷]|__/;

/** Returns whether text with this beginning is an answer or a transcript; undefined if this is not certain yet. */
function kindOf(begun: string): 'answer' | 'transcript' | undefined {
  const text = begun.trimStart().slice(0, MAX_TAG_LENGTH).toLowerCase();
  if (tags.some((tag) => text.startsWith(tag))) return 'answer';
  const mayBeBoth = text === '' || text === '<' || tags.some((tag) => tag.startsWith(text));
  if (mayBeBoth && begun.length < 100) return undefined;
  return token.test(begun) ? 'transcript' : 'answer';
}

const MAX_TAG_LENGTH = 64;

export class Answers {
  private readonly all = new Map<string, Answer>();
  private count = 0;
  /** Whether the server separates thoughts from answers, so that its answers do not begin with a thought. */
  tellsThoughts = false;
  /** Whether text is missing. A tag in the missing text may have begun an answer of which nothing else has arrived yet. */
  private hasGap = false;
  /** Whether there are more answers than the limit. */
  tooMany = false;

  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: StreamOptions,
  ) {}

  /** Takes a piece of an answer. */
  write(key: string, text: string, style: AnswerStyle = {}): void {
    const answer = this.answerOf(key, style);
    if (answer === undefined || text === '') return;
    answer.given += text.length;
    if (answer.rest !== undefined) {
      if (answer.rest.length <= MAX_REST_LENGTH) answer.rest += text;
      return;
    }
    answer.gate.write(text);
  }

  /** Takes a piece of an answer that is not part of a call. */
  private writeOn(answer: Answer, text: string, divided: boolean): void {
    if (answer.stream) {
      answer.stream.write(text);
      return;
    }
    answer.begun += text;
    const kind = divided ? 'answer' : kindOf(answer.begun);
    if (kind !== undefined) this.begin(answer, kind === 'transcript', divided);
  }

  /** Hides a piece of an answer that is or may be a call, and withdraws the part of the call that has already been shown. */
  private hideCall(key: string, answer: Answer, text: string, isShown: boolean): void {
    answer.decided += text.length;
    if (isShown) this.withdraw(answer, cancelReasons.doubt);
    this.hidden(key, text, { channel: callChannel });
  }

  /** Takes a piece of text that is a transcript, or that continues the transcript in a prompt. */
  writeRaw(key: string, text: string): void {
    const answer = this.answerOf(key, {});
    if (answer === undefined) return;
    if (answer.stream === undefined) this.begin(answer, true, false);
    if (answer.rest === undefined) answer.stream?.write(text);
  }

  /** Takes hidden text that is part of an answer or accompanies an answer. */
  hidden(key: string, text: string, about: Partial<StreamEvent>, style: AnswerStyle = {}): void {
    if (text === '') return;
    const id = this.answerOf(key, style)?.id;
    if (this.options.debug !== true) return;
    this.emit({
      event: 'debug.delta',
      ...(id !== undefined && { message_id: id }),
      role: modelRole,
      ...about,
      delta: text,
    });
  }

  /** Ends a paragraph at the current end of an answer. */
  flush(key: string, style: AnswerStyle): void {
    const answer = this.all.get(key);
    if (answer === undefined || answer.decided === answer.given) this.emitFlush(style.id);
    else if (answer.flushes.length < MAX_FLUSHES) answer.flushes.push(answer.given);
  }

  /** Registers an answer that has begun, possibly without any text so far. */
  expect(key: string): void {
    this.answerOf(key, {});
  }

  finish(key: string, reason: string): void {
    const answer = this.answerOf(key, {});
    if (answer === undefined) return;
    answer.finished = reason;
    if (answer.rest === undefined) answer.gate.finish();
  }

  /** Like `finish`, for all answers whose keys have this prefix. */
  finishAll(keysBegin: string, reason: string): void {
    for (const key of this.all.keys()) if (key.startsWith(keysBegin)) this.finish(key, reason);
  }

  /** Records that text is missing, perhaps in every answer. The missing text may contain a tag that hides later text. */
  doubt(): void {
    this.hasGap = true;
    for (const answer of this.all.values()) answer.rest ??= '';
  }

  /** Withdraws all text so far, since its order may be wrong. */
  distrust(): void {
    for (const [key, { given }] of this.all) if (given > 0) this.cancel(key, cancelReasons.doubt);
    this.doubt();
  }

  cancel(key: string, reason: CancelReason): void {
    const answer = this.all.get(key);
    if (answer === undefined) return;
    this.withdraw(answer, reason);
    answer.gate.hide();
  }

  private withdraw(answer: Answer, reason: CancelReason): void {
    answer.begun = '';
    answer.rest &&= '';
    if (answer.stream === undefined) this.begin(answer, false, false);
    answer.stream?.cancel(reason);
  }

  /** Cancels all text that is being written or is waiting. */
  cancelAll(reason: CancelReason): void {
    for (const key of this.all.keys()) this.cancel(key, reason);
  }

  /** Ends the input. Returns the reason for the end of each answer. */
  end(): readonly (string | undefined)[] {
    for (const answer of this.all.values()) {
      this.endRest(answer);
      answer.gate.finish();
      if (answer.stream === undefined && answer.begun !== '') this.begin(answer, token.test(answer.begun), false);
      answer.stream?.end();
      for (const _ of answer.flushes) this.emitFlush(answer.id);
    }
    return [...this.all.values()].map(({ finished }) => finished);
  }

  /**
   * Ends the text after a gap, in which part of a tag or a call may have been lost. Users therefore only see the text after the
   * last end of a thought, and only if all of it is prose.
   */
  private endRest(answer: Answer): void {
    const { rest } = answer;
    answer.rest = undefined;
    if (rest === undefined || rest.length > MAX_REST_LENGTH) return;
    // Text that may be the second half of a call is hidden together with the first half.
    if (answer.gate.isWaiting) {
      answer.gate.hide();
      return;
    }
    const from = maximum([
      0,
      ...thoughtEnds.map((tag) => rest.lastIndexOf(tag) + tag.length * Number(rest.includes(tag))),
    ]);
    if (signs.test(rest.slice(from))) return;
    answer.gate.write(rest.slice(from));
  }

  private answerOf(key: string, { id, about = {}, divided = false }: AnswerStyle): Answer | undefined {
    const answer = this.all.get(key);
    if (answer !== undefined) return answer;
    if (this.all.size >= MAX_ANSWERS) {
      this.tooMany = true;
      return undefined;
    }
    this.count++;
    const fresh: Answer = {
      id: divided ? id : `m${this.count}`,
      about,
      stream: undefined,
      gate: new CallGate({
        pass: (text) => this.writeOn(fresh, text, divided),
        hide: (text, isShown) => this.hideCall(key, fresh, text, isShown),
      }),
      begun: '',
      finished: undefined,
      rest: this.hasGap ? '' : undefined,
      given: 0,
      decided: 0,
      flushes: [],
    };
    this.all.set(key, fresh);
    return fresh;
  }

  /**
   * Begins to read an answer. If answers contain thoughts, the first thought may have begun in the prompt. In that case, only
   * its end shows that it is a thought.
   */
  private begin(answer: Answer, isRaw: boolean, divided: boolean): void {
    const { begun } = answer;
    answer.begun = '';
    const thoughtless = this.tellsThoughts || this.options.thoughtless === true;
    const stream = new TranscriptStream((event) => this.pass(answer, event, divided), {
      ...this.options,
      ...(divided && { debug: true }),
      ...(!isRaw && { thoughtless, gated: true, choice: { dialect: 'openchatml-0.1' } }),
    });
    answer.stream = stream;
    if (!isRaw) stream.write(opening);
    stream.write(begun);
  }

  /**
   * Passes on an event under the id of the answer. If the writer divides the answer into paragraphs, the ends of paragraphs are
   * inserted at their offsets.
   */
  private pass(answer: Answer, event: StreamEvent, divided: boolean): void {
    const { event: name, message_id: inner, ...rest } = event;
    // The inner stream numbers the messages of each answer from 1.
    const id = inner === undefined || inner === 'm1' ? answer.id : `${answer.id ?? ''}.${inner.slice(1)}`;
    const renumberedEvent = {
      event: name,
      ...(inner !== undefined && id !== undefined && { message_id: id }),
      ...rest,
    };
    const { delta } = event;
    if (delta === undefined) {
      if (!divided || name !== 'response.delta.flush') this.emit(renumberedEvent);
      return;
    }
    const isShown = name === 'response.delta';
    const emit = (text: string) => {
      answer.decided += text.length;
      if (text === '' || (!isShown && this.options.debug !== true)) return;
      this.emit({ ...renumberedEvent, ...(isShown && answer.about), delta: text });
    };
    let at = 0;
    for (let next = answer.flushes[0]; next !== undefined; next = answer.flushes[0]) {
      const to = at + next - answer.decided;
      if (to > delta.length) break;
      emit(delta.slice(at, to));
      at = Math.max(at, to);
      answer.flushes.shift();
      this.emitFlush(answer.id);
    }
    emit(delta.slice(at));
  }

  private emitFlush(id: string | undefined): void {
    this.emit({ event: 'response.delta.flush', ...(id !== undefined && { message_id: id }) });
  }
}
