/**
 * Changes that are not faults because they result in another valid transcript. A reader who knows the language, but not the change, finds a
 * complete header without a fault by which the message is shown. There are exactly five ways in which this can happen.
 */
import { families } from '../../../server/src/syntax/families/index.ts';
import type { Fault } from './faults.ts';
import { type Canary, plainOpeners, type Subject } from './subject.ts';

/** Matches what only OpenChatML has: a document header, attributes, thought markers, and literal blocks. */
const onlyOpenChatML =
  /^\s*version: |<\|start\|>[^<]* (?:call_id|name|intent|content_type)=|<\|(?:start|end)_(?:reason|reflect|introspect)\|>|<\|literal\|>/m;

/** Matches the empty string, and tokens that never hide the text after them. */
const harmless =
  /^(?:<\|(?:end_\w+|literal|endliteral|im_end|begin_of_text|finetune_right_pad_id|reason|reflect|introspect|fim_\w+|file_separator)\|>|<\/\w+>|<s>|\[BOS\])?$/;
const wholeToken = /^(?:<\|\w+\|>|<\/?\w+>|\[BOS\])?$/;

/** Whether users may see a canary after the fault that results in `text`. */
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
 * Whether the fault affects a token that alone hides the text after it. The token is removed completely, replaced by one that hides
 * nothing, or escaped as in OpenChatML. For example, `SHOW <|start_introspect|>SOLE` becomes `SHOW SOLE`, which is an ordinary answer.
 * Without its opener, a message becomes text of the user's message before it, in which tokens are text.
 */
function lostMark({ token }: Canary, subject: Subject, { start, end, insert }: Fault, text: string): boolean {
  if (token === undefined) return false;
  const mark = subject.text.slice(token.start, token.end);
  const other = plainOpeners.has(mark) ? wholeToken : harmless;
  if (start === token.start && end === token.end && other.test(insert)) return true;
  if (!/^<\|start_(?!header)/.test(mark) || subject.text.includes('<|im_start|>')) return false;
  return [token.start - 1, token.start].some((at) => at <= end && text.startsWith(`<${mark}`, at));
}

/** Openers that are complete headers, each with its role, and whether users see messages of this role. */
const roleOpeners = Object.values(families).flatMap(({ frame, roles }) =>
  frame.openers.flatMap(({ text, role }) => {
    const fact = roles.find(({ name }) => name === role);
    return fact ? [{ text, visible: fact.visible }] : [];
  }),
);
const wholeHeaders: ReadonlySet<string> = new Set(roleOpeners.map(({ text }) => text));
const visibleHeaders = new Set(roleOpeners.flatMap(({ text, visible }) => (visible ? text : [])));

/** Whether the fault inserts a complete header of a visible role, with no other complete header between it and the word. */
function otherSpeaker({ word }: Canary, { start, insert }: Fault, text: string): boolean {
  if (!visibleHeaders.has(insert)) return false;
  const between = text.slice(start + insert.length, text.indexOf(word));
  return text.indexOf(word) > start && ![...wholeHeaders].some((one) => between.includes(one));
}

/**
 * Whether the fault turns a token into the start of a complete literal block. Text in the block, and after it in the same body, is ordinary
 * text. An inner `<|literal|>` after a terminator suggests that an end marker was forgotten. Such a text does not count as a block.
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

/** Whether the rest of the text is Harmony, in which commentary without an intent or a recipient is a preamble. */
function inHarmony({ mark }: Canary, text: string): boolean {
  return mark === 'BARE' && !onlyOpenChatML.test(text);
}

/**
 * Whether the rest of the text is a completion of the assistant. It is one if it begins with the first token of a valid header.
 * This is the channel `final`, in Harmony `commentary`, or `<|message|>` if nothing of the turn follows. Only the first message of the
 * completion is excused.
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
