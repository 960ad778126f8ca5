/**
 * Finds thoughts, calls and results in a ChatML message, which are written in tokens of 0.1 or in tags (0.1 §4, §8; A-140). A
 * view shows each of them as a separate entry, like the separate messages of 2.2.
 */

import { modelRole } from '../../grammar/index.ts';
import type { Block } from '../../syntax/block.ts';
import type { MessagePart } from '../../syntax/families/learned/message-parts.ts';
import { isObject } from '../../syntax/is-object.ts';
import { members } from '../../syntax/json/values.ts';
import { append } from '../../syntax/lists.ts';
import type { Span } from '../../syntax/span.ts';
import { functionName, functionParts } from '../calls/functions.ts';
import { callsIn, type WrittenCall, writtenCall } from '../calls/tagged-calls.ts';
import { type TaggedPart, taggedParts } from '../calls/tagged-parts.ts';
import type { Message } from '../message.ts';
import { thoughtsOf } from '../thoughts.ts';
import type { ContentPart } from './content-parts.ts';
import { trimBreaks } from './spoken.ts';

/** A thought, a call or a reply: its span in the block, and its content. */
export interface Entry extends Span {
  readonly kind: 'thought' | 'call' | 'reply';
  readonly text: string;
  /** The name of the function in a call or a reply; undefined if the entry has none. */
  readonly name: string | undefined;
  /** Whether the dialect separates the parts of an entry, so that the text consists only of the arguments or of the tool's result. */
  readonly isDivided?: true;
  readonly callId?: string | undefined;
  /** Whether the entry is complete rather than cut off before its end. */
  readonly complete: boolean;
}

/** Returns the entries of a message, in order and without overlaps. */
export function entriesOf({ body, role }: Message): Entry[] {
  const { text, bodyEnd, family } = body;
  const messageParts = family.parts?.(body, role);
  if (messageParts !== undefined) return messageParts.flatMap(entryOf);
  if (!family.has.taggedParts && !family.has.thoughtBlocks && !family.has.functions) return [];
  const allEntries: Entry[] = [];
  if (role === modelRole) {
    for (const { start, end } of thoughtsOf(body).blocks) {
      const innerText = text.slice(start.end, end?.start ?? bodyEnd);
      allEntries.push(thought({ start: start.start, end: end?.end ?? bodyEnd }, innerText, end !== undefined));
    }
  }
  for (const part of functionParts(body, role)) {
    const { token, start, values, payloadEnd } = part;
    const entries =
      token.name === 'function_call' && role === modelRole
        ? values.map((one) => callEntry(text, writtenCall(text.slice(one.start, one.end), one.value, one.start, false)))
        : token.name === 'function_output'
          ? values.map((one) => reply(one, one.value, text.slice(one.start, one.end)))
          : [];
    append(allEntries, reaching(text, entries, start, payloadEnd));
  }
  append(allEntries, taggedEntriesOf(body, role));
  let reach = 0;
  return allEntries
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .filter(({ start, end }) => {
      if (start < reach) return false;
      reach = end;
      return true;
    });
}

function entryOf({ kind, start, end, text, name, callId, complete }: MessagePart): Entry | readonly [] {
  if (kind === 'answer') return [];
  const entryText = kind === 'thought' ? trimBreaks(text) : text;
  return { kind, start, end, text: entryText, name: name?.value, callId: callId?.value, complete, isDivided: true };
}

/** Returns the entries in tags. Entries in tokens are not included. */
export function taggedEntriesOf(block: Block, role: string | undefined): Entry[] {
  return taggedParts(block, role).flatMap((part) => taggedEntries(block.text, part));
}

function taggedEntries(text: string, part: TaggedPart): Entry[] {
  const { name, start, end, inner, close } = part;
  const innerText = text.slice(inner.start, inner.end);
  if (name === 'think') return [thought(part, innerText, close !== undefined)];
  if (name === 'tool_call') {
    return reaching(
      text,
      callsIn(text, part).calls.map((one) => callEntry(text, one)),
      start,
      end,
    ).map((entry) => ({ ...entry, complete: close !== undefined }));
  }
  if (name !== 'tool_response' || part.open === undefined) return [];
  const value = parsed(innerText);
  return [{ ...reply(part, value, innerText.trim()), complete: close !== undefined }];
}

function parsed(text: string): unknown {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Extends the entries to the edges of the part that contains them. A separator between the elements of a list becomes part of the
 * entry before it.
 */
function reaching(text: string, entries: readonly Entry[], start: number, end: number): Entry[] {
  return entries.map((entry, i) => {
    const next = entries[i + 1]?.start ?? end;
    const isDivided = i === entries.length - 1 || /^[\s,]*$/.test(text.slice(entry.end, next));
    return { ...entry, start: i === 0 ? start : entry.start, end: isDivided ? next : entry.end };
  });
}

function thought({ start, end }: Span, innerText: string, complete: boolean): Entry {
  return { kind: 'thought', start, end, text: trimBreaks(innerText), name: undefined, complete };
}

/** Returns the entry for a call. Its arguments are as written, except that parameters in tags are converted to JSON. */
export function callEntry(text: string, one: WrittenCall): Entry {
  const { start, end, name, given } = one;
  const { verbatim, exact, text: json } = one.json(undefined);
  const member = verbatim || !exact ? undefined : members(json).findLast(({ key }) => key === 'arguments');
  const argumentsText = given ? text.slice(given.start, given.end) : text.slice(start, end);
  const entryText = member ? json.slice(member.valueStart, member.valueEnd) : argumentsText;
  return { kind: 'call', start, end, text: entryText, name: name?.value, complete: true };
}

/**
 * The entry for the reply from a tool. If the reply is an object that names the function, the text is the content in that object;
 * otherwise it is the whole reply.
 */
function reply({ start, end }: Span, value: unknown, replyText: string): Entry {
  const name = isObject(value) ? functionName(value) : undefined;
  const member = name === undefined ? undefined : members(replyText).findLast(({ key }) => key === 'content');
  const content = member && (value as { content: unknown }).content;
  const text =
    member === undefined
      ? replyText
      : typeof content === 'string'
        ? content
        : replyText.slice(member.valueStart, member.valueEnd);
  return { kind: 'reply', start, end, text, name, complete: true };
}

/** Returns the parts of the content that are not in entries. A hidden part without text marks the position of each entry. */
export function besides(
  parts: readonly ContentPart[],
  entries: readonly Entry[],
  { body, content }: Message,
): ContentPart[] {
  const result: ContentPart[] = [];
  let next = 0;
  for (const part of parts) {
    let at = part.start;
    const add = (to: number) => {
      if (to <= at) return;
      const whole = at === part.start && to === part.end;
      result.push({ ...part, text: whole ? part.text : content.text.slice(at, to), start: at, end: to });
    };
    for (; next < entries.length; next++) {
      const { start, end } = entries[next] as Entry;
      const [from, to] = [start - body.bodyStart, end - body.bodyStart];
      if (from >= part.end) break;
      if (to > at) {
        add(from);
        result.push({ text: '', hidden: true, start: Math.max(at, from), end: Math.min(to, part.end) });
        at = Math.min(to, part.end);
      }
      if (to > part.end) break;
    }
    add(part.end);
  }
  return result;
}
