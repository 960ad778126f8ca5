/** Reads fields of an object without locating them, since the object may exist only as data. */
import { getOwn } from '../get-own.ts';
import { type JsonNode, memberOf } from './nodes.ts';

export function hasMember(node: JsonNode | undefined, key: string): boolean {
  if (node?.kind === 'object' && node.data !== undefined) return Object.hasOwn(node.data, key);
  return memberOf(node, key) !== undefined;
}

/** Whether the value of a key is `true`. */
export function isTrueIn(node: JsonNode | undefined, key: string): boolean {
  if (node?.kind === 'object' && node.data !== undefined) return getOwn(node.data, key) === true;
  const value = memberOf(node, key)?.value;
  return value?.kind === 'boolean' && value.value === true;
}

/** The keys of an object. `is`: only those whose values are strings, or `true`. */
export function keysOf(node: JsonNode | undefined, is?: 'string' | true): readonly string[] {
  if (node?.kind !== 'object') return [];
  const { data } = node;
  if (data !== undefined) {
    const isWanted = (value: unknown) => (is === true ? value === true : is === undefined || typeof value === is);
    return Object.keys(data).filter((key) => isWanted(getOwn(data, key)));
  }
  const isWanted = (value: JsonNode | undefined) =>
    is === true ? value?.kind === 'boolean' && value.value : is === undefined || value?.kind === is;
  return node.members.flatMap(({ key, value }) => (isWanted(value) ? key.value : []));
}
