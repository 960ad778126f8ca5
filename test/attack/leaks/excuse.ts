/**
 * Changes that are not faults but make another transcript: after one, a reader who knows the language and nothing of the change
 * finds a header that is sound, complete, and says that its message is shown. There are five ways to that, and no others.
 */
import { families } from '../../../server/src/syntax/families/index.ts';
import type { Fault } from './faults.ts';
import { type Canary, plainOpeners, type Subject } from './subject.ts';

/** Only OpenChatML has these: a document header, attributes, thought markers, literal blocks. */
const onlyOpenChatML =
  /^\s*version: |<\|start\|>[^<]* (?:call_id|name|intent|content_type)=|<\|(?:start|end)_(?:reason|reflect|introspect)\|>|<\|literal\|>/m;

/** Tokens that hide nothing of what follows them, wherever they are, and no token at all. */
const harmless =
  /^(?:<\|(?:end_\w+|literal|endliteral|im_end|begin_of_text|finetune_right_pad_id|reason|reflect|introspect|fim_\w+|file_separator)\|>|<\/\w+>|<s>|\[BOS\])?$/;
const wholeToken = /^(?:<\|\w+\|>|<\/?\w+>|\[BOS\])?$/;

/** Whether a user may see a canary after the fault that makes `text`. */
export function isExcused(subject: Subject, canary: Canary, fault: Fault, text: string): boolean {
  return (
    lostMark(canary, subject, fault, text) ||
    otherSpeaker(canary, fault, text) ||
    inLiteral(canary, fault, text) ||
    inHarmony(canary, text) ||
    inCompletion(subject, canary, fault, text)
  );
}

/**
 * A stretch that nothing but the token in front of it hides: that token is gone without a trace, is one that hides nothing,
 * or is escaped as OpenChatML escapes it. `SHOW <|start_introspect|>SOLE` → `SHOW SOLE`: an answer like any other. Without
 * its opener, a message is text of the one before it, a user's, in whose text tokens are text.
 */
function lostMark({ token }: Canary, subject: Subject, { start, end, insert }: Fault, text: string): boolean {
  if (token === undefined) return false;
  const mark = subject.text.slice(token.start, token.end);
  const other = plainOpeners.has(mark) ? wholeToken : harmless;
  if (start === token.start && end === token.end && other.test(insert)) return true;
  if (!/^<\|start_(?!header)/.test(mark) || subject.text.includes('<|im_start|>')) return false;
  return [token.start - 1, token.start].some((at) => at <= end && text.startsWith(`<${mark}`, at));
}

/** Openers that are whole headers, each with its role, and those of roles that users see. */
const roleOpeners = Object.values(families).flatMap(({ frame, roles }) =>
  frame.openers.flatMap(({ text, role }) => {
    const fact = roles.find(({ name }) => name === role);
    return fact ? [{ text, visible: fact.visible }] : [];
  }),
);
const wholeHeaders: ReadonlySet<string> = new Set(roleOpeners.map(({ text }) => text));
const visibleHeaders = new Set(roleOpeners.flatMap(({ text, visible }) => (visible ? text : [])));

/** The fault is such an opener, of a role that users see, and no other opener is between it and the word. */
function otherSpeaker({ word }: Canary, { start, insert }: Fault, text: string): boolean {
  if (!visibleHeaders.has(insert)) return false;
  const between = text.slice(start + insert.length, text.indexOf(word));
  return text.indexOf(word) > start && ![...wholeHeaders].some((one) => between.includes(one));
}

/**
 * A whole literal block, which a token began that was another: what is in it is text, and what follows it in the same body.
 * An inner `<|literal|>` after a terminator is the sign that an end marker was forgotten: then it is none.
 */
function inLiteral({ word }: Canary, { start, insert }: Fault, text: string): boolean {
  if (insert !== '<|literal|>') return false;
  const from = start + insert.length;
  const to = text.indexOf('<|endliteral|>', from);
  if (to < 0 || /<\|(?:end|call|return)\|>[^]*<\|literal\|>/.test(text.slice(from, to))) return false;
  const bodyEnd = text.slice(to).search(/<\|(?:end|call|return|start)\|>/);
  const at = text.indexOf(word);
  return at > from && (bodyEnd < 0 || at < to + bodyEnd);
}

/** Commentary without intent or recipient is a preamble in Harmony, which is what is left of the text. */
function inHarmony({ mark }: Canary, text: string): boolean {
  return mark === 'BARE' && !onlyOpenChatML.test(text);
}

/**
 * A text that begins with the first token of a sound header is a completion, and the assistant's: on `final`, in
 * Harmony on commentary, or, if nothing of the turn follows, with `<|message|>`. Only its first message is excused.
 */
function inCompletion({ dialect }: Subject, canary: Canary, { start, end, insert }: Fault, text: string): boolean {
  if (insert !== '' || end > canary.start) return false;
  const rest = text.slice(start);
  if (text.slice(0, start).includes('<|') || rest.slice(0, canary.start - end).includes('<|start|>')) return false;
  const harmony = dialect === 'harmony' || !onlyOpenChatML.test(text);
  const next = /<\|start\|>(\w*)/.exec(rest)?.[1];
  const final = next === undefined || ['user', 'system', 'developer'].includes(next);
  if (/^\s*(?:assistant)?<\|channel\|>final<\|message\|>/.test(rest)) return true;
  if (harmony && /^\s*(?:assistant)?<\|channel\|>commentary<\|message\|>/.test(rest)) return true;
  return final && /^\s*<\|message\|>/.test(rest);
}
