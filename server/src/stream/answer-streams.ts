/**
 * Answers that are written at a time, each read as the text of a message, since servers hand out thoughts, calls and whole
 * transcripts in what they call the answer.
 */

import { callChannel, modelRole } from '../grammar/index.ts';
import { cancelReasons } from '../grammar/stream-events.ts';
import { tagTexts, thoughtEnds } from '../model/visibility/tags.ts';
import { families } from '../syntax/families/index.ts';
import { maximum } from '../syntax/lists.ts';
import { CallGate } from './call-gate.ts';
import type { CancelReason, StreamEvent } from './events.ts';
import { type StreamOptions, TranscriptStream } from './stream.ts';

/** One of the answers. */
interface Answer {
  readonly id: string | undefined;
  /** How its deltas are flagged, where that is not as those of an answer are. */
  readonly about: Partial<StreamEvent>;
  stream: TranscriptStream | undefined;
  /** The gate for its beginning: it may be a call, and nothing else. */
  readonly gate: CallGate;
  /** Its text so far, where it may turn out to be a transcript. */
  begun: string;
  /** The reason that the server gives for stopping. */
  finished: string | undefined;
  /** The text that has come after a gap; undefined where there is none. */
  rest: string | undefined;
  /** How much text it was given, and how much of that is decided; where others said that a paragraph ends. */
  given: number;
  decided: number;
  readonly flushes: number[];
}

/** How an answer is named and read. */
export interface AnswerStyle {
  /** The id that its events have; without this, it gets one. */
  readonly id?: string | undefined;
  readonly about?: Partial<StreamEvent>;
  /** It is one message, of which the one who writes it says where paragraphs end. */
  readonly divided?: boolean;
}

/** The beginning of an answer that may be a transcript itself. */
const token = /^\s*<\|/;
/** An answer of a chat API is read as the body of such a message: it may hold thoughts and calls in tags. */
const { frame, tokens } = families['openchatml-0.1'];
/** The words that look like the beginning of a transcript, and begin a thought or a call in an answer. */
const inAnswers = new Set(['thought', 'function']);
const tags = [...tagTexts, ...tokens.flatMap(({ kind, text }) => (inAnswers.has(kind) ? text : []))]
  .filter((text) => token.test(text))
  .map((text) => text.toLowerCase());
const opening = `${frame.openers[0].text}${modelRole}\n`;
/** Answers at a time. What belongs to others is hidden. */
const MAX_ANSWERS = 10_000;
const MAX_FLUSHES = 10_000;
/** The longest text that waits after a gap. */
const MAX_REST_LENGTH = 1 << 18;
/** The signs of which tags, tokens and calls are made. */
const signs = /[<＜>＞|｜[\]{}◁▷]|__/;

/** The kind of a text with this beginning, once that is certain. */
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
  /** The server tells thoughts and answers apart, so there are none at the beginning of its answers. */
  tellsThoughts = false;
  /** Text is missing: a tag in it may have begun an answer that is not known yet. */
  private hasGap = false;
  /** There are more answers than are read. */
  tooMany = false;

  constructor(
    private readonly emit: (event: StreamEvent) => void,
    private readonly options: StreamOptions,
  ) {}

  /** A piece of an answer. */
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

  /** A piece of an answer that is not a call. */
  private writeOn(answer: Answer, text: string, divided: boolean): void {
    if (answer.stream) {
      answer.stream.write(text);
      return;
    }
    answer.begun += text;
    const kind = divided ? 'answer' : kindOf(answer.begun);
    if (kind !== undefined) this.begin(answer, kind === 'transcript', divided);
  }

  /** A piece of an answer that is a call, or may be. What was shown of it is withdrawn. */
  private hideCall(key: string, answer: Answer, text: string, shown: boolean): void {
    answer.decided += text.length;
    if (shown) this.withdraw(answer, cancelReasons.doubt);
    this.hidden(key, text, { channel: callChannel });
  }

  /** A piece of a text that is a transcript, or continues with the one of a prompt. */
  writeRaw(key: string, text: string): void {
    const answer = this.answerOf(key, {});
    if (answer === undefined) return;
    if (answer.stream === undefined) this.begin(answer, true, false);
    if (answer.rest === undefined) answer.stream?.write(text);
  }

  /** Adds text of an answer, or next to it, that users do not see. */
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

  /** A paragraph of an answer ends here. */
  flush(key: string, style: AnswerStyle): void {
    const answer = this.all.get(key);
    if (answer === undefined || answer.decided === answer.given) this.emitFlush(style.id);
    else if (answer.flushes.length < MAX_FLUSHES) answer.flushes.push(answer.given);
  }

  /** An answer has begun of which nothing may have arrived yet. */
  expect(key: string): void {
    this.answerOf(key, {});
  }

  finish(key: string, reason: string): void {
    const answer = this.answerOf(key, {});
    if (answer === undefined) return;
    answer.finished = reason;
    if (answer.rest === undefined) answer.gate.finish();
  }

  /** The same for all whose keys begin so. */
  finishAll(keysBegin: string, reason: string): void {
    for (const key of this.all.keys()) if (key.startsWith(keysBegin)) this.finish(key, reason);
  }

  /** Text is missing, perhaps in each of them: a tag that hides what follows may be among it. */
  doubt(): void {
    this.hasGap = true;
    for (const answer of this.all.values()) answer.rest ??= '';
  }

  /** Withdraws the text so far, which may have come in another order. */
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

  /** Cancels the text being written, and all that waits. */
  cancelAll(reason: CancelReason): void {
    for (const key of this.all.keys()) this.cancel(key, reason);
  }

  /** No more comes. Gives the reasons for which they ended. */
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
   * Ends the text after the gap: half of a tag or of a call may be lost in it. So only prose is for users, and of that the text
   * after the last end of a thought.
   */
  private endRest(answer: Answer): void {
    const { rest } = answer;
    answer.rest = undefined;
    if (rest === undefined || rest.length > MAX_REST_LENGTH) return;
    // The possible other half of a call is hidden with the first.
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
        hide: (text, shown) => this.hideCall(key, fresh, text, shown),
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

  /** Where thoughts come in an answer, its first may have begun in the prompt: then only its end tells. */
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

  /** An event of what is read, under the id of the answer; where others divide it, their flushes are put where they belong. */
  private pass(answer: Answer, event: StreamEvent, divided: boolean): void {
    const { event: name, message_id: inner, ...rest } = event;
    // Each answer numbers its messages from 1.
    const id = inner === undefined || inner === 'm1' ? answer.id : `${answer.id ?? ''}.${inner.slice(1)}`;
    const named = { event: name, ...(inner !== undefined && id !== undefined && { message_id: id }), ...rest };
    const { delta } = event;
    if (delta === undefined) {
      if (!divided || name !== 'response.delta.flush') this.emit(named);
      return;
    }
    const isShown = name === 'response.delta';
    const emit = (text: string) => {
      answer.decided += text.length;
      if (text === '' || (!isShown && this.options.debug !== true)) return;
      this.emit({ ...named, ...(isShown && answer.about), delta: text });
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
