/** Values from events, each with the place of its event. Offsets in the JSON text of a value can also be mapped to these places. */
import { isObject } from '../syntax/is-object.ts';
import { indexBefore } from '../syntax/span.ts';

/** A value from one event. Values nested in it may be from other events. */
export class Arrived {
  constructor(
    readonly place: number,
    readonly value: unknown,
  ) {}
}

/** A text whose pieces arrived in several events. */
export class ArrivedText {
  readonly pieces: { readonly place: number; readonly text: string }[] = [];

  add(text: string, position: number): this {
    this.pieces.push({ place: position, text });
    return this;
  }

  get text(): string {
    return this.pieces.map(({ text }) => text).join('');
  }
}

/** Appends a piece to a text, or begins a new text with it. */
export const continued = (before: unknown, text: string, position: number): ArrivedText =>
  (before instanceof ArrivedText ? before : new ArrivedText()).add(text, position);

/** Returns the value without its places. The recursion is safe, since events are not nested deeply (`event-json.ts`). */
export function withoutPlaces(value: unknown): unknown {
  if (value instanceof Arrived) return withoutPlaces(value.value);
  if (value instanceof ArrivedText) return value.text;
  if (Array.isArray(value)) return value.map(withoutPlaces);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withoutPlaces(one)]));
}

/** The JSON text of a value. Each of its offsets can be mapped to the event from which the text there came. */
export interface ArrivedJson {
  readonly text: string;
  /** Returns the place of the event for an offset, which is the place of the whole value by default. */
  placeAt(offset: number): number;
}

export function arrivedJson(value: unknown, position: number): ArrivedJson {
  const parts: string[] = [];
  /** `starts`: the offset in the JSON from which the place with the same index in `places` applies. */
  const [starts, places] = [[0], [position]];
  let length = 0;
  const appendText = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  const mark = (at: number) => {
    if (places.at(-1) === at) return;
    starts.push(length);
    places.push(at);
  };
  const list = (items: readonly [string, unknown][], at: number) => {
    for (const [i, [before, item]] of items.entries()) {
      appendText(i === 0 ? '' : ',');
      // The name of a field has the same place as its value.
      mark(item instanceof Arrived ? item.place : item instanceof ArrivedText ? (item.pieces[0]?.place ?? at) : at);
      appendText(before);
      write(item, at);
      mark(at);
    }
  };
  const write = (one: unknown, at: number): void => {
    if (one instanceof Arrived) {
      mark(one.place);
      write(one.value, one.place);
    } else if (one instanceof ArrivedText) {
      appendText('"');
      for (const { text, place: from } of one.pieces) {
        mark(from);
        appendText(JSON.stringify(text).slice(1, -1));
      }
      appendText('"');
    } else if (Array.isArray(one)) {
      appendText('[');
      list(
        one.map((item) => ['', item]),
        at,
      );
      appendText(']');
    } else if (isObject(one)) {
      appendText('{');
      list(
        Object.entries(one)
          .filter(([, item]) => item !== undefined)
          .map(([key, item]) => [`${JSON.stringify(key)}:`, item]),
        at,
      );
      appendText('}');
    } else appendText(JSON.stringify(one) ?? 'null');
  };
  write(value, position);
  return {
    text: parts.join(''),
    placeAt: (offset) => places[indexBefore(starts, offset)] ?? position,
  };
}
