/** Prepares a prompt for display next to its conversation: each text with the message that it comes from, and the text that was dropped. */

import { sourcesOf } from '../convert/index.ts';
import type { AnyDocument } from '../documents/document.ts';
import { byKind } from '../syntax/any-document.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import { readJson } from '../syntax/json/read.ts';
import { renamedText } from '../syntax/json/row-names.ts';
import type { Transcript } from '../syntax/transcript.ts';
import { localTime } from './clock.ts';
import { requestAsJson } from './input/as-json.ts';
import { givenBy, isGivable, type Source, type TemplateVariables } from './input/conversation.ts';
import { shownMessages, wholeRequest } from './input/transcript.ts';
import { TemplateError } from './jinja/errors.ts';
import { placeIn } from './jinja/place.ts';
import type { Limits } from './jinja/runtime/budget.ts';
import { plain } from './jinja/runtime/text.ts';
import { sessionIsNoRow } from './rows/session-log.ts';
import { type MappedSpan, mapOf } from './spans.ts';
import { tokenLacking, whyLacking } from './stand-ins.ts';
import type { Template } from './template.ts';

/** A span of a prompt: the template's own text, one of its control tokens, or text from a message. */
export interface Stretch {
  readonly text: string;
  readonly kind: 'template' | 'token' | 'message' | 'rewritten';
  /** The span in the document that the text comes from (UTF-16 offsets). */
  readonly at?: number;
  readonly to?: number;
  /** The role of the message from which the text comes. */
  readonly role?: string;
}

/** A part of a message that is not in the prompt. */
export interface Dropped {
  readonly what: string;
  readonly at: number;
}

export interface PromptView {
  readonly template: string;
  readonly stretches: readonly Stretch[];
  readonly dropped: readonly Dropped[];
  readonly notes: readonly string[];
  /** Whether the end of the prompt is missing, because it is long. */
  readonly isCut?: boolean;
  /** The reason why there is no prompt, with the line in the template. */
  readonly error?: string;
  /** The UTF-16 offset in the document of the message that the template rejects. */
  readonly errorAt?: number;
  /** The offset in the template at which rendering fails. */
  readonly failsAt?: number;
  /** The line that the prompt belongs to, in JSON Lines. */
  readonly row?: number;
}

/** The maximum length of a prompt that is shown (UTF-16 units); the rest of a longer prompt is cut off. */
const MAX_SHOWN_LENGTH = 400_000;

export interface Looking {
  /** Whether to include the hidden messages of a transcript. */
  readonly debug: boolean;
  /** Whether the prompt is shown completely, even if it is long. */
  readonly whole: boolean;
  readonly limits: Limits;
  /** The line at the cursor, whose row is shown for JSON Lines. */
  readonly line: number;
}

export function promptView(document: AnyDocument, template: Template, looking: Looking): PromptView {
  const nothing = { template: template.name, stretches: [], dropped: [], notes: [] };
  const conversation = conversationOf(document, looking);
  if (typeof conversation === 'string') return { ...nothing, error: conversation };
  const { variables, sources, place, row } = conversation;
  const { limits, whole } = looking;
  const about = row === undefined ? {} : { row };
  try {
    const { text, clock, notes, untraced } = template.render(variables, { traces: true, limits });
    const { mapped, tokens } = mapOf(text, sources, template.markers);
    const allNotes = [
      ...notes,
      ...(clock ? [`The prompt depends on the clock; this one was rendered at ${localTime(clock)}.`] : []),
    ];
    if (untraced) allNotes.push('This template splits texts into so many pieces that the origin of some is not shown.');
    const maxLength = whole ? Number.POSITIVE_INFINITY : MAX_SHOWN_LENGTH;
    const isCut = plain(text).length > maxLength;
    if (isCut)
      allNotes.push(
        `The prompt has ${plain(text).length} characters, of which the first ${MAX_SHOWN_LENGTH} are shown.`,
      );
    const stretches = stretchesOf(plain(text).slice(0, maxLength), mapped, tokens, place, rolesIn(sources));
    const dropped = untraced ? [] : droppedOf(sources, mapped, place);
    return { template: template.name, ...about, stretches, dropped, notes: allNotes, ...(isCut && { isCut }) };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { at, fault } = error;
    const of = fault === 'budget' ? undefined : firstRefused(template, variables, error.message, limits);
    const [first] = sources.filter(({ message }) => of !== undefined && message === of);
    return {
      ...nothing,
      ...about,
      error: `${describeError(error, template.name)}${tokenLacking(error, template) ? ` (${whyLacking})` : ''}`,
      ...(at !== undefined && { failsAt: at }),
      ...(first && { errorAt: place(first, 0, 0)[0] }),
    };
  }
}

