/** Tools declared in messages of a learned dialect: as JSON, where its template writes them or at the beginning of a line. */

import type { Block } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { dataOf, type JsonNode } from '../../syntax/json/nodes.ts';
import { valuesIn } from '../../syntax/json/read.ts';
import type { Span } from '../../syntax/span.ts';
import type { FunctionValue } from '../calls/functions.ts';

/** Declarations with the template's text around them; UTF-16 offsets in the block. */
export interface ToolRegion extends Span {
  /** The values, each of which describes a function. */
  readonly values: readonly FunctionValue[];
}

const cache = new BlockCache<readonly ToolRegion[]>();

/** The declarations in a message, in order, without overlaps; empty for a family that was not learned. */
export function toolRegions(block: Block): readonly ToolRegion[] {
  let regions = cache.get(block);
  if (regions === undefined) {
    regions = regionsIn(block);
    cache.set(block, regions);
  }
  return regions;
}

/** Where JSON may begin: on a line of its own, or after a mark. */
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

/** The text of the template before an offset; white space at the beginning of a body may be part of the opener. */
function frameBefore(body: string, start: number, before: readonly string[]): string {
  const frame = before.find((one) => body.endsWith(one, start));
  if (frame !== undefined) return frame;
  return before.map((one) => one.trimStart()).find((one) => one.length === start && body.startsWith(one)) ?? '';
}

/** The functions described by a value; empty if any part of it is something else. */
function described(root: JsonNode, isFramed: boolean, offset: number): readonly FunctionValue[] {
  const items = root.kind === 'array' ? root.items : [root];
  const values = items.map((one) => ({ value: dataOf(one), start: offset + one.start, end: offset + one.end }));
  return values.every(({ value }) => describesFunction(value, isFramed)) ? values : [];
}

/** In prose, an object with a name and parameters may also be an example of a call, whose parameters have no types. */
function describesFunction(value: unknown, isFramed: boolean): boolean {
  const inner = memberOf(value, 'function') ?? value;
  const parameters = memberOf(inner, 'parameters');
  if (typeof memberOf(inner, 'name') !== 'string' || !isObject(parameters)) return false;
  return isFramed || isObject(memberOf(parameters, 'properties')) || memberOf(parameters, 'type') === 'object';
}

const memberOf = (value: unknown, key: string): unknown => (isObject(value) ? getOwn(value, key) : undefined);
