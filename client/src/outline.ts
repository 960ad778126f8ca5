/**
 * The outline with first words in its names: _Go to Symbol in Editor_ shows names alone, and finds by them, so that a list of
 * `user`, `assistant`, `user` would lead nowhere.
 */
import { DocumentSymbol, type SymbolInformation } from 'vscode';

/** A holder of messages shows its words in those, unless it has none. */
const isHolder = /^Turn \d+$/;

export function withWords(
  symbols: readonly (DocumentSymbol | SymbolInformation)[] | null | undefined,
): (DocumentSymbol | SymbolInformation)[] {
  return (symbols ?? []).map((symbol) => (symbol instanceof DocumentSymbol ? named(symbol) : symbol));
}

function named(symbol: DocumentSymbol): DocumentSymbol {
  const { name, detail, children } = symbol;
  const keeps = detail === '' || (isHolder.test(name) && children.length > 0);
  const result = keeps
    ? new DocumentSymbol(name, detail, symbol.kind, symbol.range, symbol.selectionRange)
    : new DocumentSymbol(`${name}: ${detail}`, '', symbol.kind, symbol.range, symbol.selectionRange);
  if (symbol.tags) result.tags = symbol.tags;
  result.children = withWords(children) as DocumentSymbol[];
  return result;
}
