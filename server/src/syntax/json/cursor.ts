/** The cursor's position in JSON that is being written; errors before or after it do not matter. */
import type { Span } from '../span.ts';
import { unclosedIn } from './cut-off.ts';
import type { JsonArray, JsonObject } from './nodes.ts';
import { readJson, valuesIn } from './read.ts';
import { shortened } from './shortened.ts';

/** An object or array that holds the cursor. */
interface JsonFrame {
  /** The keys of an object, including those after the cursor, without the one at the cursor. */
  readonly keys: ReadonlySet<string>;
  /** The members of an object that are strings. */
  readonly strings: ReadonlyMap<string, string>;
}

/** The key or value being written at the cursor; the span is the text already there, including an opening quote. */
export interface JsonCursor extends Span {
  readonly kind: 'key' | 'value';
  /** The text being written begins with a quote. */
  readonly quoted: boolean;
  /** Keys and indices from the root to the value, or to the object that has the key. */
  readonly path: readonly (string | number)[];
  /**
   * The objects and arrays around the cursor, the outermost first: one for each step of the path and, for a key, the object that has it.
   */
  readonly frames: readonly JsonFrame[];
  /** The next character that is not white space, or nothing: `:` where a key has a value already. */
  readonly next: string;
}

/** Longer texts are not parsed to locate a cursor, since an editor asks at every keystroke. */
export const MAX_JSON_LENGTH = 200_000;

/** The deepest nesting that is examined. */
const MAX_NESTING_DEPTH = 500;

/** The key or value that can be written at the offset `at` of a text; undefined where neither is allowed. */
export function jsonCursor(text: string, at: number): JsonCursor | undefined {
  if (text.length > MAX_JSON_LENGTH) return undefined;
  const { text: before, sound } = shortened(text.slice(0, at));
  const written = beingWritten(before);
  if (written === undefined) return undefined;
  const around = before.slice(written.from, written.start);
  const start = at - (before.length - written.start);
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
  const left = text.slice(end);
  const following = sound ? shortened(left, { begun: true }).text : left;
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
 * Finds what is being written at the end of a text. `from`: the start of the value that is open there, which may follow others; `start`:
 * the start of the unclosed string or of the word in it. Undefined if nothing is open.
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

/** A replacement for what is being written, so that it does not swallow the text after it. */
function standIn(kind: JsonCursor['kind'], next: string): string {
  if (kind === 'key') return next === ':' ? '""' : '"":0';
  return next === '' || ',]}'.includes(next) ? '0' : '';
}

interface Step {
  readonly node: JsonArray | JsonObject;
  readonly step: string | number;
}

/** The objects and arrays that contain an offset, the outermost first, with the members and items that lead to it. */
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
