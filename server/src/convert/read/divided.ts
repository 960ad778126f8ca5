/**
 * A message that thinks, speaks, calls and answers, as the messages that 2.2 has for each: a frame on `analysis` for every
 * thought, then what is said, then the calls; what tools returned is theirs.
 */
import {
  answerChannel,
  callChannel,
  functionsNamespace,
  modelRole,
  systemRole,
  thoughtChannel,
  toolRole,
} from '../../grammar/index.ts';
import { isObject } from '../../model/body-json.ts';
import type { Message } from '../../model/message.ts';
import { thoughtsOf } from '../../model/thoughts.ts';
import { type Entry, entriesOf } from '../../model/visibility/entries.ts';
import { members, parseJson, parseValues } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { Piece } from '../../write/index.ts';
import { asPreamble, plain, type Utterance } from '../conversation.ts';
import { enveloped } from '../envelope.ts';
import type { Notes } from '../notes.ts';
import { restOf, type Stretch } from './rest.ts';

/** The messages that one is. `whole`: the message in terms of 2.2, with its body as one. */
export function divided(read: Message, whole: Utterance, notes: Notes): readonly Utterance[] {
  const { body } = read;
  if (body.family.has.bodyCalls && whole.pieces.some(({ kind }) => kind === 'call')) return callInBody(whole);
  const entries = entriesOf(read).map((entry) => ({
    ...entry,
    start: entry.start - body.bodyStart,
    end: entry.end - body.bodyStart,
  }));
  const flags = read.role === systemRole ? thoughtsOf(body).flags : [];
  for (const { start, end } of flags)
    notes.lose(
      whole.places.body(start - body.bodyStart, end - body.bodyStart),
      'This flag asks for thoughts of OpenChatML 0.1, and has no counterpart.',
    );
  const cuts: Span[] = [
    ...entries,
    ...flags.map(({ start, end }) => ({ start: start - body.bodyStart, end: end - body.bodyStart })),
  ];
  const text = body.text.slice(body.bodyStart, body.bodyEnd);
  if (cuts.length === 0) return [answered(whole)];
  const stretches = restOf(
    text,
    cuts.sort((a, b) => a.start - b.start),
  );
  const thoughts = entries.filter(({ kind }) => kind === 'thought');
  const calls = entries.filter(({ kind }) => kind === 'call');
  const replies = entries.filter(({ kind }) => kind === 'reply');
  const first = stretches[0];
  for (const { start, end } of thoughts)
    if (first && first.at < start)
      notes.lose(
        whole.places.body(start, end),
        'This thought stands in the middle of what is said, and comes before it.',
      );
  const rest = said(whole, stretches);
  const isEmpty = rest.pieces.length === 0 && (entries.length > 0 || whole.slot);
  const closes = isEmpty && whole.terminator !== undefined;
  const told = [
    ...thoughts.map((entry) => thought(entry, text, whole)),
    ...(isEmpty ? [] : [calls.length > 0 ? asPreamble(answered(rest)) : answered(rest)]),
    ...calls.map((entry) => call(entry, whole, notes)),
    ...replies.map((entry) => reply(entry, text, whole)),
  ];
  return closes || whole.terminator !== undefined ? told : openAtEnd(told);
}

/** Only the last of the messages that one is can be open. */
const openAtEnd = (all: readonly Utterance[]): readonly Utterance[] =>
  all.map((one, i) => (i === all.length - 1 ? { ...one, terminator: undefined } : one));

/** What the assistant says is an answer. */
const answered = (said: Utterance): Utterance =>
  said.role === modelRole && !said.slot && said.channel === undefined ? { ...said, channel: answerChannel } : said;

function said(whole: Utterance, stretches: readonly Stretch[]): Utterance {
  const { places } = whole;
  const source = (offset: number) => {
    const found = stretches.findLast(({ from }) => from <= offset) ?? stretches[0];
    return found ? found.at + Math.min(offset - found.from, found.text.length) : 0;
  };
  return {
    ...whole,
    pieces: plain(stretches.map(({ text }) => text).join('')),
    places: { ...places, body: (start, end) => places.body(source(start), source(end)) },
  };
}

interface Frame {
  readonly role: string;
  readonly attributes?: ReadonlyMap<string, string>;
  readonly channel: string;
  readonly constraint?: string;
  readonly pieces: readonly Piece[];
  readonly terminator: Utterance['terminator'];
}

