/** The code of a thread. Each message is a piece of a data set; the reply contains the token counts of the messages in it. */
import '../learned/in-thread.ts';
import { parentPort } from 'node:worker_threads';
import { type TokensStretch, tokensOfStretch } from './tokens-stretch.ts';

parentPort?.on('message', (stretch: TokensStretch) => parentPort?.postMessage(tokensOfStretch(stretch)));
