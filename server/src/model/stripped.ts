/** Recognizes text that consisted of messages before its control tokens were removed: `analysisThe user asks…assistantfinalHello`. */
import { channels, modelRole, roles } from '../grammar/index.ts';
import type { Span } from '../syntax/span.ts';

/** The remains of the header of an assistant message. The span is in the text. */
interface BareHeader extends Span {
  readonly channel: string;
  readonly to: string | undefined;
  /** The type of the content, if JSON or code follows the type. */
  readonly type: string | undefined;
  /** Whether the header does not directly follow a word. If it does, it may be part of a name in prose or code. */
  readonly certain: boolean;
}

interface Stripped {
  /** The words of the header at the beginning of the text. */
  readonly head: Span;
  /** The headers of the assistant, in order. The first of them is `head`, unless that is the header of another role. */
  readonly headers: readonly BareHeader[];
}

const names = channels.map(({ name }) => name).join('|');
const others = roles.flatMap(({ name, replies }) => (name === modelRole || replies ? [] : name)).join('|');
/** Matches the name of a channel, but not in the words `finally`, `finalize` and `finals`. */
const channel = `(${names})(?!ly|i[sz]|s\\b)`;
const rest = '(?: to=([\\w.-]+))?(?:\\s*(json|code)(?=\\s*[{[]))?';
/** Matches characters that often begin a sentence and rarely continue a word. */
const sentence = '[\\p{Lu}\\p{Lo}"“\'*\\d]';

const first = new RegExp(`^\\s*((assistant)?${channel}|${others})(?=(${sentence})|\\p{L})`, 'u');
/** Rules out `assistant` after a space, a bracket or an opening quote, where the word is only mentioned, and in `to=assistant`. */
const notSpokenOf = '(?<![ \\t([{<=_-]|(?:^|[\\s([{])["\'`“‘])';
const inner = new RegExp(`${notSpokenOf}assistant${channel}(?=[\\p{L}\\d]|[^\\s\\w.,:;!?)\\]}'’-]| to=)${rest}`, 'gu');
const inWord = /[\p{L}\d]/u;

/** Returns the headers of the messages that a text consisted of; undefined if the text may be anything else. */
export function stripped(text: string): Stripped | undefined {
  const begun = first.exec(text);
  if (begun === null) return undefined;
  const [whole, words = '', assistant, name, loud] = begun;
  const head = { start: whole.length - words.length, end: whole.length };
  const headers = [...text.slice(head.end).matchAll(inner)].flatMap(
    ({ 0: bare, 1: on = '', 2: to, 3: type, index }) => {
      const start = head.end + index;
      const certain = !inWord.test(text[start - 1] as string);
      const end = start + bare.length;
      return certain || !/\p{Ll}/u.test(text[end] ?? '') ? [{ start, end, channel: on, to, type, certain }] : [];
    },
  );
  if (headers.length === 0 && !(assistant && loud)) return undefined;
  if (name !== undefined) headers.unshift({ ...head, channel: name, to: undefined, type: undefined, certain: true });
  return { head, headers };
}
