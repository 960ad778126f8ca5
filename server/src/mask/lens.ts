/**
 * Divides the prompt of a row into spans for display. Each span records its source in the row, whether it is trained or cut off, and the
 * reason why it is trained or not.
 */
import { joinedWords } from '../syntax/wording.ts';
import type { Dict } from '../templates/jinja/runtime/values.ts';
import type { AddedToken } from '../tokens/file/data.ts';
import type { TokenKind } from './kinds.ts';
import { lengthRule, type MaskedSequence, type MaskedToken, type MaskProfile } from './mask.ts';
import type { RowSource } from './row.ts';

export interface LensStretch {
  readonly text: string;
  readonly trained: boolean;
  readonly cut: boolean;
  /** `stop`: the token that ends an answer. `control`: any other control token. */
  readonly token?: 'stop' | 'control';
  /** The reason why the span is trained or not, as a text for the user. */
  readonly reason: string;
  /** The start and the end of the source, as returned by `PlaceOf`. */
  readonly at?: number;
  readonly to?: number;
}

/**
 * A function that returns the UTF-16 offsets, in a document, of a part of a string in the row. If the string has no
 * exact positions, it returns those of the whole string.
 */
export type PlaceOf = (source: RowSource, from: number, to: number) => readonly [start: number, end: number];

export interface Lens {
  readonly stretches: readonly LensStretch[];
  /** Whether the end of the prompt is omitted. */
  readonly isShortened: boolean;
}

/** The maximum length of the displayed part of a prompt, in UTF-16 units, and the maximum number of spans. */
const MAX_SHOWN_LENGTH = 400_000;
const MAX_STRETCHES = 20_000;

/** Returns the spans of a prompt; none if the positions of tokens are uncertain. `first`: the first row of the data set. */
export function lensOf(sequence: MaskedSequence, profile: MaskProfile, first: Dict, placeOf: PlaceOf): Lens {
  const { text, places, mapped } = sequence;
  if (places === undefined) return { stretches: [], isShortened: false };
  const { added } = profile.setting.tokenizer.traits;
  const tokens = sequence.tokens();
  const reasonOf = reasons(tokens, profile, first);
  const stretches: LensStretch[] = [];
  let [at, next] = [0, 0];
  let run: { readonly token: MaskedToken; readonly from: number } | undefined;

  function add(token: MaskedToken, tokenText: string, span?: MappedSpan, from = 0): void {
    const isControl = added.get(token.id)?.special === true && token.kind !== 'stop';
    const [start, end] = span === undefined ? [] : placeIn(span, from, from + tokenText.length, placeOf);
    stretches.push({
      text: tokenText,
      trained: token.trained,
      cut: token.cut,
      reason: reasonOf(token),
      ...(token.kind === 'stop' ? { token: 'stop' as const } : isControl && { token: 'control' as const }),
      ...(start !== undefined && { at: start, to: end as number }),
    });
  }

  /** Ends a run of similar tokens at an offset. The run is split where text from the row begins or ends. */
  function endRun(to: number): void {
    if (run === undefined) return;
    const { token } = run;
    let from = run.from;
    run = undefined;
    while (from < to) {
      while (next < mapped.length && (mapped[next]?.end as number) <= from) next++;
      const span = mapped[next];
      const isInside = span !== undefined && span.start <= from;
      const until = Math.min(to, isInside ? span.end : (span?.start ?? to));
      add(token, text.slice(from, until), isInside ? span : undefined, from);
      from = until;
    }
  }

  for (const [i, token] of tokens.entries()) {
    const [start, end] = [places.starts[i] as number, places.ends[i] as number];
    if (start === end) {
      // A token that the tokenizer has added; it has no text in the prompt.
      endRun(at);
      add(token, contentOf(token, added));
    } else {
      if (run === undefined || !isSameRun(run.token, token, added)) {
        const from = Math.max(at, start);
        endRun(from);
        // Text without a token, such as a space that the tokenizer removes, is shown with the next token.
        run = { token, from: Math.min(at, from) };
      }
      at = Math.max(at, end);
    }
    if (at > MAX_SHOWN_LENGTH || stretches.length > MAX_STRETCHES) {
      endRun(Math.min(at, MAX_SHOWN_LENGTH));
      return { stretches, isShortened: true };
    }
  }
  endRun(text.length);
  return { stretches: stretches.filter((one) => one.text !== ''), isShortened: false };
}

