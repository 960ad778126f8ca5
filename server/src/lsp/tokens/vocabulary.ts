/** The vocabulary for the tokens of a document, and access to the thread that has loaded it. */
import { basename } from 'node:path';
import type { AnyDocument } from '../../documents/document.ts';
import { usualEncoding } from '../../tokens/usual.ts';
import type { Settings } from '../settings.ts';
import type { WorkerQueue } from '../workshop/workshop.ts';
import { BlockSizes } from './block-sizes.ts';
import type { Task, Vocabulary } from './tasks.ts';
import { tokenizerFile } from './tokenizer-path.ts';

/**
 * The time limit of a task, in milliseconds: a fixed part, and a part per character. The part per character allows for ten times the usual
 * duration.
 */
const [least, each] = [30_000, 0.05];
/**
 * The time for which a vocabulary is not used again after a failure, in milliseconds. Without this pause, each request might fail only when
 * its time limit is reached.
 */
const pause = 60_000;

export interface Counting {
  /** The display name of the vocabulary. */
  readonly name: string;
  readonly key: string;
  readonly sizes: BlockSizes;
  /** Runs a task; returns undefined if it was cancelled. `length`: the length of the text to count. */
  ask<Result>(key: string, task: WithoutVocabulary<Task>, length: number): Promise<Result | undefined>;
  cancel(key: string): void;
}

type WithoutVocabulary<T> = T extends unknown ? Omit<T, 'vocabulary'> : never;

/** `folders`: returns the addresses of the open folders, to which paths may be relative. */
export function createVocabularies(workshop: WorkerQueue<Task>, folders: () => Promise<readonly string[]>) {
  const countingByKey = new Map<string, Counting>();
  const failed = new Map<string, { readonly error: Error; readonly until: number }>();
  let lastRequestNumber = 0;

  function counting(vocabulary: Vocabulary): Counting {
    const key = JSON.stringify(vocabulary);
    const cachedCounting = countingByKey.get(key);
    if (cachedCounting) return cachedCounting;
    async function ask<Result>(name: string, task: WithoutVocabulary<Task>, length: number) {
      const before = failed.get(key);
      if (before && before.until > performance.now()) throw before.error;
      try {
        return await workshop.ask<Result>(name, { ...task, vocabulary } as Task, least + each * length);
      } catch (error) {
        failed.set(key, { error: error as Error, until: performance.now() + pause });
        throw error;
      }
    }
    const count = async (texts: readonly string[]) => {
      const length = texts.reduce((sum, text) => sum + text.length, 0);
      return (await ask<number[]>(`texts ${++lastRequestNumber}`, { kind: 'texts', texts }, length)) ?? [];
    };
    const newCounting: Counting = {
      name: vocabulary.encoding ?? basename(vocabulary.file),
      key,
      ask,
      sizes: new BlockSizes(count),
      cancel: workshop.cancel,
    };
    countingByKey.set(key, newCounting);
    return newCounting;
  }

  return async ({ uri, dialect }: AnyDocument, { encoding, tokenizer }: Settings): Promise<Counting> =>
    counting(
      tokenizer === undefined
        ? { encoding: encoding ?? usualEncoding(dialect) }
        : { file: await tokenizerFile(tokenizer, uri, folders) },
    );
}
