/** The available parsers, by name. */

import type { ModelDialectName } from '../../grammar/model-names.ts';
import { recogniseModel } from '../../model/recognise-model.ts';
import { calledIn, callLinesIn } from '../whole-call.ts';
import { harmony, harmonyLenient, vllm } from './harmony.ts';
import { llamaCpp } from './llama-cpp.ts';
import { glm45 } from './models/glm45.ts';
import { granite, llama3Json, phi4MiniJson } from './models/json-lists.ts';
import { mistral } from './models/mistral.ts';
import { isPythonCalls, pythonic } from './models/pythonic.ts';
import { deepseekV3, deepseekV31, kimiK2 } from './models/sections.ts';
import { sglang } from './models/sglang.ts';
import { type ParserName, parserAliases } from './names.ts';
import { ollama } from './ollama.ts';
import type { Format, Parser } from './parser.ts';
import { hermes, qwen3 } from './tags.ts';

const rows: Readonly<Record<ParserName, Parser>> = {
  harmony,
  'harmony-lenient': harmonyLenient,
  vllm,
  'llama.cpp': llamaCpp,
  ollama,
  hermes,
  qwen3,
  llama3_json: llama3Json,
  mistral,
  deepseek_v3: deepseekV3,
  deepseek_v31: deepseekV31,
  granite,
  phi4_mini_json: phi4MiniJson,
  pythonic,
  kimi_k2: kimiK2,
  glm45,
  'sglang-qwen25': sglang.qwen25,
  'sglang-llama3': sglang.llama3,
  'sglang-mistral': sglang.mistral,
  'sglang-deepseekv3': sglang.deepseekv3,
  'sglang-pythonic': sglang.pythonic,
  'sglang-kimi_k2': sglang.kimiK2,
  'sglang-glm45': sglang.glm45,
};

export const parsers: readonly Parser[] = Object.values(rows);

export const parserNamed = (name: string | undefined): Parser | undefined =>
  name === undefined ? undefined : parsers.find((one) => one.name === (parserAliases.get(name) ?? name));

/** Tokens that occur only in ChatML, and tags of calls and thoughts, none of which occur in Harmony. */
const chatml = /<\|im_(?:start|end)\|>|<\/?(?:tool_call|think)>|<function=/;
const harmonyTokens = /<\|(?:start|channel|message|end|call|return|constrain)\|>/;

/** Tokens and words that mark calls, each for only one of the parsers for models. */
const ofModels: readonly (readonly [mark: RegExp, parser: Parser])[] = [
  [/\[TOOL_CALLS\]/, mistral],
  [/<｜tool▁call▁begin｜>[^\n<]*<｜tool▁sep｜>\s*\{/, deepseekV31],
  [/<｜tool▁calls?▁begin｜>/, deepseekV3],
  [/<\|tool_calls_section_begin\|>|<\|tool_call_begin\|>/, kimiK2],
  [/<arg_key>/, glm45],
  [/\bfunctools\[/, phi4MiniJson],
  [/<\|python_tag\|>/, llama3Json],
  [/<\|tool_call\|>/, granite],
];

/** The parsers for whole logs, by the format of the log's frames. */
const ofLogs: Partial<Record<ModelDialectName, Parser>> = {
  mistral,
  deepseek: deepseekV31,
  'deepseek-v3': deepseekV3,
  glm: glm45,
  kimi: kimiK2,
  granite,
};

function ofModel(text: string): Parser | undefined {
  const byMark = ofModels.find(([mark]) => mark.test(text))?.[1];
  const log = byMark === undefined ? recogniseModel(text)?.frame.name : undefined;
  return byMark ?? (log && ofLogs[log]) ?? (isPythonCalls(text) ? pythonic : undefined);
}

/** The format of a text, which its first token or tag shows. */
function formatOf(text: string): Format | undefined {
  if (ofModel(text)) return 'model';
  const [harmonyStart, chatmlStart] = [text.search(harmonyTokens), text.search(chatml)];
  // A complete output in ChatML may be plain text without any token.
  if (harmonyStart < 0 && chatmlStart < 0)
    return calledIn(text) === undefined && callLinesIn(text) === undefined ? undefined : 'chatml';
  return chatmlStart < 0 || (harmonyStart >= 0 && harmonyStart < chatmlStart) ? 'harmony' : 'chatml';
}

const usual: Readonly<Record<Format, (text: string) => Parser>> = {
  model: (text) => ofModel(text) ?? hermes,
  harmony: () => harmony,
  chatml: (text) => (text.includes('<function=') ? qwen3 : hermes),
};

/** The default parser for a text: for ChatML, the one that matches its tags. */
export function parserFor(text: string): Parser {
  return usual[formatOf(text) ?? 'harmony'](text);
}
