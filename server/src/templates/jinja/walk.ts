/** Visits every node of a parsed template. There is no recursion, so any depth is safe. */
import type { Expression, Statement } from './nodes.ts';

export type Node = Statement | Expression;

/**
 * Visits the nodes of a body. `known`: the state of the nodes of the body itself. `of`: returns the children of a node to visit, each with
 * its state.
 */
export function* walk<Known>(
  body: readonly Statement[],
  known: Known,
  of: (node: Node, known: Known) => Iterable<readonly [unknown, Known]>,
): Generator<readonly [Node, Known]> {
  const left: (readonly [unknown, Known])[] = [[body, known]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [value, about] = next;
    if (Array.isArray(value)) for (let i = value.length - 1; i >= 0; i--) left.push([value[i], about]);
    else if (isNode(value)) {
      yield [value, about];
      for (const one of [...of(value, about)].reverse()) left.push(one);
    } else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) left.push([one, about]);
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value;

/** All children of a node. */
export const childrenOf = <Known>(node: Node, known: Known): (readonly [unknown, Known])[] =>
  Object.values(node).map((one) => [one, known] as const);
