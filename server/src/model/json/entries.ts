/**
 * Finds thoughts and calls in tags in the content of JSON messages, and calls that are the whole content. Each of them becomes a
 * separate message, as in text.
 */
import { callChannel, functionsNamespace, modelRole, thoughtChannel, toolRole } from '../../grammar/index.ts';
import { generationRole } from '../../grammar/messages.ts';
import type { Span } from '../../syntax/span.ts';
import { callsOfText } from '../calls/tagged-calls.ts';
import { callEntry, type Entry, taggedEntriesOf } from '../visibility/entries.ts';
import { cutOut } from '../visibility/spoken.ts';
import { mayHoldTag, taggedSpans, withoutTags } from '../visibility/tags.ts';
import { asMessage } from './as-message.ts';
import type { JsonMessage } from './message.ts';

const thinkers: readonly unknown[] = [modelRole, generationRole];
const edges = /^<[^<>]{1,24}>|<\/[^<>]{1,24}>$/g;

const inTags = (text: string) => (withoutTags(text) ?? text).trim().replace(edges, '').trim();

/** Returns the fields of a message that contain the called tool. If the call has no name, the tool is the empty string. */
export function calledToolOf(name: string | undefined): Pick<JsonMessage, 'tool' | 'to'> {
  return name ? { tool: name, to: `${functionsNamespace}.${name}` } : { tool: '', to: functionsNamespace };
}

/** Splits a message into separate messages for its tagged parts (thoughts, calls and results) and a message with the remaining content. */
export function withEntries(message: JsonMessage): JsonMessage[] {
  const { content, role } = message;
  if (message.to === functionsNamespace && role === modelRole) return callsSaid(message);
  const speaker = thinkers.includes(role) ? modelRole : role;
  const tagSpans = mayHoldTag(content) ? taggedSpans(content, 0, content.length, speaker) : [];
  // Text that the assistant did not write is not split if one of its tags is in doubt.
  if (tagSpans.length === 0 || (speaker !== modelRole && tagSpans.some(({ doubt }) => doubt))) return [message];
  const spans = joined(tagSpans);
  const entries = taggedEntriesOf(asMessage(message).body, speaker);
  const hidden = spans.flatMap((span): JsonMessage[] => {
    const inside = entries.filter(
      ({ kind, start, end }) => kind !== 'thought' && start >= span.start && end <= span.end,
    );
    if (inside.length > 0) return inside.map((entry) => heldIn(message, entry));
    const thought = inTags(content.slice(span.start, span.end).trim());
    return thought === '' ? [] : [{ ...hiddenIn(message), channel: thoughtChannel, content: thought }];
  });
  const rest = restOf(content, spans);
  return rest.trim() === '' && hidden.length > 0 ? hidden : [...hidden, { ...message, content: rest }];
}

/** The message for a call or a tool's result that was found in the content of another message. */
function heldIn(message: JsonMessage, { kind, name, text: content }: Entry): JsonMessage {
  return kind === 'call'
    ? { ...hiddenIn(message), channel: callChannel, ...calledToolOf(name), content }
    : { ...message, role: toolRole, name, content, open: false };
}

const hiddenIn = (message: JsonMessage): JsonMessage => ({ ...message, role: modelRole, open: false });

/** The content outside the spans, without the line breaks that templates add around them. */
function restOf(content: string, spans: readonly Span[]): string {
  const pieces: { text: string; cut: boolean }[] = [];
  let at = 0;
  for (const { start, end } of spans) {
    pieces.push({ text: content.slice(at, start), cut: false }, { text: content.slice(start, end), cut: true });
    at = end;
  }
  pieces.push({ text: content.slice(at), cut: false });
  const nonEmptyPieces = pieces.filter(({ text }) => text !== '');
  return cutOut(nonEmptyPieces, ({ cut }) => cut)
    .map(({ text }) => text)
    .join('');
}

/** The calls in a message whose content consists only of calls, in the format of data sets: `{"name": …, "arguments": …}`. */
function callsSaid(message: JsonMessage): JsonMessage[] {
  const { calls, error } = callsOfText(message.content);
  if (error !== undefined || calls.length === 0) return [message];
  return calls.map((call) => {
    const { name, text } = callEntry(message.content, call);
    return { ...message, channel: message.channel ?? callChannel, ...calledToolOf(name), content: text };
  });
}

/** The spans in ascending order. Overlapping and adjacent spans are merged. */
function joined(spans: readonly Span[]): Span[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of spans) {
    const last = all[all.length - 1];
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
