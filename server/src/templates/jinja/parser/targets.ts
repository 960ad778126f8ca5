/** Parses the targets of assignments. */
import type { Expression, Target } from '../nodes.ts';
import { primary } from './expressions.ts';
import type { Tokens } from './token-stream.ts';

/** Reads the target of an assignment: a name, several names, or a field of a namespace. */
export function parseTarget(
  tokens: Tokens,
  { several = true, members = false, ends = [] as readonly string[] } = {},
): Target {
  const { at } = tokens;
  const next = tokens.peek(1);
  if (members && tokens.is('name') && next?.kind === 'operator' && next.value === '.') {
    const of: Expression = { kind: 'name', name: tokens.take().value, at };
    tokens.take();
    return { kind: 'attribute', of, name: tokens.expect('name').value, at };
  }
  const target = several ? targets(tokens, ends) : primary(tokens);
  mustAssign(tokens, target);
  return target as Target;
}

function targets(tokens: Tokens, ends: readonly string[]): Expression {
  const { at } = tokens;
  const items: Expression[] = [];
  do {
    if (
      items.length > 0 &&
      (tokens.is('end') || tokens.is('operator', '=', ')') || (ends.length > 0 && tokens.isOneOf('name', ends)))
    ) {
      return { kind: 'tuple', items, at };
    }
    items.push(primary(tokens));
  } while (tokens.skip('operator', ','));
  return items.length === 1 ? (items[0] as Expression) : { kind: 'tuple', items, at };
}

function mustAssign(tokens: Tokens, target: Expression): void {
  if (target.kind === 'tuple') for (const item of target.items) mustAssign(tokens, item);
  else if (target.kind !== 'name') throw tokens.wrong(`can't assign to ${target.kind}`, target.at);
}
