/** Answers the requests that use the call graph, for transcripts. */
import type { Checker } from '../../checker/checker.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { answerIn } from './graph-answers.ts';
import type { GraphMethod } from './methods.ts';
import { textSource } from './text-source.ts';

export { prepareText, textSource } from './text-source.ts';

export function answerInText(
  method: GraphMethod,
  transcript: Transcript,
  checker: Checker,
  params: unknown,
  client: ClientAbilities | undefined,
): unknown {
  return answerIn(method, () => textSource(transcript, checker), transcript, params, client);
}
