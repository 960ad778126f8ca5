/** Finds the key or value at the cursor in JSON that is being written. Errors elsewhere do not matter. */
import type { Span } from '../span.ts';
import { unclosedIn } from './cut-off.ts';
import type { JsonArray, JsonObject } from './nodes.ts';
import { readJson, valuesIn } from './read.ts';
import { shortened } from './shortened.ts';

/** An object or array that contains the cursor. */
interface JsonFrame {
  /** The keys of the object, before and after the cursor, except for the key at the cursor itself. */
  readonly keys: ReadonlySet<string>;
  /** The keys whose values are strings, each with its value. */
  readonly strings: ReadonlyMap<string, string>;
}

/** The key or value that is being written at the cursor. The span covers the text written so far, including an opening quote. */
export interface JsonCursor extends Span {
  readonly kind: 'key' | 'value';
  /** Whether the text written so far begins with a quote. */
  readonly quoted: boolean;
  /** The keys and indices from the root to the value or, for a key, to its object. */
  readonly path: readonly (string | number)[];
  /**
   * The objects and arrays around the cursor, the outermost first. There is one for each step of the path and, if a key is being written,
   * the object of that key.
   */
  readonly frames: readonly JsonFrame[];
  /** The next character that is not white space, or an empty string. After a key, `:` means that the key already has a value. */
  readonly next: string;
}

/** The maximum length of a text that is parsed to find the cursor, since editors do this at every keystroke. */
export const MAX_JSON_LENGTH = 200_000;

const MAX_NESTING_DEPTH = 500;

/** Returns the key or value that can be written at an offset; undefined if neither is allowed there. */
export function jsonCursor(text: string, at: number): JsonCursor | undefined {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  const { text: before, sound } = shortened(text.slice(0, at));
  const openValue = beingWritten(before);
  if (openValue === undefined) return undefined;
  const around = before.slice(openValue.from, openValue.start);
  const start = at - (before.length - openValue.start);
  const { open } = readJson(around);
  const top = open.at(-1);
  if (top === undefined || open.length > MAX_NESTING_DEPTH) return undefined;
  const kind = top.expects;
  if (kind !== 'key' && kind !== 'value') return undefined;
  const quoted = text[start] === '"' && start < at;
  const after = text.slice(at, at + 400);
  const rest = ((quoted && /^[^"\\\r\n,:{}[\]]*"/.exec(after)) || /^[\w.+-]*/.exec(after))?.[0] ?? '';
  const end = at + rest.length;
  const next = /^\s*(.?)/s.exec(text.slice(end, end + 100))?.[1] ?? '';
  const remainder = text.slice(end);
  const following = sound ? shortened(remainder, { begun: true }).text : remainder;
  const steps = stepsTo(around + standIn(kind, next) + following, around.length);
  return {
    kind,
    quoted,
    start,
    end,
    path: steps.map(({ step }) => step).slice(0, kind === 'key' ? -1 : undefined),
    frames: steps.map(({ node }) => frameOf(node, around.length)),
    next,
  };
}

/**
 * Finds the text that is being written at the end of `before`; undefined if no value is open there. `from`: the start of the last value,
 * which is still open. `start`: the start of the unclosed string or of the word at its end.
 */
function beingWritten(before: string): { from: number; start: number } | undefined {
  const readAt = valuesIn(before);
  for (let at = 0; at < before.length; ) {
    const from = at + before.slice(at).search(/["{[]/);
    if (from < at) return undefined;
    const reading = readAt(from);
    const string = unclosedIn(before, reading);
    if (string !== undefined) return { from, start: string };
    const { root, open } = reading;
    const word = /[\w.+-]*$/.exec(before.slice(-100))?.[0] ?? '';
    if (open.length > 0) return { from, start: before.length - word.length };
    at = root?.end ?? before.length;
  }
  return undefined;
}

/** Text to insert in place of the key or value at the cursor, so that the text after it is still parsed correctly. */
function standIn(kind: JsonCursor['kind'], next: string): string {
  if (kind === 'key') return next === ':' ? '""' : '"":0';
  return next === '' || ',]}'.includes(next) ? '0' : '';
}

interface Step {
  readonly node: JsonArray | JsonObject;
  readonly step: string | number;
}

/** The objects and arrays that contain an offset, the outermost first, each with the key or index that leads to the next one. */
function stepsTo(text: string, at: number): Step[] {
  const steps: Step[] = [];
  let node = readJson(text).root;
  while (node?.kind === 'array' || node?.kind === 'object') {
    const holder: JsonArray | JsonObject = node;
    const index: number =
      holder.kind === 'array'
        ? holder.items.findLastIndex(({ start }) => start < at)
        : holder.members.findLastIndex(({ key }) => key.start <= at);
    const member = holder.kind === 'object' ? holder.members[index] : undefined;
    node = holder.kind === 'array' ? holder.items[index] : member?.value;
    if (node !== undefined && (node.start >= at || node.end <= at)) node = undefined;
    steps.push({ node: holder, step: member?.key.value ?? (node === undefined ? index + 1 : index) });
  }
  return steps;
}

function frameOf(node: JsonArray | JsonObject, at: number): JsonFrame {
  const members = node.kind === 'object' ? node.members.filter(({ key }) => key.start !== at) : [];
  return {
    keys: new Set(members.map(({ key }) => key.value)),
    strings: new Map(members.flatMap(({ key, value }) => (value?.kind === 'string' ? [[key.value, value.value]] : []))),
  };
}
