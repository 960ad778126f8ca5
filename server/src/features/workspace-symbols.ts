/**
 * The symbols of a document that `workspace/symbol` searches: turns, calls, replies, declared tools, and the conversations of a data set.
 */
import type { SymbolKind as Kind, Range } from 'vscode-languageserver-types';
import { type AnyDocument, createChecker } from '../documents/document.ts';
import { runFeature } from './run-feature.ts';
import { SymbolKind } from './support/kinds.ts';
import { asName } from './support/label.ts';
import { documentSymbols } from './symbols.ts';

export interface FoundSymbol {
  readonly name: string;
  readonly kind: Kind;
  readonly range: Range;
}

interface OutlineSymbol {
  readonly name: string;
  readonly detail?: string;
  readonly kind: Kind;
  readonly selectionRange: Range;
  readonly children?: readonly OutlineSymbol[];
}

const searchedKinds = new Set<number>([SymbolKind.Namespace, SymbolKind.Function, SymbolKind.Event, SymbolKind.Method]);

/** The symbols of a document in order, at most `limit` of them. */
export function workspaceSymbolsOf(document: AnyDocument, limit: number): FoundSymbol[] {
  const foundSymbols: FoundSymbol[] = [];
  const waiting = [...(outlineOf(document) ?? [])].reverse();
  for (let one = waiting.pop(); one !== undefined && foundSymbols.length < limit; one = waiting.pop()) {
    const { name, detail, kind, selectionRange: range, children = [] } = one;
    if (searchedKinds.has(kind))
      foundSymbols.push({ name: asName(detail ? `${name} – ${detail}` : name), kind, range });
    for (let i = children.length - 1; i >= 0; i--) waiting.push(children[i] as OutlineSymbol);
  }
  return foundSymbols;
}

function outlineOf(document: AnyDocument): readonly OutlineSymbol[] | undefined {
  const settings = { strict: false, levels: {} };
  return runFeature(document, documentSymbols, undefined, {
    checker: () => createChecker(document, settings),
    settings: () => settings,
  }) as readonly OutlineSymbol[] | undefined;
}

/** Whether a name contains the letters of a query in the same order, ignoring case. */
export function matches(query: string, name: string): boolean {
  const letters = name.toLowerCase();
  let at = 0;
  for (const letter of query.toLowerCase()) {
    if (letter === ' ') continue;
    at = letters.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}
