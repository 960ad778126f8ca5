/** Finds those parts of a body in a plain frame that are not text for users: thoughts, calls, and tool output. */

import { callChannel, modelRole, thoughtChannel, toolRole, userRole } from '../../grammar/index.ts';
import { namesTag } from '../../model/calls/tagged-parts.ts';
import { isOddContent } from '../../model/json/as-message.ts';
import type { Message } from '../../model/message.ts';
import { type Entry, entriesOf } from '../../model/visibility/entries.ts';
import { hiddenStretches, mayHide } from '../../model/visibility/hidden.ts';
import { hasTags, withoutTags } from '../../model/visibility/tags.ts';
import { isObject } from '../../syntax/is-object.ts';
import { members, parseJson } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { Piece } from '../../write/index.ts';
import { type ConversationMessage, plain } from '../conversation.ts';
import { bareContent, enveloped } from '../envelope.ts';
import type { Notes } from '../notes.ts';
import { bodyCallsOf } from './body-call.ts';
import { argumentsIn, noteCallMembers, noteOutputMembers } from './call-members.ts';
import { withoutMentions } from './mentions.ts';
import { inNamespace, type Part, part } from './part.ts';

const bars = /[|｜]/;

/**
 * Whether content may contain thoughts, calls or tool output in ChatML's syntax, as tokens or as tags. Even misspelled tokens contain a
 * bar.
 */
export const mayHoldParts = (content: string): boolean =>
  isOddContent(content) && (bars.test(content) || namesTag(content) || hasTags(content));

/** Returns the parts in order, without overlaps, with offsets in the body. `whole`: the message in terms of 2.2, with an undivided body. */
export function partsIn(message: Message, whole: ConversationMessage, notes: Notes): readonly Part[] {
  noteMerged(message, whole, notes);
  const text = message.body.text.slice(message.body.bodyStart, message.body.bodyEnd);
  const { read, restored } = withoutMentions(message);
  const { body } = read;
  const parts = [
    ...(body.family.has.bodyCalls && !isDivided(read) ? bodyCallsOf(whole, notes) : []),
    ...entriesOf(read).map((entry) =>
      inBody({ ...entry, text: restored(entry.text) }, body.bodyStart, text, whole, notes),
    ),
  ];
  const unknown = hiddenBeside(read, parts).map((span): Part => {
    const inner = withoutTags(text.slice(span.start, span.end));
    if (inner === undefined)
      notes.lose(
        whole.places.body(span.start, span.end),
        'This text is hidden from users, but cannot be read as a thought or a call, so it becomes reasoning. If it is a call, correct it first; if its markers are meant as text, put them in backticks.',
      );
    return {
      ...span,
      kind: 'thought',
      said: thought({ ...span, text: inner?.trim() ?? text.slice(span.start, span.end) }, text, whole),
    };
  });
  return unknown.length === 0 ? parts : [...parts, ...unknown].sort((a, b) => a.start - b.start || a.end - b.end);
}

/** Notes that a user's message may begin with instructions, if the template of its dialect merges them. */
function noteMerged({ body, role }: Message, message: ConversationMessage, notes: Notes): void {
  if (role !== userRole || body.family.learned === undefined) return;
  const [merged] = body.family.conceals?.(body, role) ?? [];
  if (merged === undefined || merged.what !== 'merged') return;
  const [start, end] = [merged.start - body.bodyStart, merged.end - body.bodyStart];
  notes.lose(
    message.places.body(start, end),
    'This text may contain instructions: the chat template writes instructions at the beginning of this message, and does not mark where they end. All of the text is read as text from the user.',
  );
}

/** Whether the family itself parses the parts of a message. */
const isDivided = ({ body, role }: Message) => body.family.parts?.(body, role) !== undefined;

/** Returns the frames that a template writes around the answer in a message, with offsets in the body. */
export function framesIn({ body, role }: Message): readonly Span[] {
  const answers = body.family.parts?.(body, role)?.filter(({ kind }) => kind === 'answer') ?? [];
  if (answers.length === 0) return [];
  const frames = hiddenStretches({ body, role } as Message).filter((one) => 'what' in one && one.what === 'frame');
  return frames.map(({ start, end }) => ({ start: start - body.bodyStart, end: end - body.bodyStart }));
}

function inBody(entry: Entry, bodyStart: number, text: string, message: ConversationMessage, notes: Notes): Part {
  const { kind } = entry;
  const placed = { ...entry, start: entry.start - bodyStart, end: entry.end - bodyStart };
  const make = { thought, call, reply }[kind];
  return { kind, start: placed.start, end: placed.end, said: make(placed, text, message, notes) };
}

/**
 * Returns the assistant's text outside `spans` that is hidden from users, and text in a user's message that may be another message. Without
 * further treatment, such text would become visible in another format.
 */
