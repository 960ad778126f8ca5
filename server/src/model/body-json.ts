import type { Span } from '../syntax/span.ts';
import type { Message } from './message.ts';

/** Where a JSON error stands in the block or unit; for an empty body in text that is `<|message|>`. */
export function jsonErrorSpan(message: Message, { start, end }: Span): Span {
  const { block, content, placed } = message;
  if (!placed && block.bodyEnd === block.bodyStart) return { start: block.headerEnd, end: block.bodyStart };
  return contentSpan(message, start, Math.max(end, start + 1), content.text.length);
}

/** Where a stretch of the content stands in the block or unit. */
export function contentSpan({ content, placed }: Message, start: number, end: number, limit = end): Span {
  const last = Math.max(start, Math.min(end, limit) - 1);
  if (placed) return placed.body(start, last + 1);
  return { start: content.toBlock(start), end: content.toBlock(last) + 1 };
}

/** The object that a body is, or undefined. */
export function jsonObject(message: Message): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(message.content.text)) return undefined;
  const { json } = message;
  return json.error === undefined && isObject(json.value) ? json.value : undefined;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
