/** The code of a thread that receives pieces of a data set, and replies to each with the token counts of its messages. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type TokensStretch, tokensOfStretch } from './tokens-stretch.ts';

parentPort?.on('message', (stretch: TokensStretch) => parentPort?.postMessage(tokensOfStretch(stretch)));
