/** Finds the names of the functions in calls that are JSON in the body of a message, as in Llama 3 and 0.1. */
import { llamaCallMembers, modelRole } from '../../grammar/index.ts';
import type { Block } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { type JsonNode, memberOf } from '../../syntax/json/nodes.ts';
import { readJson } from '../../syntax/json/read.ts';
import type { Span } from '../../syntax/span.ts';
import { callJson } from './body-calls.ts';
import { functionSteps } from './functions.ts';
import type { CalledName } from './tagged-calls.ts';

const cache = new BlockCache<readonly CalledName[]>();

/** Returns the names, with their spans. Calls that cannot be parsed are skipped, since another rule reports them. */
export function namesInBody(block: Block, role: string | undefined): readonly CalledName[] {
  if (role !== modelRole || block.family.mayCall?.(block) === false) return [];
  let calledNames = cache.get(block);
  if (calledNames === undefined) {
    calledNames = namesInParts(block, role) ?? spansOfCalls(block, role).flatMap((span) => namesIn(block, span));
    cache.set(block, calledNames);
  }
  return calledNames;
}

/** The names in the calls that are parsed by the family of a learned dialect. */
const namesInParts = (block: Block, role: string): readonly CalledName[] | undefined =>
  block.family.parts?.(block, role)?.flatMap(({ kind, name }) => (kind === 'call' && name !== undefined ? [name] : []));

function spansOfCalls(block: Block, role: string): readonly Span[] {
  if (block.family.has.functions) return functionSteps(block, role);
  const json = block.family.has.bodyCalls ? callJson(block) : undefined;
  return json ? [json] : [];
}

function namesIn({ text }: Block, { start, end }: Span): CalledName[] {
  const { root, faults } = readJson(text.slice(start, end));
  if (root === undefined || faults.length > 0) return [];
  const calls: readonly JsonNode[] = root.kind === 'array' ? root.items : [root];
  return calls.flatMap((call) => {
    const name = llamaCallMembers.tool
      .map((key) => memberOf(call, key)?.value)
      .find((value) => value?.kind === 'string');
    return name?.kind === 'string' ? [{ value: name.value, start: start + name.start, end: start + name.end }] : [];
  });
}
