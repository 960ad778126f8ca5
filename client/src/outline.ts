/**
 * Appends the first words of messages to their names in the outline. _Go to Symbol in Editor_ shows and searches only names, and a list of
 * `user`, `assistant`, `user` would be of no use.
 */
import { DocumentSymbol, type SymbolInformation } from 'vscode';

/** Matches the name of a turn. If a turn contains messages, the words are appended to their names instead. */
const isHolder = /^Turn \d+$/;

export function withWords(
  symbols: readonly (DocumentSymbol | SymbolInformation)[] | null | undefined,
): (DocumentSymbol | SymbolInformation)[] {
  return (symbols ?? []).map((symbol) => (symbol instanceof DocumentSymbol ? mergeDetail(symbol) : symbol));
}

function mergeDetail(symbol: DocumentSymbol): DocumentSymbol {
  const { name, detail, children } = symbol;
  const keeps = detail === '' || (isHolder.test(name) && children.length > 0);
  const result = keeps
    ? new DocumentSymbol(name, detail, symbol.kind, symbol.range, symbol.selectionRange)
    : new DocumentSymbol(`${name}: ${detail}`, '', symbol.kind, symbol.range, symbol.selectionRange);
  if (symbol.tags) result.tags = symbol.tags;
  result.children = withWords(children) as DocumentSymbol[];
  return result;
}
