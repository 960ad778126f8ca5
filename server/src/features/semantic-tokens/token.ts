/** Semantic tokens, and the numbers of their types and modifiers in the legend. */
import { type SemanticTypeFact, semanticModifiers, semanticTypes } from '../../grammar/semantic-tokens.ts';
import type { Span } from '../../syntax/span.ts';

export interface Token extends Span {
  /** The index of the type in the legend. */
  readonly type: number;
  /** The modifiers as bits, at their indexes in the legend. */
  readonly modifiers: number;
}

const byLength = semanticTypes
  .map((fact, index) => ({ ...fact, index }))
  .sort((a, b) => b.scope.length - a.scope.length);
const typeByScope = new Map<string, number>();

/** The type for a scope. Every scope in the facts has one, except those that begin with `invalid`. */
export function typeOf(scope: string): number {
  let index = typeByScope.get(scope);
  if (index === undefined) {
    const covers = ({ scope: of }: SemanticTypeFact) => scope === of || scope.startsWith(`${of}.`);
    index = byLength.find(covers)?.index ?? -1;
    typeByScope.set(scope, index);
  }
  return index;
}

const bit = (name: string) => 1 << semanticModifiers.findIndex((modifier) => modifier.name === name);

/** The bit of each modifier. */
export const Modifier = {
  hidden: bit('hidden'),
  shown: bit('visible'),
  answered: bit('answered'),
  open: bit('open'),
  resolved: bit('resolved'),
} as const;

/** Creates a list of tokens that ignores tokens whose scope has no type. */
export function collector(): {
  readonly tokens: Token[];
  add(start: number, end: number, scope: string, modifiers?: number): void;
} {
  const tokens: Token[] = [];
  return {
    tokens,
    add(start, end, scope, modifiers = 0) {
      const type = typeOf(scope);
      if (type >= 0 && end > start) tokens.push({ start, end, type, modifiers });
    },
  };
}
