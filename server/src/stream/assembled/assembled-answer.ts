/** An answer of a chat API that arrives in events. */
import { isObject } from '../../syntax/is-object.ts';
import { eventJson } from '../event-json.ts';

export type Data = Readonly<Record<string, unknown>>;

/** An answer that arrives. */
export interface Answer {
  /** Takes an event, which is at a place, or says that it is not for this answer. */
  receive(data: Data, place: number): boolean;
  /** The answer so far, with the places of what is in it (`arrived.ts`); undefined if nothing has arrived. */
  value(): unknown;
  readonly isOver: boolean;
  /** How many pieces of content are objects, where a text is continued. */
  readonly misshapen?: number;
}

/** The object that a text is; undefined if it is none. */
export function parsed(text: string): Data | undefined {
  const value = eventJson(text)?.value;
  return isObject(value) ? value : undefined;
}
