/** Finds tools declared as JSON in messages of a learned dialect, where the template writes them or at the beginning of a line. */

import type { Block } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { dataOf, type JsonNode } from '../../syntax/json/nodes.ts';
import { valuesIn } from '../../syntax/json/read.ts';
import type { Span } from '../../syntax/span.ts';
import type { FunctionValue } from '../calls/functions.ts';

/** Declarations and the text of the template around them. The span is in UTF-16 offsets in the block. */
export interface ToolRegion extends Span {
  /** The JSON values, each of which describes a function. */
  readonly values: readonly FunctionValue[];
}

const cache = new BlockCache<readonly ToolRegion[]>();

/** Returns the declarations in a message, in order and without overlaps. A family that was not learned has none. */
export function toolRegions(block: Block): readonly ToolRegion[] {
  let regions = cache.get(block);
  if (regions === undefined) {
    regions = regionsIn(block);
    cache.set(block, regions);
  }
  return regions;
}

/** Matches where JSON may begin: at the beginning of a line, or after a closing bracket or mark. */
const opening = /(?:^[ \t]*|[>\]】▷][ \t]*)(?=[{[])/gm;

function regionsIn(block: Block): readonly ToolRegion[] {
  const { learned } = block.family;
  const { text, bodyStart, bodyEnd } = block;
  const body = text.slice(bodyStart, bodyEnd);
  if (learned === undefined || !body.includes('"parameters"')) return [];
  const regions: ToolRegion[] = [];
  const readAt = valuesIn(body);
  const { before, after } = learned.toolFrames;
  opening.lastIndex = 0;
  for (let next = opening.exec(body); next; next = opening.exec(body)) {
    const start = opening.lastIndex;
    const { root, faults, open } = readAt(start);
    if (root === undefined || open.length > 0) break;
    const frame = frameBefore(body, start, before);
    const values = faults.length === 0 ? described(root, frame !== '', bodyStart) : [];
    if (values.length > 0) {
      const region = { start: bodyStart + start - frame.length, end: bodyStart + root.end, values };
      const last = regions.at(-1);
      if (last !== undefined && text.slice(last.end, bodyStart + start).trim() === '')
        regions[regions.length - 1] = { ...last, end: region.end, values: [...last.values, ...values] };
      else regions.push(region);
    }
    opening.lastIndex = Math.max(opening.lastIndex + 1, root.end);
  }
  return regions.map((region) => {
    const frame = after.find((one) => text.startsWith(one, region.end) && region.end + one.length <= bodyEnd) ?? '';
    return { ...region, end: region.end + frame.length };
  });
}

/**
 * The text of the template that precedes an offset. At the beginning of a body, the leading white space of this text may be missing, since
 * the opener may include it.
 */
function frameBefore(body: string, start: number, before: readonly string[]): string {
  const frame = before.find((one) => body.endsWith(one, start));
  if (frame !== undefined) return frame;
  return before.map((one) => one.trimStart()).find((one) => one.length === start && body.startsWith(one)) ?? '';
}

/** The functions that a value describes; none if any part of the value is something else. */
function described(root: JsonNode, isFramed: boolean, offset: number): readonly FunctionValue[] {
  const items = root.kind === 'array' ? root.items : [root];
  const values = items.map((one) => ({ value: dataOf(one), start: offset + one.start, end: offset + one.end }));
  return values.every(({ value }) => describesFunction(value, isFramed)) ? values : [];
}

/**
 * Whether a value describes a function. In prose, an object with a name and parameters may also be an example of a call, in which
 * the parameters have no types.
 */
function describesFunction(value: unknown, isFramed: boolean): boolean {
  const inner = memberOf(value, 'function') ?? value;
  const parameters = memberOf(inner, 'parameters');
  if (typeof memberOf(inner, 'name') !== 'string' || !isObject(parameters)) return false;
  return isFramed || isObject(memberOf(parameters, 'properties')) || memberOf(parameters, 'type') === 'object';
}

const memberOf = (value: unknown, key: string): unknown => (isObject(value) ? getOwn(value, key) : undefined);
