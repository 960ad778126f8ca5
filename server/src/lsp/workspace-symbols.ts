/**
 * `workspace/symbol`: in the documents that are open, and in the transcripts of the folders that are, as far as the limits go.
 * It looks on while nobody waits for anything else, and stops where the client does not want to know any more.
 */
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { CancellationToken } from 'vscode-languageserver';
import { type AnyDocument, chosenDialect, openDocument } from '../documents/document.ts';
import { type FoundSymbol, matches, workspaceSymbolsOf } from '../features/workspace-symbols.ts';
import { readSmall } from '../files/regular.ts';
import { fileDialects, jsonFiles } from '../grammar/index.ts';
import type { Documents } from './documents.ts';
import { cancelled } from './guard.ts';

/** How far it looks; what is left out is said in the log. */
export const limits = {
  /** Entries of folders. */
  entries: 20_000,
  files: 500,
  /** Bytes of a file, and of all. */
  bytes: 1 << 20,
  allBytes: 20 << 20,
  /** Symbols of a document, and of an answer. */
  inDocument: 2000,
  results: 500,
} as const;

/** How the names of transcripts end, and folders in which nobody looks for them. */
const endings = ['.ocml', ...fileDialects.map(([ending]) => ending), ...jsonFiles.map(([ending]) => ending)];
const skipped = new Set(['node_modules', '.git', '.hg', '.svn']);

interface Read {
  readonly changed: number;
  readonly size: number;
  readonly symbols: readonly FoundSymbol[];
}

/** Gives what answers a query. `folders`: the addresses of those that are open; `complain`: writes a line to the log. */
export function workspaceSymbols(
  documents: Documents,
  folders: () => Promise<readonly string[]>,
  complain: (message: string) => void,
): (params: unknown, token: CancellationToken) => Promise<unknown> {
  /** What was read of files, by path; those that are as they were are not read again. */
  const known = new Map<string, Read>();

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
    for await (const path of transcriptsIn(await folders(), complain)) {
      await turn();
      if (token.isCancellationRequested) return cancelled();
      if (results.length >= limits.results) break;
      const uri = pathToFileURL(path).href;
      if (open.has(uri)) continue;
      const { size, mtimeMs } = await stat(path).catch(() => ({ size: Number.POSITIVE_INFINITY, mtimeMs: 0 }));
      if (size > limits.bytes) continue;
      if (++files > limits.files || bytes + size > limits.allBytes) {
        complain(`Symbols of the workspace: ${files - 1} files were looked at, and there are more.`);
        break;
      }
      bytes += size;
      add(uri, symbolsIn(path, uri, size, mtimeMs));
    }
    return results;
  }

  function symbolsIn(path: string, uri: string, size: number, changed: number): readonly FoundSymbol[] {
    const kept = known.get(path);
    if (kept?.changed === changed && kept.size === size) return kept.symbols;
    const symbols = read(path, uri);
    if (known.size >= 2 * limits.files) known.clear();
    known.set(path, { changed, size, symbols });
    return symbols;
  }

  return (params, token) => {
    const { query } = (params ?? {}) as { query?: unknown };
    return answer(typeof query === 'string' ? query.slice(0, longestQuery) : '', token);
  };
}

const longestQuery = 200;

/** The symbols of a file; of one that cannot be read, none. */
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

/** Lets others have their turn: what is typed meanwhile is answered first. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** The transcripts in some folders and those below, as many entries as the limit says. Links are not followed. */
async function* transcriptsIn(uris: readonly string[], complain: (message: string) => void): AsyncGenerator<string> {
  const waiting = uris.flatMap((uri) => (uri.startsWith('file:') ? [fileURLToPath(uri)] : [])).reverse();
  let entries = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const listed = await opendir(folder).catch(() => undefined);
    if (listed === undefined) continue;
    for await (const entry of listed) {
      if (++entries > limits.entries) {
        complain(`Symbols of the workspace: ${limits.entries} files and folders were looked at, and there are more.`);
        return;
      }
      const name = entry.name.toLowerCase();
      if (entry.isDirectory() && !skipped.has(name)) waiting.push(join(folder, entry.name));
      else if (entry.isFile() && endings.some((ending) => name.endsWith(ending))) yield join(folder, entry.name);
    }
  }
}