/**
 * Returns the template input from a document, for another program that renders it. Throws an error with the reason if there is
 * none.
 */
export function requestIn(document: AnyDocument, template: Template, looking: Looking): string {
  const conversation = conversationOf(document, looking);
  if (typeof conversation === 'string') throw new Error(conversation);
  return requestAsJson(conversation.json, template);
}

/** The limits for rendering beginnings of a conversation: their number, and the time in milliseconds. */
const MAX_TRIED_PROMPTS = 200;
const MAX_TRY_TIME = 200;

/** The index of the first message at which the template rejects the conversation for this reason. */
function firstRefused(
  template: Template,
  variables: TemplateVariables['variables'],
  reason: string,
  limits: Limits,
): number | undefined {
  const messages = variables.get('messages');
  if (!Array.isArray(messages)) return undefined;
  const end = Date.now() + MAX_TRY_TIME;
  for (let count = 1; count <= Math.min(messages.length, MAX_TRIED_PROMPTS) && Date.now() < end; count++) {
    try {
      template.render(new Map([...variables, ['messages', messages.slice(0, count)]]), { limits });
    } catch (error) {
      if (error instanceof TemplateError && error.message === reason) return count - 1;
    }
  }
  return undefined;
}

function describeError({ message, fault, at, text }: TemplateError, name: string): string {
  const lineSuffix = at === undefined || text === undefined ? '' : `:${placeIn(text, at).line + 1}`;
  return fault === 'raised'
    ? `${name}${lineSuffix} rejects this conversation: ${message}`
    : `${name}${lineSuffix}: ${message}`;
}

interface PlacedVariables extends TemplateVariables {
  /** The input of the template as JSON. */
  readonly json: string;
  /** Locates a span of a string in the document. If this is not possible, locates the string or the message that contains it. */
  place(
    source: Pick<Source, 'message' | 'part' | 'start' | 'end' | 'exact'>,
    from: number,
    to: number,
  ): readonly [start: number, end: number];
  readonly row?: number;
}

const conversationOf = byKind<[looking: Looking], PlacedVariables | string>({
  text: ofTranscript,
  json: ofJson,
});

function ofJson(document: JsonDocument, { line }: Looking): PlacedVariables | string {
  const index = document.lines ? document.indexAt(document.offsetAt({ line, character: 0 })) : 0;
  const [originalText, base] = document.lines
    ? [document.units[index]?.text ?? '', document.startOf(index)]
    : [document.getText(), 0];
  if (document.shape === 'session') return sessionIsNoRow;
  const { text, sourceOf } = renamedText(originalText, document.names);
  const { root, faults } = readJson(text);
  if (faults.length > 0 || !isGivable(root))
    return 'A template needs a list of messages with roles, or an object with `messages`, but this is neither.';
  // In a string without escapes, an offset in the value is also the distance from the end of the opening quote.
  const place: PlacedVariables['place'] = ({ start, end, exact }, from, to) =>
    exact
      ? [base + sourceOf(start + 1 + from), base + sourceOf(start + 1 + to)]
      : [base + sourceOf(start), base + sourceOf(end)];
  return {
    ...givenBy(root, text, true),
    json: text,
    place,
    ...(document.lines && { row: document.positionAt(base).line }),
  };
}

