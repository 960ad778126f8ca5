/**
 * Texts from public threads, shortened and in our own words. Each is the error of a server, often with the output of the model. Each is
 * passed to `ocml explain` as a user would do it.
 */

export interface Thread {
  readonly url: string;
  readonly input: string;
  /** The parser, if the user chooses one. */
  readonly parser?: string;
  readonly expected: Expected;
}

export interface Expected {
  /** The parser that explains the output, or `error` if the input is only an error message of a server. */
  readonly parser: string;
  readonly accepted: boolean;
  /** The kind of fault, and the complete error message or its beginning. */
  readonly kind?: string;
  readonly error?: string;
  /** The token at which the parser stops, and the word at fault. */
  readonly token?: string;
  readonly word?: string;
  /** The repaired output, or `false` if no fix helps. */
  readonly repaired?: string | false;
  /** The page that explains the fault. */
  readonly page?: string;
}

const rejected = (parser: string, kind: string, error: string, rest: Partial<Expected> = {}): Expected => ({
  parser,
  accepted: false,
  kind,
  error,
  ...rest,
});
const known = (kind: string, page?: string): Expected => ({
  parser: 'error',
  accepted: false,
  kind,
  ...(page && { page }),
});
const left = (words: string) => `unexpected tokens remaining in message header: Some("${words}")`;
const python = (text: string) => `Error in extracting tool call from response.\njson.decoder.JSONDecodeError: ${text}`;

