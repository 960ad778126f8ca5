/** The spans in a block at which rules report faults: its opener, its terminator, the word of its role. */
import { toolRolePrefixes } from '../../grammar/index.ts';
import { contentSpan } from '../../model/body-json.ts';
import type { HeaderInfo, Message } from '../../model/message.ts';
import { type Block, Trait } from '../../syntax/block.ts';
import { openerOf } from '../../syntax/families/family.ts';
import { attributeNamed, type HeaderFault } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { START, tokenAt } from '../../syntax/tokens/tokens.ts';

/** The span of a message's opener, such as `<|start|>` or `<|im_start|>`. Without an opener, the span of its first word or token. */
export function opener(block: Block): Span {
  const { text, traits } = block;
  if (!(traits & Trait.Implied)) return { start: 0, end: openerOf(block).text.length };
  const start = Math.max(0, text.search(/[^\s\uFEFF]/));
  const first = /^(?:<\/?\w+>|(?:(?!<\|)\S)*)/.exec(text.slice(start));
  return { start, end: start + (tokenAt(text, start)?.text.length ?? first?.[0].length ?? 0) };
}

/**
 * The span of the opener after an unclosed block, relative to that block. Since the block does not know which opener follows, the span has
 * the length of the shortest one.
 */
export function nextOpener({ text, family }: Block): Span {
  const shortest = family.frame.openers.reduce(
    (length, one) => Math.min(length, one.text.length),
    family.frame.openers[0].text.length,
  );
  return { start: text.length, end: text.length + shortest };
}

/** Whether a fault in a header affects the recipient so that parsers find none. */
export function losesRecipient({ rule, text, suggestion = '' }: HeaderFault): boolean {
  if (rule === 'attr-empty') return text.startsWith('to=');
  if (rule === 'attr-unknown') return suggestion.startsWith('to=') || /^\w?to\w?=/i.test(text);
  return rule === 'stray-word' && (/^to\b/i.test(text) || isFunctionName(text));
}

const isFunctionName = (text: string) => toolRolePrefixes.some((prefix) => text.startsWith(`${prefix}.`));

/** The span of the terminator of a closed message. Some dialects use the whole text of the terminator as its name. */
export function terminator({ terminator: name = 'end', end, text }: Block): Span {
  const length = text.endsWith(name, end) ? name.length : name.length + '<||>'.length;
  return { start: end - length, end };
}

/** The span of the role or, if the role is implied, of the opener. */
export function roleSpan({ header, block }: { header: HeaderInfo['header']; block?: Block }): Span {
  const { role } = header;
  if (role !== undefined && role.end > role.start) return role;
  return block ? opener(block) : (header.channel?.token ?? { start: 0, end: START.text.length });
}

/** The span that makes a message a call: `to=`, or the `tool_call` of JSON. */
export function callSpan({ header, placed }: HeaderInfo): Span | undefined {
  return placed?.sending ?? attributeNamed(header, 'to');
}

/** The span that sends a message to a tool: `<|call|>`, or the `tool_call` of JSON. */
export function sendingSpan({ block, placed }: Message): Span {
  return placed?.sending ?? terminator(block);
}

/** The span of a stretch of the content, cut at the end of its first line. */
export function contentLine(message: Message, start: number, end: number): Span {
  return lineOf(message, contentSpan(message, start, end));
}

/** The span, cut at the end of its first line. In JSON, the reporter cuts it. */
export function lineOf({ placed, block }: Message, span: Span): Span {
  return placed ? span : firstLine(block.text, span);
}

/** The span, cut at the end of its first line so that no underline covers several lines. */
export function firstLine(text: string, { start, end }: Span): Span {
  const index = text.slice(start, end).search(/[\r\n]/);
  return { start, end: index < 0 ? end : start + index };
}