function ofTranscript(transcript: Transcript, { debug }: Looking): PlacedVariables | string {
  const request = requestOf(transcript, debug);
  if (typeof request === 'string') return request;
  const { root } = readJson(request.json);
  return isGivable(root) ? { ...givenBy(root, request.json, true), ...request } : noMessages;
}

/** A transcript as a chat API request in JSON, as it is passed to a template, with the locations of its strings. */
export interface PlacedRequest {
  readonly json: string;
  readonly place: PlacedVariables['place'];
}

const noMessages = 'This transcript has no messages yet.';

/** Builds the request, or returns the reason why there is none, for users. `debug`: whether to include hidden messages. */
export function requestOf(transcript: Transcript, debug: boolean): PlacedRequest | string {
  const publicMessages = debug ? undefined : shownMessages(transcript);
  let request: unknown;
  let json: string;
  try {
    request = publicMessages
      ? publicMessages.map(({ role, content }) => ({ role, content }))
      : wholeRequest(transcript).request;
    json = JSON.stringify(request);
  } catch (error) {
    return (error as Error).message;
  }
  const messages = (request as { messages?: readonly unknown[] }).messages;
  const place: PlacedVariables['place'] = ({ message = -1, part }) => {
    const sources = sourcesOf(messages?.[message]);
    const { start, end } =
      publicMessages?.[message] ?? (sources.find(({ member }) => member === part) ?? sources[0])?.place ?? nowhere;
    return [start, end];
  };
  return { json, place };
}

const nowhere = { start: 0, end: 0 };

function stretchesOf(
  prompt: string,
  mapped: readonly MappedSpan[],
  tokens: readonly { readonly start: number; readonly end: number }[],
  place: PlacedVariables['place'],
  roles: ReadonlyMap<number | undefined, string>,
): Stretch[] {
  const stretches: Stretch[] = [];
  const spans = [
    ...mapped.map((one) => ({ ...one, kind: one.from === undefined ? 'rewritten' : 'message' }) as const),
    ...tokens.map((one) => ({ ...one, kind: 'token' as const })),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
  const placeOf = ({ source, from, start, end }: MappedSpan, since: number) => {
    // Text that was derived from a string has the span of the whole string.
    const [at, to] =
      from === undefined
        ? place(source, 0, source.value.length)
        : place(source, from + since - start, from + end - start);
    return { at, to };
  };
  let end = 0;
  for (const span of spans) {
    if (span.end <= end || span.start >= prompt.length) continue;
    if (span.start > end) stretches.push({ text: prompt.slice(end, span.start), kind: 'template' });
    const start = Math.max(span.start, end);
    const text = prompt.slice(start, span.end);
    const role = 'source' in span ? roles.get(span.source.message) : undefined;
    const origin = 'source' in span && { ...placeOf(span, start), ...(role !== undefined && { role }) };
    stretches.push({ text, kind: span.kind, ...origin });
    end = span.end;
  }
  if (end < prompt.length) stretches.push({ text: prompt.slice(end), kind: 'template' });
  return stretches;
}

/** The role of each message, by its number. */
const rolesIn = (sources: readonly Source[]): ReadonlyMap<number | undefined, string> =>
  new Map(
    sources.flatMap(({ message, part, value }) => (part === 'role' && message !== undefined ? [[message, value]] : [])),
  );

/** The keys whose values are identifiers rather than content. */
const naming = new Set(['id', 'type', 'tool_call_id']);

function droppedOf(
  sources: readonly Source[],
  mapped: readonly MappedSpan[],
  place: PlacedVariables['place'],
): Dropped[] {
  const there = new Set(mapped.map(({ source }) => source));
  return sources.flatMap((source) => {
    const { message, part, key, value, content } = source;
    const counts = content || (part === 'tool_calls' && !naming.has(key ?? '')) || part === 'name';
    if (message === undefined || !counts || !/\S/.test(value) || there.has(source)) return [];
    const what =
      part === 'tool_calls' ? (key === 'name' ? 'the name of a call' : 'arguments of a call') : `\`${part}\``;
    return [{ what: `Message ${message + 1}: ${what}`, at: place(source, 0, 0)[0] }];
  });
}
