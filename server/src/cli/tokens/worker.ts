/** Runs in a thread: each message is a piece of a data set, and the reply has the token counts of its messages. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type TokensStretch, tokensOfStretch } from './tokens-stretch.ts';

parentPort?.on('message', (stretch: TokensStretch) => parentPort?.postMessage(tokensOfStretch(stretch)));
