/** Reads a text as a stream and as a whole, and compares the visible text. */
import type { DialectId } from '../../server/src/grammar/index.ts';
import { modelRole } from '../../server/src/grammar/index.ts';
import { headerInfo } from '../../server/src/model/message.ts';
import { verdictOf } from '../../server/src/model/visibility/verdict.ts';
import { textSeen } from '../../server/src/model/visibility/visible-text.ts';
import { type StreamEvent, type StreamOptions, TranscriptStream } from '../../server/src/stream/stream.ts';
import { IM_START } from '../../server/src/syntax/tokens/tokens.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

export interface Told {
  readonly events: readonly StreamEvent[];
  /** The text of the deltas, by the id of their message. */
  readonly shown: ReadonlyMap<string, string>;
  readonly cancelled: ReadonlySet<string>;
  readonly truncated: 'message' | 'run' | undefined;
}

/** Streams a text in pieces with lengths from `next`. */
export function streamed(text: string, next: () => number, options: StreamOptions = {}): Told {
  const events: StreamEvent[] = [];
  const shown = new Map<string, string>();
  const cancelled = new Set<string>();
  const stream = new TranscriptStream((event) => {
    events.push(event);
    const { message_id: id = '', delta = '' } = event;
    if (event.event === 'response.delta') shown.set(id, (shown.get(id) ?? '') + delta);
    if (event.event === 'response.cancel') cancelled.add(id);
  }, options);
  for (let at = 0; at < text.length; ) {
    const length = next();
    stream.write(text.slice(at, at + length));
    at += length;
  }
  const { truncated } = stream.end();
  return { events, shown, cancelled, truncated };
}

/** Returns the visible text of each assistant message in a text that is read as a whole, and whether the message is in doubt. */
export function seenWhole(text: string, dialect: DialectId | undefined, before = 0) {
  const blocks = [...new Transcript('test:', 'ocml', 0, text, dialect ? { dialect } : {}).blocks];
  const messageById = new Map<string, { readonly text: string; readonly doubt: boolean }>();
  let number = before;
  for (const [i, block] of blocks.entries()) {
    if (block.kind !== 'message') continue;
    number++;
    if (headerInfo(block).role !== modelRole) continue;
    const verdict = verdictOf(block, { before: blocks[i - 1], after: blocks[i + 1] });
    messageById.set(`m${number}`, { text: textSeen(verdict), doubt: verdict.doubt });
  }
  return messageById;
}

/**
 * Whether the stream reported a completion, which has no opener, and then canceled it.
 *
 * This happens if an opener follows where a terminator is missing. Read as a whole, the text has no such message.
 */
function tookCompletionBack(text: string, dialect: DialectId | undefined, { shown, cancelled }: Told): boolean {
  const opener = text.indexOf(IM_START.text);
  if (!cancelled.has('m1') || opener <= 0) return false;
  const alone = seenWhole(text.slice(0, opener), dialect).get('m1');
  return alone?.text.startsWith(shown.get('m1') ?? '') === true && !seenFirst(text, dialect);
}

const seenFirst = (text: string, dialect: DialectId | undefined) =>
  new Transcript('test:', 'ocml', 0, text, dialect ? { dialect } : {}).blocks[Symbol.iterator]().next().value?.kind ===
  'message';

/**
 * Returns the messages whose visible text differs between the stream and the whole text. A canceled message is no difference if it is in
 * doubt in the whole text.
 */
export function differences(text: string, dialect: DialectId | undefined, next: () => number, options: StreamOptions) {
  const choice = dialect ? { choice: { dialect } } : {};
  const streamResult = streamed(text, next, { preambles: true, ...choice, ...options });
  const { shown, cancelled } = streamResult;
  const isBack = tookCompletionBack(text, dialect, streamResult);
  const whole = seenWhole(text, dialect, isBack ? 1 : 0);
  if (isBack) whole.set('m1', { text: '', doubt: true });
  return [...new Set([...whole.keys(), ...shown.keys()])].flatMap((id) => {
    const [one, other] = [whole.get(id), shown.get(id) ?? ''];
    if (cancelled.has(id)) return one?.doubt ? [] : [{ id, cancelled: true, whole: one?.text, stream: other }];
    return (one?.text ?? '') === other ? [] : [{ id, whole: one?.text, stream: other }];
  });
}