/** A message that is a stretch of another one. */
function part({ places }: Utterance, { start, end }: Span, frame: Frame): Utterance {
  const whole = places.body(start, end);
  const { attributes = new Map(), constraint } = frame;
  return { ...frame, attributes, constraint, slot: false, places: { whole, of: () => whole, body: () => whole } };
}

function thought(entry: Entry, text: string, whole: Utterance): Utterance {
  const marker = /^<\|start_\w+\|>/.exec(text.slice(entry.start, entry.start + 40))?.[0];
  const pieces: Piece[] = marker
    ? [
        { kind: 'token', text: marker },
        { kind: 'thought', text: entry.text },
      ]
    : [{ kind: 'text', text: entry.text }];
  return part(whole, entry, { role: modelRole, channel: thoughtChannel, pieces, terminator: 'end' });
}

const inNamespace = (name: string) => `${functionsNamespace}.${name}`;

function call(entry: Entry, whole: Utterance, notes: Notes): Utterance {
  const { name } = entry;
  if (name === undefined || name === '')
    notes.refuse(
      whole.places.body(entry.start, entry.end),
      'This call does not name a function, so nobody can say what it calls.',
    );
  const given = parseJson(entry.text);
  const lacksArguments = isObject(given.value) && given.value.name === name && !Object.hasOwn(given.value, 'arguments');
  return part(whole, entry, {
    role: modelRole,
    attributes: new Map([['to', inNamespace(name ?? '')]]),
    channel: callChannel,
    constraint: 'json',
    pieces: plain(lacksArguments ? '{}' : entry.text),
    terminator: 'call',
  });
}

function reply(entry: Entry, text: string, whole: Utterance): Utterance {
  const { name } = entry;
  const attributes = new Map([...(name ? [['name', inNamespace(name)] as const] : []), ['to', modelRole] as const]);
  return part(whole, entry, {
    role: toolRole,
    attributes,
    channel: callChannel,
    pieces: plain(returned(entry, text)),
    terminator: 'end',
  });
}

/** What a function returned, in the envelope of 2.2 §8.2; of a tag, as it is. */
function returned({ start, end, text: content }: Entry, text: string): string {
  const written = text.slice(start, end);
  const at = written.indexOf('{');
  if (!written.startsWith('<|') && !written.startsWith('{')) return content;
  const object = at < 0 ? '' : written.slice(at).trimEnd();
  const place = members(object).findLast(({ key }) => key === 'content');
  return place ? enveloped(object.slice(place.valueStart, place.valueEnd)) : object;
}

/** Llama's calls, which the rest of a body is: JSON that names a function, or code. */
function callInBody(whole: Utterance): readonly Utterance[] {
  const at = whole.pieces.findIndex(({ kind }) => kind === 'call');
  const before = whole.pieces.slice(0, at).filter(({ kind }) => kind === 'text');
  const start = whole.pieces.slice(0, at).reduce((sum, { text }) => sum + text.length, 0);
  const { text } = whole.pieces[at] as Piece;
  const spoken = before.some((piece) => piece.text.trim() !== '');
  const { values, error } = parseValues(text);
  const found = error === undefined && text.slice(values.at(-1)?.end ?? 0).trim() === '' ? values : [];
  const calls = found.map(({ value, start: from, end }) => {
    const json = text.slice(from, end);
    const given = members(json).findLast(({ key }) => key === 'parameters' || key === 'arguments');
    const name = isObject(value) && typeof value.name === 'string' ? value.name : undefined;
    if (name === undefined) return undefined;
    return part(
      whole,
      { start: start + from, end: start + end },
      {
        role: modelRole,
        attributes: new Map([['to', inNamespace(name)]]),
        channel: callChannel,
        constraint: 'json',
        pieces: plain(given ? json.slice(given.valueStart, given.valueEnd) : '{}'),
        terminator: 'call',
      },
    );
  });
  const code = part(
    whole,
    { start, end: start + text.length },
    {
      role: modelRole,
      attributes: new Map([['to', 'python']]),
      channel: callChannel,
      pieces: plain(text),
      terminator: 'call',
    },
  );
  const all = calls.length > 0 && calls.every((one) => one !== undefined) ? calls : [code];
  const told = [
    ...(spoken ? [asPreamble(answered({ ...whole, pieces: before, terminator: 'end' }))] : []),
    ...(all as Utterance[]),
  ];
  return whole.terminator === undefined ? openAtEnd(told) : told;
}
