/** The interface of a chat API response that is assembled from events. */
import { isObject } from '../../syntax/is-object.ts';
import { eventJson } from '../event-json.ts';

export type Data = Readonly<Record<string, unknown>>;

export interface Answer {
  /** Takes an event with its place. Returns false if the event does not belong to this answer. */
  receive(data: Data, position: number): boolean;
  /** The answer so far, with the places of its parts (`arrived.ts`); undefined if nothing has arrived. */
  value(): unknown;
  readonly isOver: boolean;
  /** The number of deltas whose content is an object, which cannot continue a text. */
  readonly misshapen?: number;
}

/** Parses JSON text. Returns undefined if it is not an object. */
export function parsed(text: string): Data | undefined {
  const value = eventJson(text)?.value;
  return isObject(value) ? value : undefined;
}