function hiddenBeside(message: Message, spans: readonly Span[]): readonly Span[] {
  const { body, role } = message;
  if ((role !== modelRole && role !== userRole) || !mayHide(body)) return [];
  const cuts = [...spans].sort((a, b) => a.start - b.start);
  const hiddenSpans: Span[] = [];
  let at = 0;
  // The first cut that may overlap the current hidden stretch; cuts and hidden stretches are sorted.
  let next = 0;
  const add = (start: number, end: number) => {
    if (/\S/.test(body.text.slice(body.bodyStart + start, body.bodyStart + end))) hiddenSpans.push({ start, end });
  };
  for (const hidden of hiddenStretches(message)) {
    // Code is skipped, since it is text although the preview hides it. Frames around an answer are skipped as well.
    if (hidden.inCode || ('what' in hidden && hidden.what === 'frame')) continue;
    // Text in a user's message comes from the user. If it has a marker that only models write, it may be another message.
    if (role === userRole && !('what' in hidden && hidden.what === 'other')) continue;
    let from = Math.max(at, hidden.start - body.bodyStart);
    const to = hidden.end - body.bodyStart;
    while ((cuts[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next++;
    for (let i = next; i < cuts.length; i++) {
      const cut = cuts[i] as Span;
      if (cut.start >= to) break;
      if (cut.end <= from) continue;
      if (cut.start > from) add(from, cut.start);
      from = Math.max(from, cut.end);
    }
    if (from < to) add(from, to);
    at = Math.max(at, to);
  }
  return hiddenSpans;
}

function thought(
  entry: Span & { readonly text: string },
  text: string,
  message: ConversationMessage,
): ConversationMessage {
  const marker = /^<\|start_\w+\|>/.exec(text.slice(entry.start, entry.start + 40))?.[0];
  const thought: Piece = { kind: marker ? 'thought' : 'text', text: entry.text };
  const pieces: Piece[] = [
    ...(marker ? [{ kind: 'token' as const, text: marker }] : []),
    ...(entry.text === '' ? [] : [thought]),
  ];
  return part(message, entry, { role: modelRole, channel: thoughtChannel, pieces, terminator: 'end' });
}

function call(entry: Entry, text: string, message: ConversationMessage, notes: Notes): ConversationMessage {
  const { name } = entry;
  if (name === undefined || name === '')
    notes.refuse(
      message.places.body(entry.start, entry.end),
      'This call does not name a function, so its target is unknown.',
    );
  const object = entry.isDivided ? undefined : objectIn(entry, text, message);
  if (object && name) noteCallMembers(object.json, object.place, notes);
  const jsonResult = entry.isDivided ? { value: undefined } : parseJson(entry.text);
  // Without `arguments`, the text of the entry is the whole call.
  const lacksArguments =
    isObject(jsonResult.value) && jsonResult.value.name === name && !Object.hasOwn(jsonResult.value, 'arguments');
  const other = lacksArguments ? argumentsIn(entry.text) : undefined;
  return part(message, entry, {
    role: modelRole,
    attributes: new Map([['to', inNamespace(name ?? '')], ...idOf(entry)]),
    channel: callChannel,
    constraint: 'json',
    pieces: plain(lacksArguments ? (other ? entry.text.slice(other.valueStart, other.valueEnd) : '{}') : entry.text),
    terminator: 'call',
  });
}

const idOf = ({ callId }: Entry) => (callId ? [['call_id', callId] as const] : []);

function reply(entry: Entry, text: string, message: ConversationMessage, notes: Notes): ConversationMessage {
  const { name } = entry;
  const mayBeObject = !entry.isDivided && (name !== undefined || text.startsWith('<|', entry.start));
  const object = mayBeObject ? objectIn(entry, text, message) : undefined;
  if (object) noteOutputMembers(object.json, object.place, notes);
  const nameAttribute = name ? [['name', inNamespace(name)] as const] : [];
  const attributes = new Map([...nameAttribute, ['to', modelRole] as const, ...idOf(entry)]);
  const { json, bare } = entry.isDivided ? { bare: entry.text } : returned(entry, text);
  const frame = { role: toolRole, attributes, channel: callChannel, pieces: plain(bare), terminator: 'end' as const };
  return { ...part(message, entry, frame), ...(json !== undefined && { envelope: enveloped(json) }) };
}

/**
 * Returns the JSON object of a call or an output; undefined if there is no object, or if anything but a tag and list punctuation precedes
 * it.
 */
function objectIn({ start, end }: Span, text: string, { places }: ConversationMessage) {
  const source = text.slice(start, end);
  const from = source.indexOf('{');
  if (from < 0 || !/^(?:<[^<>]*>)?[\s[,]*$/.test(source.slice(0, from))) return undefined;
  const json = source.slice(from, Math.max(from, source.lastIndexOf('}') + 1));
  return { json, place: (a: number, b: number) => places.body(start + from + a, start + from + b) };
}

/** Returns the result of a function: its text or, for an output of 0.1, its JSON content. */
function returned(
  { start, end, text: content }: Entry,
  text: string,
): { readonly json?: string; readonly bare: string } {
  const source = text.slice(start, end);
  const at = source.indexOf('{');
  if (!source.startsWith('<|') && !source.startsWith('{')) return { bare: content };
  const object = at < 0 ? '' : source.slice(at).trimEnd();
  const member = members(object).findLast(({ key }) => key === 'content');
  if (member === undefined) return { bare: object };
  const json = object.slice(member.valueStart, member.valueEnd);
  return { json, bare: bareContent(json) };
}
