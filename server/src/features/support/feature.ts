/** What a feature is: one request of the language server protocol, answered from a transcript alone. */
import type { Checker } from '../../checker/checker.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** Gives the checker that keeps a transcript's problems, up to date. */
export type CheckerOf = () => Checker;

/** `Context`: what `run` takes besides, as `[CheckerOf]` where the answer is about problems. */
export interface Feature<Params, Result, Context extends readonly unknown[] = []> {
  /** The request's name in the protocol. Its params name a `textDocument`. */
  readonly method: string;
  /** The part of the protocol's `ServerCapabilities` that announces it. */
  readonly capability: Readonly<Record<string, unknown>>;
  /** The answer. Pure: no state and no I/O. It may throw on params that are none; the caller guards it. */
  run(transcript: Transcript, params: Params, ...context: Context): Result;
}
