/**
 * Adds positions to values that `JSON.parse` has read. The contents of an object or a list are located only on request. For most records of
 * a long log, only a few fields are read.
 */
import type { JsonMember, JsonNode, JsonString } from './nodes.ts';
import { valuesIn } from './read.ts';
import { nextQuote } from './string-ends.ts';

/** The text that contains a value. `base`: the offset of this text in the document. */
interface Place {
  readonly text: string;
  readonly base: number;
  /** The number of objects and lists that contain the value. */
  readonly depth: number;
}

/**
 * Returns a value with its positions in the document. `text`: its source, which is valid JSON from `from` on; `base`: the offset of `text`
 * in the document.
 */
export function validValue(text: string, from: number, value: unknown, base: number): JsonNode {
  return valueAt({ text, base, depth: 0 }, skipSpace(text, from), value).node;
}

interface ValueRead {
  readonly node: JsonNode;
  /** The offset after the value in the text. */
  readonly end: number;
}

function valueAt(place: Place, at: number, value: unknown): ValueRead {
  const { text, base } = place;
  const start = base + at;
  if (typeof value === 'string') {
    const end = nextQuote(text, at + 1) + 1;
    const node: JsonString = { kind: 'string', start, end: base + end, value, exact: value.length === end - at - 2 };
    return { node, end };
  }
  if (typeof value === 'object' && value !== null) {
    const end = endOfList(text, at);
    const inner = { ...place, depth: place.depth + 1 };
    const node = Array.isArray(value)
      ? new LazyArray(inner, at, base + end, value)
      : new LazyObject(inner, at, base + end, value as Data);
    return { node, end };
  }
  const end = endOfWord(text, at);
  if (typeof value === 'number') return { node: { kind: 'number', start, end: base + end, value }, end };
  const kind = value === null ? 'null' : 'boolean';
  return { node: { kind, start, end: base + end, value: value as boolean | null }, end };
}

/** The maximum depth at which the contents of a value are located separately. Each level takes another pass over the text. */
const MAX_LAZY_DEPTH = 8;

class LazyObject {
  readonly kind = 'object';
  readonly start: number;
  memo: unknown = undefined;
  /** All fields or, as long as `value` is set, those that have been requested. */
  private known: JsonMember[] | undefined;

  constructor(
    private readonly place: Place,
    private readonly at: number,
    public end: number,
    private value: Data | undefined,
  ) {
    this.start = place.base + at;
  }

  /** A getter rather than a property, so that a copy of the object with other fields does not have it. */
  get data(): Data | undefined {
    return this.value;
  }

  get text(): string {
    return this.place.text.slice(this.at, this.end - this.place.base);
  }

  get members(): JsonMember[] {
    if (this.value !== undefined) {
      const read = membersOf(this.place, this.at, this.value);
      // Nodes that were returned earlier are reused, since a caller may use them as keys of a map.
      this.known = this.known === undefined ? read : withKnown(read, this.known);
      this.value = undefined;
    }
    return this.known as JsonMember[];
  }

  find(key: string): JsonMember | undefined {
    const { value: data, known } = this;
    const member = known === undefined ? undefined : lastNamed(known, key);
    if (member !== undefined || data === undefined || !Object.hasOwn(data, key)) return member;
    if (known !== undefined && known.length >= MAX_FOUND_MEMBERS) return lastNamed(this.members, key);
    const [one] = membersOf(this.place, this.at, data, key);
    if (one === undefined) return lastNamed(this.members, key);
    if (known === undefined) this.known = [one];
    else known.push(one);
    return one;
  }
}

type Data = Readonly<Record<string, unknown>>;

/** The maximum number of fields of an object that are located one by one. */
const MAX_FOUND_MEMBERS = 2;

function lastNamed(members: readonly JsonMember[], key: string): JsonMember | undefined {
  for (let i = members.length - 1; i >= 0; i--) if (members[i]?.key.value === key) return members[i];
  return undefined;
}

/** Returns the fields of an object. A node that is already known replaces the new node of the same field. */
function withKnown(members: JsonMember[], earlierMembers: readonly JsonMember[]): JsonMember[] {
  return members.map((one) => earlierMembers.find(({ key }) => key.start === one.key.start) ?? one);
}

class LazyArray {
  readonly kind = 'array';
  readonly start: number;
  private known: JsonNode[] | undefined;

  constructor(
    private readonly place: Place,
    private readonly at: number,
    public end: number,
    private value: readonly unknown[] | undefined,
  ) {
    this.start = place.base + at;
  }

  get text(): string {
    return this.place.text.slice(this.at, this.end - this.place.base);
  }