export const threads: readonly Thread[] = [
  // Errors without the model's output.
  {
    url: 'https://github.com/openai/harmony/issues/38',
    input:
      '(APIServer pid=7) ERROR 08-06 23:25:57 [serving_chat.py:1001] openai_harmony.HarmonyError: unexpected tokens remaining in message header: ["––commentary"]',
    expected: known('words-left', 'E-PARSE-HEADER'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/51977',
    input: `(APIServer pid=1) ERROR [serving.py:830] openai_harmony.HarmonyError: ${left('to=functions.web-browsing')}`,
    expected: known('words-left', 'E-PARSE-HEADER'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/22284',
    input:
      'openai.APIError: Could not parse header: too many tokens remaining after extracting content-type and recipient',
    expected: known('words-left', 'E-PARSE-HEADER'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/22519',
    input:
      '[serving_chat.py:1145] openai_harmony.HarmonyError: Unexpected token 12606 while expecting start token 200006',
    expected: known('start-missing', 'start-missing'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/50690',
    input:
      '{"error":{"message":"Unexpected token 200002 while expecting start token 200006","type":"InternalServerError","param":null,"code":500}}',
    expected: known('terminator-twice', 'end-redundant'),
  },
  {
    url: 'https://github.com/tenstorrent/vllm/issues/386',
    input: "HarmonyError('Unknown role: assistantassistant')",
    expected: known('role-unknown', 'E-PARSE-HEADER'),
  },
  {
    url: 'https://github.com/ggml-org/llama.cpp/pull/18675',
    input: '{"error":{"code":500,"message":"Failed to parse input at pos 0: ","type":"server_error"}}',
    expected: known('header-unexpected', 'E-PARSE-HEADER'),
  },
  {
    url: 'https://github.com/ggml-org/llama.cpp/issues/27025',
    input: 'http error 500: "The model produced output that does not match the expected peg-native format"',
    expected: known('header-unexpected', 'E-PARSE-HEADER'),
  },
  {
    url: 'https://github.com/ggml-org/llama.cpp/issues/25072',
    input: 'The model produced output that does not match the expected peg-gemma4 format',
    expected: known('header-unexpected'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/9986',
    input: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    expected: known('tool-choice-off'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/22525',
    input:
      'openai_harmony.HarmonyError: error downloading or loading vocab file: failed to download or load vocab file',
    expected: known('vocabulary-missing'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/6862',
    input:
      "BadRequestError: Error code: 400 - {'object': 'error', 'message': 'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...'}",
    expected: known('roles-alternate', 'template-alternation'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/20409',
    input:
      "ValueError: This model's maximum context length is 16384 tokens. However, you requested 122946 tokens (112946 in the messages, 10000 in the completion).",
    expected: known('context-length'),
  },
  {
    url: 'https://github.com/entropy-research/Devon/issues/88',
    input:
      'AnthropicError - {"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 209353 tokens > 199999 maximum"}}',
    expected: known('context-length'),
  },
  {
    url: 'https://github.com/huggingface/text-generation-inference/issues/628',
    input:
      'ValidationError: Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 1244 `inputs` tokens and 1000 `max_new_tokens`',
    expected: known('context-length'),
  },
  {
    url: 'https://github.com/huggingface/text-generation-inference/issues/695',
    input: 'ValidationError: Input validation error: `inputs` must have less than 1024 tokens. Given: 1168.',
    expected: known('context-length'),
  },
  {
    url: 'https://github.com/ChatGPTNextWeb/NextChat/issues/4964',
    input:
      '{"type":"error","error":{"type":"invalid_request_error","message":"max_tokens: 10000 > 4096, which is the maximum allowed number of output tokens for claude-3-5-sonnet-20240620"}}',
    expected: known('answer-length'),
  },
  {
    url: 'https://github.com/ollama/ollama/issues/13578',
    input: 'error during Chat request: 400 Bad Request: registry.ollama.ai/library/smollm2:360m does not support tools',
    expected: known('tools-unsupported'),
  },
  {
    url: 'https://github.com/anthropics/claude-code/issues/64383',
    input:
      'API Error: 400 messages.3.content.0: unexpected `tool_use_id` found in `advisor_tool_result` blocks: toolu_01',
    expected: known('call-missing', 'call-id-unmatched'),
  },
  {
    url: 'https://github.com/agno-agi/agno/issues/3105',
    input:
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)",
    expected: known('replies-missing', 'call-unanswered'),
  },
  {
    url: 'https://github.com/anthropics/claude-code/issues/5989',
    input:
      '{"type":"error","error":{"type":"invalid_request_error","message":"messages.22: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1."}}',
    expected: known('replies-missing', 'call-unanswered'),
  },
  {
    url: 'https://github.com/microsoft/vscode/issues/320060',
    input:
      '400 { "error": { "message": "No tool call found for function call output with call_id call_1.", "type": "invalid_request_error" } }',
    expected: known('call-missing', 'call-id-unmatched'),
  },
  {
    url: 'https://github.com/OpenHands/OpenHands/issues/13949',
    input:
      'InternalServerError: Failed to parse tool call arguments as JSON: [json.exception.parse_error.101] parse error at line 1',
    expected: known('history', 'E-CALL-SCHEMA'),
  },

  // Headers of Harmony.
  {
    url: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/876',
    input:
      '<|start|>assistant<|channel|>commentary to=functions.Web Search <|constrain|>json<|message|>{ "query": "quiet case" }',
    expected: rejected('harmony', 'words-left', left('to=functions.Web'), {
      token: '<|message|>',
      word: 'Search',
      repaired:
        '<|start|>assistant<|channel|>commentary to=functions.Web_Search <|constrain|>json<|message|>{ "query": "quiet case" }',
    }),
  },
  {
    url: 'https://github.com/sgl-project/sglang/pull/35299',
    input: '<|channel|>commentary to=functions.get_weather to=functions.get_weather<|message|>{}<|call|>',
    expected: rejected('harmony', 'words-left', left('to=functions.get_weather'), {
      word: 'to=functions.get_weather',
      repaired: '<|channel|>commentary to=functions.get_weather<|message|>{}<|call|>',
    }),
  },
  {
    url: 'https://github.com/openai/harmony/issues/81',
    input:
      '<|start|>assistant to=functions.get_current_weather<|channel|>commentary <|constrain|> json<|message|>{}<|call|>',
    expected: rejected('harmony', 'words-left', left('to=functions.get_current_weather'), {
      repaired:
        '<|start|>assistant to=functions.get_current_weather<|channel|>commentary <|constrain|>json<|message|>{}<|call|>',
    }),
  },
  {
    url: 'https://github.com/openai/harmony/pull/114',
    input:
      '<|channel|>analysis<|message|>List it.<|end|><|start|>assistant<|channel|>bash<|channel|>commentary<|message|>{"cmd":"ls"}<|call|>',
    expected: rejected('harmony', 'role-unknown', 'Unknown role: assistant<|channel|>commentary', {
      word: 'bash',
      repaired:
        '<|channel|>analysis<|message|>List it.<|end|><|start|>assistant to=functions.bash<|channel|>commentary<|message|>{"cmd":"ls"}<|call|>',
    }),
  },
  {
    url: 'https://github.com/vllm-project/vllm/pull/43408',
    input:
      '<|channel|>analysis<|message|>So it is 7.<|end|><|start|><|start|>assistant<|channel|>final<|message|>7<|return|>',
    expected: rejected('harmony', 'role-unknown', 'Unknown role: <|start|>assistant'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/pull/43408#empty-channel',
    input: '<|channel|><|message|>The sum is 7.<|return|>',
    expected: rejected('harmony', 'channel-empty', 'channel marker present but no channel value found in header'),
  },
  {
    url: 'https://github.com/vllm-project/vllm/pull/35906',
    input:
      '<|channel|>analysis<|message|>Look it up.<|end|><|channel|>commentary to=functions.find <|constrain|>json<|message|>{}<|call|>',
    expected: rejected('harmony', 'start-expected', 'Unexpected token 200005 while expecting start token 200006', {
      token: '<|channel|>',
      repaired:
        '<|channel|>analysis<|message|>Look it up.<|end|><|start|>assistant<|channel|>commentary to=functions.find <|constrain|>json<|message|>{}<|call|>',
    }),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/22515',
    input:
      '<|channel|>analysis<|message|>Look it up.<|end|>commentary<|channel|>commentary to=functions.find<|message|>{}<|call|>',
    expected: rejected('harmony', 'start-expected', 'Unexpected token 12606 while expecting start token 200006', {
      token: 'commentary',
    }),
  },
  {
    url: 'https://github.com/hiyouga/LlamaFactory/issues/9151',
    input:
      '<|channel|>analysis<|message|>Short.<|end|><|start|>assistant<|channel|>final<|message|>Yes.<|end|><|return|>',
    expected: rejected('harmony', 'start-expected', 'Unexpected token 200002 while expecting start token 200006', {
      token: '<|return|>',
    }),
  },
  {
    url: 'https://github.com/ai-dynamo/frontend-crates/pull/236',
    input:
      '<|channel|>analysis<|message|>Short.<|end|><|start|>assistant<|channel|>final The invoice was paid.<|return|>',
    expected: rejected('harmony', 'header-open', 'Unexpected EOS while waiting for message header to complete', {
      token: '',
      word: 'The invoice was paid.',
    }),
  },
  {
    url: 'https://github.com/oobabooga/textgen/issues/7374',
    input: 'analysisUser says hello. Respond politely.assistantfinalHello! How can I help you today?',
    expected: rejected('harmony', 'header-open', 'Unexpected EOS while waiting for message header to complete'),
  },
  {
    url: 'https://github.com/sgl-project/sglang/issues/8914',
    input:
      '200005,35644,200008,976,31064,25,392,4827,382,220,17,659,220,17,16842,12295,81645,\n13,200007,200006,173781,200005,17196,200008,17,200002',
    expected: { parser: 'harmony', accepted: true },
  },
  {
    url: 'https://github.com/InternLM/lmdeploy/pull/3962',
    input:
      '2025-09-15 11:29:27,573 - lmdeploy - INFO - session=90 output_token_ids=[200005, 12606, 815, 316, 28, 44580, 4231, 1646, 220, 200003, 4108, 200008, 12083, 200012]\n' +
      '2025-09-15 11:29:27,574 - lmdeploy - ERROR - exception caught: HarmonyError unexpected tokens remaining in message header',
    expected: rejected('harmony', 'words-left', left('to=functions.find')),
  },
  {
    url: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/873',
    input:
      '<|channel|>commentary to=functions.run_javascript <|constrain|>json<|message|>{\n"javascript": "console.log(1);",\n"timeout_seconds": 5\n}',
    expected: { parser: 'harmony', accepted: true },
  },
  {
    url: 'https://github.com/waybarrios/vllm-mlx/pull/562',
    input:
      '<|channel|>analysis<|message|>We need to search.\n<|end|><|start|>assistant<|channel|>analysis to=functions.ffgrep code<|message|>\n{"path":"","pattern":"View"}<|call|>',
    parser: 'vllm',
    expected: { parser: 'vllm', accepted: true },
  },

  {
    url: 'https://github.com/openai/harmony/pull/114#constrain',
    input: '<|channel|>commentary to=functions.f <|constrain|>commentary<|constrain|>json<|message|>{}<|call|>',
    expected: rejected('harmony', 'words-left', left('to=functions.f'), {
      repaired: '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}<|call|>',
    }),
  },
  {
    url: 'https://github.com/Augustas11/macprovider/issues/743',
    input:
      '{"choices":[{"finish_reason":"stop","message":{"role":"assistant","content":"analysisWe need one word. The answer is four.assistantfinalfour"}}]}',
    expected: rejected('harmony', 'header-open', 'Unexpected EOS while waiting for message header to complete', {
      repaired:
        '<|start|>assistant<|channel|>analysis<|message|>We need one word. The answer is four.<|end|><|start|>assistant<|channel|>final<|message|>four<|end|>',
    }),
  },
  {
    url: 'https://github.com/vllm-project/vllm/pull/35906#free-text',
    input:
      '<|channel|>analysis<|message|>Need it.<|end|>Let me search.<|start|>assistant<|channel|>commentary to=functions.s<|message|>{}<|call|>',
    expected: rejected('harmony', 'start-expected', 'Unexpected token 12845 while expecting start token 200006', {
      word: 'Let me search.',
    }),
  },

  // llama.cpp and LM Studio.
  {
    url: 'https://github.com/ggml-org/llama.cpp/issues/27720',
    input:
      'srv  send_error: W common_chat_peg_parse: unparsed peg-native output: <|channel|>commentary?commentary?<|message|>Hm.<|end|>',
    expected: rejected(
      'llama.cpp',
      'header-unexpected',
      'The model produced output that does not match the expected peg-native format',
      {
        word: 'commentary?commentary?',
      },
    ),
  },
  {
    url: 'https://github.com/ggml-org/llama.cpp/issues/25321',
    input: '{"items": [1, 2]}<|return|>',
    parser: 'llama.cpp',
    expected: rejected(
      'llama.cpp',
      'header-unexpected',
      'The model produced output that does not match the expected peg-native format',
    ),
  },
  {
    url: 'https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/942',
    input:
      '2025-08-28 01:22:52  [INFO]\n [openai_gpt-oss-20b] Tool name generated:  get_limits\n2025-08-28 01:22:58 [ERROR]\n' +
      ' [openai_gpt-oss-20b] Failed to generate a tool call:  Failed to parse tool call: Unexpected end of content. \n' +
      'Model Output:  <|start|>assistant<|channel|>commentary to=functions.get_limits<|constrain|>json<|message|>{"data":{"cpu":{"max":"1"}}\n' +
      '2025-08-28 01:22:58  [INFO]\n [openai_gpt-oss-20b] Model generated tool calls:  []\n',
    expected: { parser: 'llama.cpp', accepted: false },
  },

  // Ollama.
  {
    url: 'https://github.com/continuedev/continue/issues/10221',
    input: `Error parsing Ollama response: Error: error parsing tool call: raw='ls -R\n', err=invalid character 'l' looking for beginning of value`,
    expected: rejected(
      'ollama',
      'arguments',
      "error parsing tool call: raw='ls -R\n', err=invalid character 'l' looking for beginning of value",
    ),
  },
  {
    url: 'https://github.com/ollama/ollama/issues/17638',
    input: `{"error":"error parsing tool call: raw='{\\"input\\":\\"*** Begin Patch\\\\n*** End Patch\\"}]', err=invalid character ']' after top-level value"}`,
    expected: rejected(
      'ollama',
      'arguments',
      `error parsing tool call: raw='{"input":"*** Begin Patch\\n*** End Patch"}]', err=invalid character ']' after top-level value`,
      {
        token: ']',
      },
    ),
  },
  {
    url: 'https://github.com/ollama/ollama/issues/12064',
    input: `error parsing tool call: raw='{"path":"src/pipe.py","content":["a", "b"],"mode":"w"]', err=invalid character ']' after object key:value pair`,
    expected: rejected('ollama', 'arguments', `error parsing tool call: raw='{"path"`, { token: ']' }),
  },
  {
    url: 'https://github.com/ollama/ollama/issues/11704',
    input:
      '<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"a":1}<|end|><|start|>assistant<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"a":2}<|call|>',
    parser: 'ollama',
    expected: rejected(
      'ollama',
      'arguments-joined',
      `error parsing tool call: raw='{"a":1}{"a":2}', err=invalid character '{' after top-level value`,
    ),
  },

  // ChatML of Hermes and Qwen.
  {
    url: 'https://github.com/vllm-project/vllm/issues/17790',
    input:
      '<tool_call>\n{"name": "search", "arguments": {"query": "weather"}}\n{"name": "search", "arguments": {"query": "news"}}\n</tool_call>',
    expected: rejected('hermes', 'call-json', python('Extra data: line 3 column 1 (char 55)')),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/26561',
    input: '<tool_call>\n<function=read_file>\n<parameter=path>\nsrc/main.py\n</parameter>\n</function>\n</tool_call>',
    parser: 'hermes',
    expected: rejected('hermes', 'xml-for-json', python('Expecting value: line 2 column 1 (char 1)')),
  },
  {
    url: 'https://github.com/vllm-project/vllm/issues/39771',
    input: '<tool_call>\n<function=read_file>\n<parameter=path\nsrc/main.py\n</function>\n</tool_call>',
    expected: rejected(
      'qwen3',
      'tag-open',
      'Error in extracting tool call from response.\nValueError: substring not found',
    ),
  },
  {
    url: 'https://github.com/ollama/ollama/issues/18530',
    input:
      'I will look for it.\n\n<function=glob>\n<parameter=pattern>\n**/*.ts\n</parameter>\n</function>\n</tool_call>',
    parser: 'hermes',
    expected: { parser: 'hermes', accepted: false, kind: 'tag-missing' },
  },
  {
    url: 'https://github.com/sgl-project/sglang/issues/26790',
    input:
      '{"choices":[{"finish_reason":"tool_calls","message":{"role":"assistant","tool_calls":[],"content":"<tool_call>\\n<function=get_weather>\\n<parameter=city>\\nRome\\n</parameter>\\n</function>\\n</tool_call>"}}]}',
    expected: { parser: 'qwen3', accepted: true },
  },
  {
    url: 'https://github.com/ggml-org/llama.cpp/issues/20260',
    input:
      '<think>\nThe user wants the files.\n</think>\n\nLet me look.\n<tool_call>\n{"name": "list_dir", "arguments": {"path": "."}\n</tool_call>',
    expected: rejected('hermes', 'call-json', python("Expecting ',' delimiter: line 3 column 1 (char 49)")),
  },
];
