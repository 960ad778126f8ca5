/**
 * What is no fault but another transcript: after the change, a reader who knows the language and nothing of the change
 * finds a header that is sound, complete, and says that its message is shown. There are three ways to that, and no others.
 */
import type { Fault } from './faults.ts';
import type { Canary, Subject } from './subject.ts';

/** Only OpenChatML has these: a document header, attributes, thought markers, literal blocks (language.md, section 1). */
const onlyOpenChatML =
  /^\s*version: |<\|start\|>[^<]* (?:call_id|name|intent|content_type)=|<\|(?:start|end)_(?:reason|reflect|introspect)\|>|<\|literal\|>/m;

const wholeToken = /^(?:<\|\w+\|>|<\/?\w+>|\[\w+\])?$/;

/** Whether a user may see a canary after the fault that makes `text`. */
export function isExcused(subject: Subject, canary: Canary, fault: Fault, text: string): boolean {
  return lostMark(canary, fault, text) || inHarmony(canary, text) || inCompletion(subject, canary, fault, text);
}

/**
 * A stretch that nothing but the token in front of it hides: that token is gone without a trace, is another one, or is
 * escaped as OpenChatML escapes it. `SHOW <|start_introspect|>SOLE` → `SHOW SOLE`: an answer like any other.
 */
function lostMark({ token }: Canary, { start, end, insert }: Fault, text: string): boolean {
  if (token === undefined) return false;
  if (start === token.start && end === token.end && wholeToken.test(insert)) return true;
  const doubled = text.slice(token.start, token.start + 3) === '<<|';
  return (
    doubled &&
    start <= token.start + 1 &&
    start >= token.start &&
    end <= token.end &&
    /<\|\w+\|>$/.test(text.slice(token.start, token.end + 1))
  );
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
