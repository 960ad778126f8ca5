import { functionsNamespace, modelRole } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { isObject } from '../syntax/is-object.ts';
import { type CutOff, cutOff } from '../syntax/json/cut-off.ts';
import type { JsonFault } from '../syntax/json/faults.ts';
import { type JsonResult, parseJson } from '../syntax/json/values.ts';
import type { Span } from '../syntax/span.ts';
import type { HeaderInfo, Message } from './message.ts';

/** Whether a tool is declared by the developer, so that its arguments must be a JSON object. */
export function isFunction(tool: string | undefined): boolean {
  return tool?.startsWith(`${functionsNamespace}.`) === true;
}

/** Whether a body must be JSON: its type is declared as JSON, or it contains the arguments of a function. */
export function mustBeJson({ constraint, hint, kind, tool }: HeaderInfo): boolean {
  if (constraint !== undefined) return constraint === 'json';
  return kind === 'call' && (hint === undefined ? isFunction(tool) : hint === 'json');
}

/** The text of a body, without an incomplete token at the end of the document. */
function bodyText({ block, content: { text } }: Message): string {
  if (!has(block, Trait.Open)) return text;
  const from = text.lastIndexOf('<');
  const begun = from < 0 ? '' : text.slice(from);
  return begun !== '' && block.family.tokens.some((token) => token.text.startsWith(begun)) ? text.slice(0, from) : text;
}

/** The body parsed as JSON, without an incomplete token at the end of the document. */
export function bodyJson(message: Message): JsonResult {
  const text = bodyText(message);
  return text === message.content.text ? message.json : parseJson(text);
}

/**
 * Returns the position at which the end of the document cuts off the JSON of a body; undefined if the body is complete or
 * need not be JSON.
 */
function brokenOff(message: Message): CutOff | undefined {
  if (!has(message.block, Trait.Open) || !mustBeJson(message)) return undefined;
  return bodyJson(message).error === undefined ? undefined : cutOff(bodyText(message));
}

/** The span of the last character of JSON that is cut off by the end of the document, even if it is inside a string or a number. */
export function cutOffAt(message: Message): Span | undefined {
  const end = brokenOff(message)?.end ?? bodyCallEnd(message);
  return end === undefined ? undefined : contentSpan(message, end - 1, end);
}

/** The offset where the end of the document cuts off a tool call that is JSON in a body without a declared type. */
function bodyCallEnd(message: Message): number | undefined {
  const { block, role } = message;
  if (!block.family.has.bodyCalls || role !== modelRole || !has(block, Trait.Open)) return undefined;
  const text = bodyText(message);
  const start =
    block.family.tokens.find(({ kind, text: token }) => kind === 'call' && text.startsWith(token))?.text.length ?? 0;
  const json = text.slice(start);
  const end = /^\s*\{/.test(json) ? cutOff(json)?.end : undefined;
  return end === undefined ? undefined : start + end;
}

/** The fault of a body that must be JSON. Parts that are missing because the document ends early are not a fault. */
export function jsonFault(message: Message): JsonFault | undefined {
  const { block, content } = message;
  if (!has(block, Trait.HasMessage) || !mustBeJson(message)) return undefined;
  const { error } = bodyJson(message);
  if (error === undefined || !has(block, Trait.Open)) return error;
  const isCut =
    content.text.trim() === '' || error.start >= (brokenOff(message)?.lastToken ?? Number.POSITIVE_INFINITY);
  return isCut ? undefined : error;
}

/** Whether a body ends inside a JSON string and more text follows its terminator, so that the terminator is part of the string. */
export function isCutInString({ block, content }: Message, error: JsonFault | undefined): boolean {
  return error?.code === 'string-unclosed' && isHeldByString(block, content.text.slice(error.start));
}

/** Whether the terminator of a block is part of a JSON string. `open`: the beginning of the string, up to the terminator. */
export function isHeldByString({ terminator, end, text }: Block, open: string): boolean {
  const rest = text.slice(end).trim();
  if (terminator === undefined || rest === '') return false;
  // A string can also be unclosed because its quote is missing. Therefore, if the string is on one line, the text after the
  // terminator must look like the rest of the JSON.
  return !/[\r\n]/.test(open) || /["}\]]$|["}\]]\s*<[|/]/.test(rest);
}

/**
 * The span of a JSON error in the block or unit. If the body of a text transcript is empty or white space, the error is reported at
 * `<|message|>`.
 */
export function jsonErrorSpan(message: Message, { start, end }: Span): Span {
  const { block, content, placed } = message;
  if (!placed && content.text.trim() === '') return { start: block.headerEnd, end: block.bodyStart };
  return contentSpan(message, start, Math.max(end, start + 1), content.text.length);
}

/** Converts a range of the content to its span in the block or unit. */
export function contentSpan({ content, placed }: Message, start: number, end: number, limit = end): Span {
  const last = Math.max(start, Math.min(end, limit) - 1);
  if (placed) return placed.body(start, last + 1);
  return { start: content.toBlock(start), end: content.toBlock(last) + 1 };
}

/** The body as an object; undefined if it is not one. */
export function jsonObject(message: Message): Record<string, unknown> | undefined {
  if (!/^\s*\{/.test(message.content.text)) return undefined;
  const { json } = message;
  return json.error === undefined && isObject(json.value) ? json.value : undefined;
}
