/** Temporary copies of inputs that can be read only once, such as standard input: rows that may be near-duplicates are read again. */
import { statSync } from 'node:fs';
import { placeOf } from '../files/replace.ts';
import type { Source } from '../files/source.ts';
import { createTemporaryFile, type TemporaryFile } from '../files/temporary.ts';

export interface InputCopies {
  /** Returns a function that keeps a source's chunks; undefined if it can be read again. */
  keeperOf(source: Source): ((chunk: Buffer) => void) | undefined;
  /** The kept bytes of a source; undefined if it is read again. */
  read(source: Source): AsyncIterable<Buffer> | undefined;
  /** Whether each source can be read again or was kept completely. */
  isComplete(sources: readonly Source[]): boolean;
  close(): Promise<void>;
}

export function createInputCopies(): InputCopies {
  const files = new Map<Source, TemporaryFile>();
  let isBroken = false;
  return {
    keeperOf(source) {
      if (isFile(source.path)) return undefined;
      return (chunk) => {
        if (isBroken) return;
        try {
          const file = files.get(source) ?? createTemporaryFile(placeOf('-').beside);
          files.set(source, file);
          file.write(chunk);
        } catch {
          // The disk is probably full. The report is created without comparing near-duplicates, and says so.
          isBroken = true;
        }
      };
    },
    read: (source) => files.get(source)?.read(),
    isComplete: (sources) => !isBroken && sources.every((source) => files.has(source) || isFile(source.path)),
    async close() {
      for (const file of files.values()) await file.close();
    },
  };
}

function isFile(path: string): boolean {
  try {
    return path !== '-' && statSync(path).isFile();
  } catch {
    return false;
  }
}
