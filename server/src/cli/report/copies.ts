/**
 * Temporary copies of inputs that can be read only once, such as standard input. Copies are needed because rows that may be near-duplicates
 * are read a second time.
 */
import { statSync } from 'node:fs';
import { placeOf } from '../files/replace.ts';
import type { Source } from '../files/source.ts';
import { createTemporaryFile, type TemporaryFile } from '../files/temporary.ts';

export interface InputCopies {
  /** Returns a function that stores the chunks of a source; undefined if the source can be read again. */
  keeperOf(source: Source): ((chunk: Buffer) => void) | undefined;
  /** Returns the stored bytes of a source; undefined if the source itself can be read again. */
  read(source: Source): AsyncIterable<Buffer> | undefined;
  /** Whether each source can be read again or has been stored completely. */
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
          // The disk is probably full. The report is then created without comparing near-duplicates, and mentions this.
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
