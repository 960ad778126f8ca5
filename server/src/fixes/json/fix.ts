/** The input of a fix for a JSON document, and the edits that several fixes use. Loaded with the first request for a fix. */
import type { JsonDialectId } from '../../grammar/index.ts';
import type { Problem } from '../../rules/support/rule.ts';
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  type JsonReading,
  type JsonString,
  lastAtMost,
} from '../../syntax/json/nodes.ts';
import type { Span } from '../../syntax/span.ts';
import { type FixEdit, type Proposals, replace } from '../fix.ts';

/** A problem in a unit, which is a whole file or a line of JSON Lines. Edits are relative to the unit. */
export interface JsonTarget {
  readonly problem: Problem;
  readonly dialect: JsonDialectId;
  readonly text: string;
  readonly reading: JsonReading;
}

export interface JsonFixer {
  /** The effect of the fixes in a few words, for the documentation page of the rule. */
  readonly says: string;
  readonly fix: (target: JsonTarget) => Proposals;
  /** Whether some of the fixes are safe. */
  readonly safe?: boolean;
  /** Whether the fixes repair invalid JSON. They then have to prove that the document keeps its meaning. */
  readonly proof?: boolean;
}

export type JsonFixers = Readonly<Record<string, JsonFixer>>;

/**
 * The location of a value or a key. `member`: the field with this value or key; undefined for an item of a list. `parents`: the nodes that
 * contain the value or key, from the outermost to the innermost.
 */
export interface Place {
  readonly node: JsonNode;
  readonly member: JsonMember | undefined;
  readonly onKey: boolean;
  readonly parents: readonly JsonNode[];
}

/** The value or key that begins at an offset. If several begin there, the outermost one. */
export function placeAt(root: JsonNode | undefined, start: number): Place | undefined {
  const parents: JsonNode[] = [];
  let node = root;
  let member: JsonMember | undefined;
  while (node !== undefined) {
    if (node.start === start) return { node, member, onKey: false, parents };
    parents.push(node);
    if (node.kind === 'array') {
      member = undefined;
      node = lastAtMost(node.items, start, (item) => item.start);
    } else if (node.kind === 'object') {
      member = lastAtMost(node.members, start, ({ key }) => key.start);
      if (member?.key.start === start) return { node: member.key, member, onKey: true, parents };
      node = member?.value;
    } else return undefined;
  }
  return undefined;
}

/** The string that contains an offset, including its quotes. */
export function stringAt(root: JsonNode | undefined, at: number): JsonString | undefined {
  let node = root;
  while (node !== undefined && node.kind !== 'string') {
    if (node.kind === 'array') node = lastAtMost(node.items, at, ({ start }) => start);
    else if (node.kind === 'object') {
      const member: JsonMember | undefined = lastAtMost(node.members, at, ({ key }) => key.start);
      node = member && at < member.key.end ? member.key : member?.value;
    } else return undefined;
  }
  return node !== undefined && at >= node.start && at < node.end ? node : undefined;
}

export const memberSpan = ({ key, value }: JsonMember): Span => ({ start: key.start, end: value?.end ?? key.end });

/**
 * Whether the text between two neighboring values is only a comma and white space. If so, removing one of the values does not remove a
 * comment.
 */
export function isSeparator(text: string, from: number, to: number): boolean {
  return /^\s*,\s*$/.test(text.slice(from, to));
}

/** The separator between the elements of a list, in the style of that list. */
export function separatorOf(text: string, all: readonly Span[]): string {
  const [first, second] = all.slice(-2);
  const between = first && second ? text.slice(first.end, second.start) : '';
  return /^\s*,\s*$/.test(between) ? between : ', ';
}

/** Removes an element from a list, together with its comma. Undefined if this would also remove a comment. */
export function drop(text: string, all: readonly Span[], index: number): FixEdit | undefined {
  const [before, span, next] = [all[index - 1], all[index], all[index + 1]];
  if (span === undefined) return undefined;
  if (before)
    return isSeparator(text, before.end, span.start) ? { start: before.end, end: span.end, text: '' } : undefined;
  if (next)
    return isSeparator(text, span.end, next.start) ? { start: span.start, end: next.start, text: '' } : undefined;
  return { start: span.start, end: span.end, text: '' };
}

/** Adds a field to the end of an object. */
export function addMember(text: string, { start, members }: JsonObject, key: string, value: unknown): FixEdit {
  const last = members.at(-1);
  const colon = last?.value && text.slice(last.key.end, last.value.start) === ':' ? ':' : ': ';
  const memberText = `${JSON.stringify(key)}${colon}${JSON.stringify(value)}`;
  if (last === undefined) return { start: start + 1, end: start + 1, text: memberText };
  const { end } = memberSpan(last);
  return { start: end, end, text: separatorOf(text, members.map(memberSpan)) + memberText };
}

/** Replaces a value with a string. */
export function write(span: Span, value: string): FixEdit;
export function write(span: Span | undefined, value: string | undefined): FixEdit | undefined;
export function write(span: Span | undefined, value: string | undefined): FixEdit | undefined {
  return replace(span, value === undefined ? undefined : JSON.stringify(value));
}
