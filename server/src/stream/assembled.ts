/** The answers that the server-sent events of a chat API add up to, as that API gives them when it does not stream. */

import { type EventData, eventData } from '../syntax/event-data.ts';
import { isObject } from '../syntax/is-object.ts';
import { withoutPlaces } from './arrived.ts';
import { AnthropicMessage } from './assembled/anthropic.ts';
import type { Answer, Data } from './assembled/assembled-answer.ts';
import { Completion } from './assembled/completion.ts';
import { OwnMessages } from './assembled/own-messages.ts';
import { ResponseAnswer } from './assembled/response.ts';
import { eventJson } from './event-json.ts';
import { errorIn } from './faults.ts';
import { EventOrder, firstOfResponse, type OrderedEvent } from './order.ts';

interface Assembled {
  /** One for each answer, in the order in which they begin. */
  readonly answers: readonly unknown[];
  /** Whether the server says of each that it is at its end. */
  readonly complete: boolean;
  /** Events that are not JSON, or not of an API that is known. */
  readonly unread: number;
  /** Events whose `content` is an object, where a text is continued. */
  readonly misshapen: number;
  /** Places at which numbered events are missing, and events that came too late to have one. */
  readonly gaps: number;
  /** Events in which the server reports an error. */
  readonly errors: number;
}

/** An answer of a stream, with places: offsets of the data of events. */
interface PlacedAnswer {
  /** The place of its first event. */
  readonly place: number;
  readonly value: unknown;
}

interface AssembledWithPlaces extends Omit<Assembled, 'answers'> {
  readonly answers: readonly PlacedAnswer[];
  /** The events whose data is not an object of JSON. */
  readonly withoutObject: readonly EventData[];
  /** The events of which something is left out, since it is nested too deeply (`event-json.ts`). */
  readonly cut: readonly EventData[];
  /** The events before which others are missing, and those that have no place any more. */
  readonly misplaced: readonly EventData[];
}

/** Reads all answers in the text of a stream. */
export function assembled(text: string): Assembled {
  const { answers, complete, unread, misshapen, gaps, errors } = assembledWithPlaces(text);
  const values = answers.map(({ value }) => withoutPlaces(value));
  return { answers: values, complete, unread, misshapen, gaps, errors };
}

/** Reads all answers in the text of a stream, each value of which knows its event. */
export function assembledWithPlaces(text: string): AssembledWithPlaces {
  const answers: { readonly place: number; readonly answer: Answer }[] = [];
  const withoutObject: EventData[] = [];
  const cut: EventData[] = [];
  const misplaced: EventData[] = [];
  let [unread, errors] = [0, 0];
  const take = (event: EventData, data: Data) => {
    if (errorIn(data) !== undefined) errors++;
    const place = event.at(0);
    const receives = ({ answer }: { readonly answer: Answer }) => answer.receive(data, place);
    const open = answers.findLast(({ answer }) => !answer.isOver);
    if ((open && receives(open)) || answers.findLast(receives)) return;
    const answer = begun(data, place);
    if (answer) answers.push({ place, answer });
    // Pings and errors say nothing of a message.
    else if (data.type !== 'ping') unread++;
  };
  const eventOf = new Map<unknown, EventData>();
  const ordered = ({ data, gap, late }: OrderedEvent) => {
    const event = eventOf.get(data) as EventData;
    eventOf.delete(data);
    if (gap || late) misplaced.push(event);
    if (!late) take(event, data as Data);
  };
  let order = new EventOrder(ordered, () => undefined);
  for (const event of eventData(text)) {
    if (event.text.trim() === '[DONE]') continue;
    const json = eventJson(event.text);
    if (json?.isCut) cut.push(event);
    const data = isObject(json?.value) ? json.value : undefined;
    if (data === undefined) {
      unread++;
      withoutObject.push(event);
      continue;
    }
    // Each response counts its events.
    if (data.type === firstOfResponse) {
      order.end();
      order = new EventOrder(ordered, () => undefined);
    }
    eventOf.set(data, event);
    // The place of an event whose number is none is not known.
    if (!order.take(data)) ordered({ data, gap: true, late: false });
  }
  order.end();
  const values = answers.map(({ place, answer }) => ({ place, value: answer.value() }));
  return {
    answers: values.filter(({ value }) => value !== undefined),
    complete: answers.every(({ answer }) => answer.isOver),
    unread,
    misshapen: answers.reduce((sum, { answer }) => sum + (answer.misshapen ?? 0), 0),
    gaps: misplaced.length,
    errors,
    withoutObject,
    cut,
    misplaced,
  };
}

/**
 * The answer that an event of a stream begins; undefined if it begins none, as what a server gives as a whole, and what is not
 * of an API whose events say that.
 */
export function begunBy(data: unknown, place: number): Answer | undefined {
  if (!isObject(data)) return undefined;
  const { type, choices } = data;
  const isDelta = Array.isArray(choices) && choices.some((choice) => isObject(choice) && isObject(choice.delta));
  const isEvent = typeof type === 'string' && (type === 'message_start' || type.startsWith('response.'));
  return isDelta || isEvent ? begun(data, place) : undefined;
}

function begun(data: Data, place: number): Answer | undefined {
  for (const answer of [new Completion(), new AnthropicMessage(), new ResponseAnswer(), new OwnMessages()])
    if (answer.receive(data, place)) return answer;
  return undefined;
}
