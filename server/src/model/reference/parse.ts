/**
 * A model of the parser of openai/harmony 0.0.8, which servers of gpt-oss use, to show how a server parses a text. The parser
 * of this project accepts more, and differs elsewhere; see `docs/reference-parser.md`.
 */
import { errorTexts, ordinaryToken, type Rejection } from './errors.ts';
import { type HeaderFault, type ReferenceHeader, type ReferenceRole, readHeader, readHeaderAsBody } from './header.ts';
import { idOf, specialTokens } from './special-tokens.ts';

interface ReferenceOptions {
  /** Strict mode, the default; in non-strict mode, a terminator may also end a header. */
  readonly strict?: boolean;
  /**
   * The role before the text, if a model continues with a message of that role; null if the text is a conversation from its
   * first `<|start|>` on. By default, it is inferred: see `roleBefore`.
   */
  readonly role?: ReferenceRole | null;
  /** Returns the number of the first token of ordinary text, which only a tokenizer knows; without it, errors have `N`. */
  readonly firstToken?: (text: string) => number | undefined;
}

export interface ReferenceMessage extends ReferenceHeader {
  readonly text: string;
  /** The start and the end of the message, including its terminator. */
  readonly from: number;
  readonly to: number;
  /** The start of the body; without `<|message|>` (non-strict), the start of the header, whose words are the body. */
  readonly bodyStart: number;
}

export interface ReferenceReading {
  /** The messages; for a rejected text, those completed before the error. */
  readonly messages: readonly ReferenceMessage[];
  readonly error?: Rejection;
}

const [start, message] = [idOf('start'), idOf('message')];
const terminators = new Set(['end', 'call', 'return'].map(idOf));

/** The role that a text continues: null if it begins with `<|start|>` after any white space, otherwise the assistant. */
export function roleBefore(text: string): ReferenceRole | null {
  return /^\s*<\|start\|>/.test(text) ? null : 'assistant';
}

/** The start of a message, and the start of the header or body that is being parsed. */
interface MessageBeginning {
  readonly from: number;
  readonly begin: number;
}

/** The state of the parser: outside messages, in a header, or in the body after one. */
type State =
  | undefined
  | (MessageBeginning & { readonly role: ReferenceRole | null; readonly header?: undefined })
  | (MessageBeginning & { readonly header: ReferenceHeader });

/**
 * Parses `text` like the reference parser. All offsets are UTF-16 units. It never throws, for any text, and takes linear time.
 * Half a surrogate pair becomes U+FFFD, as in UTF-8.
 */
export function parseReference(
  source: string,
  { strict = true, role = roleBefore(source), firstToken }: ReferenceOptions = {},
): ReferenceReading {
  const text = source.replace(/\p{Surrogate}/gu, '\uFFFD');
  const messages: ReferenceMessage[] = [];
  let state: State = role === null ? undefined : { from: 0, begin: 0, role };
  /** The end of the last token: the text up to the next one is ordinary. */
  let read = 0;

  const rejected = (fault: HeaderFault, at: number, from: number): ReferenceReading => ({
    messages,
    error: { ...fault, text: errorTexts[fault.kind](fault.value), at, from },
  });
  const add = (header: ReferenceHeader, body: string, { from, begin }: MessageBeginning, to: number) =>
    messages.push({ ...header, text: body, from, to, bodyStart: begin });

  for (const token of specialTokens(text)) {
    const { id, at, end } = token;
    if (state === undefined) {
      if (read < at) return rejected(unexpected(firstToken?.(text.slice(read, at))), read, read);
      if (id !== start) return rejected(unexpected(id), at, at);
      state = { from: at, begin: end, role: null };
    } else if (state.header !== undefined) {
      if (terminators.has(id)) {
        add(state.header, text.slice(state.begin, at), state, end);
        state = undefined;
      }
    } else if (id === message) {
      const header = readHeader(text.slice(state.begin, at), state.role);
      if ('kind' in header) return rejected(header, at, state.from);
      state = { from: state.from, begin: end, header };
    } else if (!strict && terminators.has(id)) {
      // Only the first message of a completion is kept, since its role is known; other messages are silently dropped.
      if (state.role !== null && state.begin < at) {
        const found = readHeaderAsBody(text.slice(state.begin, at), state.role);
        if ('kind' in found) return rejected(found, at, state.from);
        add(...found, state, end);
      }
      state = undefined;
    }
    read = end;
  }

  if (state === undefined && read === text.length) return { messages };
  if (state === undefined) return rejected(unexpected(firstToken?.(text.slice(read))), read, read);
  if (state.header === undefined) return rejected({ kind: 'header-open', value: '' }, text.length, state.from);
  add(state.header, text.slice(state.begin), state, text.length);
  return { messages };
}

/** The fault of a token other than `<|start|>` where a message has to begin. Without `id`, the token is ordinary text of unknown number. */
function unexpected(id?: number): HeaderFault {
  return { kind: 'start-expected', value: String(id ?? ordinaryToken) };
}
