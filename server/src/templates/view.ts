/** A prompt for who looks at it beside its conversation: what of it is whose, and what was left out. */
import { type AnyDocument, mayBeJson } from '../documents/document.ts';
import { readJson } from '../syntax/json/read.ts';
import { Transcript } from '../syntax/transcript.ts';
import { type Given, givenBy, isGivable, type Source } from './input/conversation.ts';
import { shownMessages, wholeRequest } from './input/transcript.ts';
import { TemplateError } from './jinja/errors.ts';
import { placeIn } from './jinja/place.ts';
import type { Limits } from './jinja/runtime/budget.ts';
import { plain } from './jinja/runtime/text.ts';
import { type MappedSpan, mapOf } from './spans.ts';
import type { Template } from './template.ts';

/** A stretch of a prompt: the template's own text, a control token of it, or what a message says. */
export interface Stretch {
  readonly text: string;
  readonly kind: 'template' | 'token' | 'message' | 'rewritten';
  /** Where it is written: a UTF-16 offset of the document. */
  readonly at?: number;
}

/** Something of a message that is not in the prompt. */
export interface Dropped {
  readonly what: string;
  readonly at: number;
}

export interface PromptView {
  readonly template: string;
  readonly stretches: readonly Stretch[];
  readonly dropped: readonly Dropped[];
  readonly notes: readonly string[];
  /** Why there is no prompt, with its place in the template. */
  readonly error?: string;
}

/** How much of a prompt is shown, UTF-16 units. */
const longest = 400_000;

/** `debug`: with the hidden messages of a transcript. */
export function promptView(document: AnyDocument, template: Template, debug: boolean, limits: Limits): PromptView {
  const nothing = { template: template.name, stretches: [], dropped: [], notes: [] };
  const given = conversationOf(document, debug);
  if (typeof given === 'string') return { ...nothing, error: given };
  const { variables, sources, at } = given;
  try {
    const { text, usesClock, notes } = template.render(variables, { traces: true, limits });
    const { mapped, tokens } = mapOf(text, sources, template.markers);
    const told = [...notes, ...(usesClock ? ['The prompt depends on the clock.'] : [])];
    const long = plain(text).length > longest;
    if (long) told.push(`The prompt has ${plain(text).length} characters, of which the first ${longest} are shown.`);
    const stretches = stretchesOf(plain(text).slice(0, longest), mapped, tokens, at);
    return { template: template.name, stretches, dropped: droppedOf(sources, mapped, at), notes: told };
  } catch (error) {
    if (error instanceof TemplateError) return { ...nothing, error: said(error, template.name) };
    throw error;
  }
}

function said({ message, fault, at, text }: TemplateError, name: string): string {
  const place = at === undefined || text === undefined ? '' : `:${placeIn(text, at).line + 1}`;
  return fault === 'raised' ? `${name}${place} refuses this conversation: ${message}` : `${name}${place}: ${message}`;
}

interface Placed extends Given {
  /** Where a string is written, from an offset in it on. */
  at(source: Source, from: number): number;
}

function conversationOf(document: AnyDocument, debug: boolean): Placed | string {
  const text = document.getText();
  if (document instanceof Transcript) return ofTranscript(document, debug);
  const { root, faults } = readJson(text);
  if (faults.length > 0 || !isGivable(root) || !mayBeJson(document.uri, text))
    return 'A template takes a list of messages with roles, or an object with `messages`, and this is not one.';
  // Of a string without escapes, each character is where it is written.
  return { ...givenBy(root, text, true), at: ({ start, exact }, from) => (exact ? start + 1 + from : start) };
}

function ofTranscript(transcript: Transcript, debug: boolean): Placed | string {
  const shown = debug ? undefined : shownMessages(transcript);
  let json: string;
  try {
    json = JSON.stringify(shown?.map(({ role, content }) => ({ role, content })) ?? wholeRequest(transcript));
  } catch (error) {
    return (error as Error).message;
  }
  const { root } = readJson(json);
  if (!isGivable(root)) return 'There is no message in this transcript yet.';
  const at = ({ message }: Source) => (message === undefined ? 0 : (shown?.[message]?.start ?? 0));
  return { ...givenBy(root, json, true), at };
}

function stretchesOf(
  prompt: string,
  mapped: readonly MappedSpan[],
  tokens: readonly { readonly start: number; readonly end: number }[],
  at: Placed['at'],
): Stretch[] {
  const found: Stretch[] = [];
  const spans = [
    ...mapped.map((one) => ({ ...one, kind: one.from === undefined ? 'rewritten' : 'message' }) as const),
    ...tokens.map((one) => ({ ...one, kind: 'token' as const })),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  let end = 0;
  for (const span of spans) {
    if (span.end <= end || span.start >= prompt.length) continue;
    if (span.start > end) found.push({ text: prompt.slice(end, span.start), kind: 'template' });
    const start = Math.max(span.start, end);
    const text = prompt.slice(start, span.end);
    const place = 'source' in span ? { at: at(span.source, (span.from ?? 0) + start - span.start) } : {};
    found.push({ text, kind: span.kind, ...place });
    end = span.end;
  }
  if (end < prompt.length) found.push({ text: prompt.slice(end), kind: 'template' });
  return found;
}

/** Members that name something, and say nothing. */
const naming = new Set(['id', 'type', 'tool_call_id']);

function droppedOf(sources: readonly Source[], mapped: readonly MappedSpan[], at: Placed['at']): Dropped[] {
  const there = new Set(mapped.map(({ source }) => source));
  return sources.flatMap((source) => {
    const { message, part, key, value, content } = source;
    const counts = content || (part === 'tool_calls' && !naming.has(key ?? '')) || part === 'name';
    if (message === undefined || !counts || !/\S/.test(value) || there.has(source)) return [];
    const what =
      part === 'tool_calls' ? (key === 'name' ? 'the name of a call' : 'arguments of a call') : `\`${part}\``;
    return [{ what: `Message ${message + 1}: ${what}`, at: at(source, 0) }];
  });
}
