/** Visits every node of a parsed template. There is no recursion, so any depth is safe. */
import type { Expression, Statement } from './nodes.ts';

export type Node = Statement | Expression;

/**
 * Visits the nodes of a body. `state`: the state of the nodes of the body itself. `of`: returns the children of a node to visit, each with
 * its state.
 */
export function* walk<State>(
  body: readonly Statement[],
  state: State,
  of: (node: Node, state: State) => Iterable<readonly [unknown, State]>,
): Generator<readonly [Node, State]> {
  const stack: (readonly [unknown, State])[] = [[body, state]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [value, about] = next;
    if (Array.isArray(value)) for (let i = value.length - 1; i >= 0; i--) stack.push([value[i], about]);
    else if (isNode(value)) {
      yield [value, about];
      for (const one of [...of(value, about)].reverse()) stack.push(one);
    } else if (typeof value === 'object' && value !== null)
      for (const one of Object.values(value)) stack.push([one, about]);
  }
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'kind' in value;

/** All children of a node. */
export const childrenOf = <State>(node: Node, state: State): (readonly [unknown, State])[] =>
  Object.values(node).map((one) => [one, state] as const);
