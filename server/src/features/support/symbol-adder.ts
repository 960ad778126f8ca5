import type { DocumentSymbol } from 'vscode-languageserver-types';
import { legible } from '../../syntax/printable.ts';
import { ascending, type Step } from './walk.ts';

/**
 * Returns a function that adds a symbol from `start` to `end`, whose name ends at `selected`. Symbols must be added in the order of their
 * offsets.
 */
export function adder(step: Step, to: DocumentSymbol[], position = ascending(step)) {
  return (name: string, kind: number, start: number, selected: number, end: number, detail = '') => {
    const from = position(start);
    const selectionRange = { start: from, end: position(selected) };
    to.push({
      name: legible(name),
      detail: legible(detail),
      kind: kind as DocumentSymbol['kind'],
      range: { start: from, end: position(end) },
      selectionRange,
    });
  };
}
