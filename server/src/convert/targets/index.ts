/** All target formats. A new target format needs a file in this folder. */
import type { TargetName } from '../forms.ts';
import { alpaca } from './alpaca.ts';
import { anthropic } from './anthropic.ts';
import { atif } from './atif.ts';
import { harmony, openchatml } from './channel-frames.ts';
import { harmonyJson } from './harmony-json.ts';
import { hermes } from './hermes.ts';
import { llama3 } from './llama3.ts';
import { messages } from './messages.ts';
import { openchatml01 } from './openchatml-0.1.ts';
import { phi3 } from './phi3.ts';
import { preference } from './preference.ts';
import { projection } from './projection.ts';
import { promptCompletion } from './prompt-completion.ts';
import { responses } from './responses.ts';
import { sessionTrace } from './session-trace.ts';
import { sharegpt } from './sharegpt.ts';
import type { Target } from './target.ts';
import { wire } from './wire.ts';

export type { Output, Style, Target } from './target.ts';

export const targets: Readonly<Record<TargetName, Target>> = {
  'openchatml-2.2': openchatml,
  harmony,
  hermes,
  'openchatml-0.1': openchatml01,
  llama3,
  phi3,
  'chatml-wire': wire,
  'openchatml-json': projection,
  messages,
  responses,
  anthropic,
  sharegpt,
  alpaca,
  'prompt-completion': promptCompletion,
  preference,
  'harmony-json': harmonyJson,
  'session-trace': sessionTrace,
  atif,
};
