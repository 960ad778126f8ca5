/** Assembles answers from the server-sent events from a chat API. The result has the format that the API uses without streaming. */

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
  /** The answers, in the order in which they began. */
  readonly answers: readonly unknown[];
  /** Whether the server marked the end of every answer. */
  readonly complete: boolean;
  /** The number of events that are not JSON, or that belong to no known API. */
  readonly unread: number;
  /** The number of deltas whose `content` is an object, which cannot continue a text. */
  readonly misshapen: number;
  /** The number of events that follow a gap or came too late to be inserted. */
  readonly gaps: number;
  /** The number of events in which the server reports an error. */
  readonly errors: number;
}

/** An answer in a stream. Places are the offsets of the data of events. */
interface PlacedAnswer {
  /** The place of the answer's first event. */
  readonly place: number;
  readonly value: unknown;
}

interface AssembledWithPlaces extends Omit<Assembled, 'answers'> {
  readonly answers: readonly PlacedAnswer[];
  /** The events whose data is not a JSON object. */
  readonly withoutObject: readonly EventData[];
  /** The events from which deeply nested parts were removed (`event-json.ts`). */
  readonly cut: readonly EventData[];
  /** The events after a gap, and those that came too late to be inserted. */
  readonly misplaced: readonly EventData[];
}

/** Assembles all answers in the text of a stream. */
export function assembled(text: string): Assembled {
  const { answers, complete, unread, misshapen, gaps, errors } = assembledWithPlaces(text);
  const values = answers.map(({ value }) => withoutPlaces(value));
  return { answers: values, complete, unread, misshapen, gaps, errors };
}

/** Assembles all answers in the text of a stream, and keeps the place of the event for each value. */
export function assembledWithPlaces(text: string): AssembledWithPlaces {
  const answers: { readonly place: number; readonly answer: Answer }[] = [];
  const withoutObject: EventData[] = [];
  const cut: EventData[] = [];
  const misplaced: EventData[] = [];
  let [unread, errors] = [0, 0];
  const take = (event: EventData, data: Data) => {
    if (errorIn(data) !== undefined) errors++;
    const position = event.at(0);
    const receives = ({ answer }: { readonly answer: Answer }) => answer.receive(data, position);
    const open = answers.findLast(({ answer }) => !answer.isOver);
    if ((open && receives(open)) || answers.findLast(receives)) return;
    const answer = begun(data, position);
    if (answer) answers.push({ place: position, answer });
    // A ping belongs to no message.
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
    // The numbers of events begin again with each response.
    if (data.type === firstOfResponse) {
      order.end();
      order = new EventOrder(ordered, () => undefined);
    }
    eventOf.set(data, event);
    // The position of an event with an invalid number is unknown.
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
 * Returns the answer that an event of a stream begins; undefined if it begins none. A complete object from a server is not an event of a
 * stream. Some APIs have no event that marks the beginning of an answer.
 */
export function begunBy(data: unknown, position: number): Answer | undefined {
  if (!isObject(data)) return undefined;
  const { type, choices } = data;
  const isDelta = Array.isArray(choices) && choices.some((choice) => isObject(choice) && isObject(choice.delta));
  const isEvent = typeof type === 'string' && (type === 'message_start' || type.startsWith('response.'));
  return isDelta || isEvent ? begun(data, position) : undefined;
}

function begun(data: Data, position: number): Answer | undefined {
  for (const answer of [new Completion(), new AnthropicMessage(), new ResponseAnswer(), new OwnMessages()])
    if (answer.receive(data, position)) return answer;
  return undefined;
}