  get items(): JsonNode[] {
    this.known ??= elementsOf(this.place, this.at, this.value as readonly unknown[]);
    this.value = undefined;
    return this.known;
  }
}

/** Returns the source of an object or list whose contents are located on request, so that callers need not look it up in the document. */
export const writtenText = (node: JsonNode): string | undefined =>
  node instanceof LazyObject || node instanceof LazyArray ? node.text : undefined;

/**
 * Locates the fields of an object that begins at `from`. `only`: locates just the field with that key, or returns none if that is not
 * possible.
 */
function membersOf(place: Place, from: number, value: object, only?: string): JsonMember[] {
  const { text, base, depth } = place;
  const keys = Object.keys(value);
  const values = Object.values(value);
  const members: JsonMember[] = [];
  let at = skipSpace(text, from + 1);
  for (const [i, key] of keys.entries()) {
    const end = at + key.length + 1;
    // `JSON.parse` moves numeric keys to the front, and keeps only the last of equal keys.
    if (depth > MAX_LAZY_DEPTH || !text.startsWith(key, at + 1) || text.charCodeAt(end) !== QUOTE)
      return only === undefined ? readAnew(place, from, 'object').members : [];
    const valueFrom = skipSpace(text, skipSpace(text, end + 1) + 1);
    if (only === undefined || key === only) {
      const reading = valueAt(place, valueFrom, values[i]);
      const keyNode = { kind: 'string', start: base + at, end: base + end + 1, value: key, exact: true } as const;
      members.push({ key: keyNode, value: reading.node });
      at = reading.end;
    } else at = endOf(text, valueFrom);
    at = skipSpace(text, at);
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1);
  }
  if (text.charCodeAt(at) === CLOSING_BRACE) return members;
  return only === undefined ? readAnew(place, from, 'object').members : [];
}

/** The offset after the value that begins at `at`. */
function endOf(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  if (unit === QUOTE) return nextQuote(text, at + 1) + 1;
  return unit === OPENING_BRACKET || unit === OPENING_BRACE ? endOfList(text, at) : endOfWord(text, at);
}

/** Locates the elements of a list that begins at `from`. */
function elementsOf(place: Place, from: number, values: readonly unknown[]): JsonNode[] {
  const { text, depth } = place;
  if (depth > MAX_LAZY_DEPTH) return readAnew(place, from, 'array').items;
  const items: JsonNode[] = [];
  let at = skipSpace(text, from + 1);
  for (const value of values) {
    const reading = valueAt(place, at, value);
    items.push(reading.node);
    at = skipSpace(text, skipSpace(text, reading.end) + 1);
  }
  return items;
}

/** Reads an object or a list with all its contents, using the reader that also accepts invalid JSON. */
function readAnew<Kind extends 'object' | 'array'>({ text, base }: Place, from: number, kind: Kind) {
  const { root } = valuesIn(text)(from);
  if (root?.kind !== kind) throw new Error(`no ${kind} where JSON.parse reads one`);
  return shifted(root, base) as Extract<JsonNode, { kind: Kind }>;
}

/** Moves all positions in a value by the same amount, for example from offsets in a text to offsets in the document. */
export function shifted(root: JsonNode, by: number): JsonNode {
  const open: { start: number; end: number }[] = by === 0 ? [] : [root];
  for (let span = open.pop(); span !== undefined; span = open.pop()) {
    span.start += by;
    span.end += by;
    const node = span as JsonNode;
    if (node.kind === 'array') for (const item of node.items) open.push(item);
    if (node.kind !== 'object') continue;
    for (const { key, value } of node.members) {
      open.push(key);
      if (value) open.push(value);
    }
  }
  return root;
}

const QUOTE = 34;
const COMMA = 44;
const OPENING_BRACKET = 91;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

function skipSpace(text: string, from: number): number {
  let at = from;
  let unit = text.charCodeAt(at);
  while (unit === 32 || unit === 10 || unit === 13 || unit === 9) unit = text.charCodeAt(++at);
  return at;
}

/** The offset after the object or list that begins at `from`. */
function endOfList(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = nextQuote(text, at + 1);
    else if (unit === OPENING_BRACKET || unit === OPENING_BRACE) depth++;
    // `]`
    else if ((unit === 93 || unit === CLOSING_BRACE) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The offset after the number or word that begins at `from`. */
function endOfWord(text: string, from: number): number {
  let at = from;
  // Numbers and words consist of digits, letters, `+`, `-` and `.`.
  for (let unit = text.charCodeAt(at); unit > COMMA || unit === 43; unit = text.charCodeAt(++at))
    if (unit === 93 || unit === CLOSING_BRACE) break;
  return at;
}
