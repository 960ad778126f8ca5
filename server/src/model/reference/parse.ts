/**
 * A model of the parser in openai/harmony 0.0.8, which servers of gpt-oss use. It shows how a server parses a text. The parser of
 * this project accepts more, and also differs in other ways; see `docs/reference-parser.md`.
 */
import { errorTexts, ordinaryToken, type Rejection } from './errors.ts';
import { type HeaderFault, type ReferenceHeader, type ReferenceRole, readHeader, readHeaderAsBody } from './header.ts';
import { idOf, specialTokens } from './special-tokens.ts';

interface ReferenceOptions {
  /** Whether the parser is in strict mode, which is the default. In non-strict mode, a terminator may also end a header. */
  readonly strict?: boolean;
  /**
   * The role of the message that a model continues at the beginning of the text; null if the text is a conversation that begins
   * with `<|start|>`. By default, the role is inferred; see `roleBefore`.
   */
  readonly role?: ReferenceRole | null;
  /**
   * Returns the number of the first token of ordinary text, for which a tokenizer is needed. Without this function, errors have
   * `N` instead.
   */
  readonly firstToken?: (text: string) => number | undefined;
}

export interface ReferenceMessage extends ReferenceHeader {
  readonly text: string;
  /** The offsets where the message starts and ends. The terminator is included. */
  readonly from: number;
  readonly to: number;
  /**
   * The offset where the body starts. If `<|message|>` is missing in non-strict mode, the words of the header are the body. The offset is
   * then the start of the header.
   */
  readonly bodyStart: number;
}

export interface ReferenceReading {
  /** The messages of the text; if the text is rejected, the messages that were complete before the error. */
  readonly messages: readonly ReferenceMessage[];
  readonly error?: Rejection;
}

const [start, message] = [idOf('start'), idOf('message')];
const terminators = new Set(['end', 'call', 'return'].map(idOf));

/**
 * Returns the role of the message that a text continues: null if the text begins with `<|start|>` after any white space,
 * otherwise the assistant.
 */
export function roleBefore(text: string): ReferenceRole | null {
  return /^\s*<\|start\|>/.test(text) ? null : 'assistant';
}

/** The offset where a message starts, and the offset where the header or the body that is being parsed starts. */
interface MessageBeginning {
  readonly from: number;
  readonly begin: number;
}

/** The state of the parser: outside messages, in a header, or in a body. */
type State =
  | undefined
  | (MessageBeginning & { readonly role: ReferenceRole | null; readonly header?: undefined })
  | (MessageBeginning & { readonly header: ReferenceHeader });

/**
 * Parses a text like the reference parser. All offsets are UTF-16 units. Any text is parsed in linear time and without throwing.
 * An unpaired surrogate becomes U+FFFD, as in UTF-8.
 */
export function parseReference(
  source: string,
  { strict = true, role = roleBefore(source), firstToken }: ReferenceOptions = {},
): ReferenceReading {
  const text = source.replace(/\p{Surrogate}/gu, '\uFFFD');
  const messages: ReferenceMessage[] = [];
  let state: State = role === null ? undefined : { from: 0, begin: 0, role };
  /** The offset where the last special token ends. The text from there to the next one is ordinary. */
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
      // The reference parser keeps such a message if it is the first one of a completion, since its role is known. It silently drops any
      // other message whose header ends with a terminator.
      if (state.role !== null && state.begin < at) {
        const headerAndBody = readHeaderAsBody(text.slice(state.begin, at), state.role);
        if ('kind' in headerAndBody) return rejected(headerAndBody, at, state.from);
        add(...headerAndBody, state, end);
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

/**
 * The fault of a token that is not `<|start|>` where a message must begin. If `id` is undefined, the token is ordinary text whose
 * number is unknown.
 */
function unexpected(id?: number): HeaderFault {
  return { kind: 'start-expected', value: String(id ?? ordinaryToken) };
}