type MappedSpan = MaskedSequence['mapped'][number];

/**
 * Returns the position of the source of a part of a span. If the template has changed the string, this is the position of the whole string.
 */
function placeIn({ source, from, start }: MappedSpan, begin: number, end: number, placeOf: PlaceOf) {
  return from === undefined
    ? placeOf(source, 0, source.value.length)
    : placeOf(source, from + begin - start, from + end - start);
}

const contentOf = ({ id }: MaskedToken, addedTokens: ReadonlyMap<number, AddedToken>): string =>
  addedTokens.get(id)?.content ?? '';

/** Whether two adjacent tokens belong to the same run. Each control token is a run of its own. */
const isSameRun = (one: MaskedToken, other: MaskedToken, addedTokens: ReadonlyMap<number, AddedToken>): boolean =>
  isAlike(one, other) &&
  (one.id === other.id || (addedTokens.get(one.id)?.special !== true && addedTokens.get(other.id)?.special !== true));

/** Whether two tokens look the same when displayed. */
const isAlike = (one: MaskedToken, other: MaskedToken): boolean =>
  one.trained === other.trained && one.cut === other.cut && one.kind === other.kind && one.message === other.message;

/** Returns a function that returns the reason why a token is trained or not. */
function reasons(tokens: readonly MaskedToken[], profile: MaskProfile, first: Dict): (token: MaskedToken) => string {
  const { trainer, values } = profile;
  if (trainer.unmade !== undefined) return ({ cut }) => (cut ? 'cut' : 'masks of this trainer are not supported');
  const deciding = trainer.decidedBy?.(values, first);
  const by = (names: readonly string[]) =>
    names.length === 0 ? '' : `, because of ${joinedWords(names.map((name) => `\`${name}\``))}`;
  const limitedBy = profile.limit === undefined ? `\`${trainer.lengthOption}\`` : 'the maximum length';
  const { limit } = lengthRule(profile);
  const answers = new Map<number, number>();
  for (const { kind, message } of tokens)
    if (
      message !== undefined &&
      (kind === 'answer' || kind === 'reasoning' || kind === 'call') &&
      !answers.has(message)
    )
      answers.set(message, answers.size + 1);
  const reasonByKey = new Map<string, string>();
  return ({ trained, cut, kind, message }) => {
    const key = `${trained} ${cut} ${kind} ${message}`;
    const cachedReason = reasonByKey.get(key);
    if (cachedReason !== undefined) return cachedReason;
    const what = nameOf(kind, message, message === undefined ? undefined : answers.get(message));
    const stops = kind === 'stop' && deciding?.stops !== undefined ? [deciding.stops] : deciding?.texts;
    const reason = cut
      ? `cut: ${what}, because of ${limitedBy}${limit === undefined ? '' : ` (${limit.toLocaleString('en')} tokens)`}`
      : trained
        ? `trained: ${what}${by(stops ?? [])}`
        : `not trained: ${what}${kind === 'frame' ? '' : by(stops ?? [])}`;
    reasonByKey.set(key, reason);
    return reason;
  };
}

const ofAnswer: ReadonlyMap<TokenKind | undefined, string> = new Map([
  ['answer', 'answer'],
  ['reasoning', 'reasoning in answer'],
  ['call', 'calls in answer'],
  ['stop', 'stop token of answer'],
]);

const ofOthers: ReadonlyMap<TokenKind | undefined, string> = new Map([
  ['user', 'text from a user'],
  ['reply', 'reply from a tool'],
  ['system', 'system prompt'],
  ['text', 'text in the row'],
]);

function nameOf(kind: TokenKind | undefined, message: number | undefined, answer: number | undefined): string {
  const nameInAnswer = ofAnswer.get(kind);
  if (nameInAnswer !== undefined && answer !== undefined) return `${nameInAnswer} ${answer}`;
  const other = ofOthers.get(kind) ?? (kind === undefined ? 'a token whose position is uncertain' : undefined);
  if (other === undefined) return 'text from the template';
  return message === undefined ? other : `${other} (message ${message + 1})`;
}
