/**
 * `workspace/symbol`: searches the open documents, and the transcripts in the open folders, up to some limits. The
 * search lets other requests run in between, and stops when the client cancels it.
 */
import type { CancellationToken } from 'vscode-languageserver';
import { type AnyDocument, openDocument } from '../documents/document.ts';
import { chosenDialect } from '../documents/sniff.ts';
import { type FoundSymbol, matches, workspaceSymbolsOf } from '../features/workspace-symbols.ts';
import { uriOfFile } from '../files/addresses.ts';
import { filesIn } from '../files/folders.ts';
import { readSmall } from '../files/regular.ts';
import { fileDialects, jsonFiles } from '../grammar/index.ts';
import type { Documents } from './documents.ts';
import { cancelled } from './guard.ts';

/** The limits of the search. If a limit on entries or files is reached, the log says so. */
const limits = {
  /** The maximum number of entries that are listed in folders, and the maximum number of files that are read. */
  entries: 20_000,
  files: 500,
  /** The maximum size of a file, and the maximum size of all files together, in bytes. */
  bytes: 1 << 20,
  allBytes: 20 << 20,
  /** The maximum number of symbols from a document, and the maximum number in an answer. */
  inDocument: 2000,
  results: 500,
} as const;

/** The file name extensions that identify transcripts. */
const endings = ['.ocml', ...fileDialects.map(([ending]) => ending), ...jsonFiles.map(([ending]) => ending)];
const isNamed = (name: string) => endings.some((ending) => name.toLowerCase().endsWith(ending));

interface IndexedFile {
  readonly changed: number;
  readonly size: number;
  readonly symbols: readonly FoundSymbol[];
}

/** Returns a handler for queries. `folders`: returns the addresses of the open folders. `complain`: writes a line to the log. */
export function workspaceSymbols(
  documents: Documents,
  folders: () => Promise<readonly string[]>,
  complain: (message: string) => void,
): (params: unknown, token: CancellationToken) => Promise<unknown> {
  /** The symbols of files by path. Files that have not changed are not read again. */
  const indexedFileByPath = new Map<string, IndexedFile>();

  async function answer(query: string, token: CancellationToken): Promise<unknown> {
    const results: unknown[] = [];
    const add = (uri: string, symbols: readonly FoundSymbol[]) => {
      for (const { name, kind, range } of symbols) {
        if (results.length < limits.results && matches(query, name))
          results.push({ name, kind, location: { uri, range } });
      }
    };
    const open = new Set<string>();
    for (const document of documents.all()) {
      open.add(document.uri);
      if (documents.isOurs(document)) add(document.uri, workspaceSymbolsOf(document, limits.inDocument));
    }
    let files = 0;
    let bytes = 0;
    const reportLimit = () =>
      complain(`Workspace symbols: ${limits.entries} files and folders were searched, but there are more.`);
    for await (const { path, size, changed } of filesIn(await folders(), isNamed, limits.entries, reportLimit)) {
      await turn();
      if (token.isCancellationRequested) return cancelled();
      if (results.length >= limits.results) break;
      const uri = uriOfFile(path);
      if (open.has(uri)) continue;
      if (size > limits.bytes) continue;
      if (++files > limits.files || bytes + size > limits.allBytes) {
        complain(`Workspace symbols: ${files - 1} files were searched, but there are more.`);
        break;
      }
      bytes += size;
      add(uri, symbolsIn(path, uri, size, changed));
    }
    return results;
  }

  function symbolsIn(path: string, uri: string, size: number, changed: number): readonly FoundSymbol[] {
    const indexedFile = indexedFileByPath.get(path);
    if (indexedFile?.changed === changed && indexedFile.size === size) return indexedFile.symbols;
    const symbols = read(path, uri);
    if (indexedFileByPath.size >= 2 * limits.files) indexedFileByPath.clear();
    indexedFileByPath.set(path, { changed, size, symbols });
    return symbols;
  }

  return (params, token) => {
    const { query } = (params ?? {}) as { query?: unknown };
    return answer(typeof query === 'string' ? query.slice(0, MAX_QUERY_LENGTH) : '', token);
  };
}

const MAX_QUERY_LENGTH = 200;

/** Returns the symbols of a file; none if it cannot be read. */
function read(path: string, uri: string): FoundSymbol[] {
  try {
    const text = readSmall(path, limits.bytes);
    if (text === undefined) return [];
    const document: AnyDocument = openDocument(uri, 'ocml', 0, text, chosenDialect(path, undefined));
    return workspaceSymbolsOf(document, limits.inDocument);
  } catch {
    return [];
  }
}

/** Lets other requests run first, for example while the user is typing. */
const turn = () => new Promise((resolve) => setImmediate(resolve));
