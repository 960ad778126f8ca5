/** Reads the values of OpenTelemetry's attributes, which are plain values, strings of JSON, or values in the format of OTLP. */
import { type JsonNode, memberOf } from '../../../syntax/json/nodes.ts';
import { readJson } from '../../../syntax/json/read.ts';
import type { Span } from '../../../syntax/span.ts';
import { valueOf } from '../shapes/conversation.ts';
import { itemsOf, listAt } from './message-nodes.ts';

/** Returns the list in a value that is a plain list, a string of JSON, or in the format of OTLP. */
export function listIn(value: JsonNode): JsonNode | undefined {
  const plain = value.kind === 'object' ? plainOf(value) : value;
  if (plain?.kind !== 'string') return plain;
  const { root, faults } = readJson(plain.value);
  return root && faults.length === 0 ? movedTo(root, plain) : undefined;
}

/** The maximum depth of nested OTLP values. */
const MAX_VALUE_DEPTH = 50;

/**
 * Converts a value of OTLP to JSON. OTLP writes `{"stringValue": …}`, `{"arrayValue": {"values": …}}` or `{"kvlistValue":
 * {"values": …}}`.
 */
export function plainOf(value: JsonNode, depth = MAX_VALUE_DEPTH): JsonNode | undefined {
  const plain = ['stringValue', 'intValue', 'doubleValue', 'boolValue'].flatMap((key) => valueOf(value, key) ?? []);
  if (plain[0] || depth === 0) return plain[0];
  const array = valueOf(value, 'arrayValue');
  if (array)
    return listAt(
      value,
      itemsOf(valueOf(array, 'values')).flatMap((item) => plainOf(item, depth - 1) ?? []),
    );
  const pairs = valueOf(value, 'kvlistValue');
  if (pairs === undefined) return undefined;
  const { start, end } = value;
  const members = itemsOf(valueOf(pairs, 'values')).flatMap((pair) => {
    const key = memberOf(pair, 'key')?.value;
    const pairValue = valueOf(pair, 'value');
    return key?.kind === 'string' && pairValue ? [{ key, value: plainOf(pairValue, depth - 1) }] : [];
  });
  return { kind: 'object', start, end, members };
}

/** Sets the spans of a value that was parsed from a string, and of all nodes in it, to the span of the string. Recursion is avoided. */
export function movedTo(root: JsonNode, { start, end }: Span): JsonNode {
  const setSpan = (node: { start: number; end: number }) => {
    node.start = start;
    node.end = end;
  };
  const open: JsonNode[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    setSpan(node);
    if (node.kind === 'array') for (const item of node.items) open.push(item);
    else if (node.kind === 'object')
      for (const { key, value } of node.members) {
        setSpan(key);
        if (value) open.push(value);
      }
  }
  return root;
}
