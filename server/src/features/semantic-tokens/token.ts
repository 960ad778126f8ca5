/** A semantic token, and its numbers in the legend. */
import { type SemanticTypeFact, semanticModifiers, semanticTypes } from '../../grammar/semantic-tokens.ts';
import type { Span } from '../../syntax/span.ts';

export interface Token extends Span {
  /** The index in the legend. */
  readonly type: number;
  /** Bits, by their indexes in the legend. */
  readonly modifiers: number;
}

const byLength = semanticTypes
  .map((fact, index) => ({ ...fact, index }))
  .sort((a, b) => b.scope.length - a.scope.length);
const known = new Map<string, number>();

/** The type for a scope; every scope in the facts has one, except for `invalid` ones. */
export function typeOf(scope: string): number {
  let index = known.get(scope);
  if (index === undefined) {
    const covers = ({ scope: of }: SemanticTypeFact) => scope === of || scope.startsWith(`${of}.`);
    index = byLength.find(covers)?.index ?? -1;
    known.set(scope, index);
  }
  return index;
}

const bit = (name: string) => 1 << semanticModifiers.findIndex((modifier) => modifier.name === name);

/** The modifiers as bits. */
export const Modifier = {
  hidden: bit('hidden'),
  shown: bit('visible'),
  answered: bit('answered'),
  open: bit('open'),
  resolved: bit('resolved'),
} as const;

/** Creates a list that accepts only tokens whose scope has a type. */
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
