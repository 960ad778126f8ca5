/** The parser names that `--parser` accepts, in a file of their own so that listing them loads no parser. */
export const parserNames = [
  ...(['harmony', 'harmony-lenient', 'vllm', 'llama.cpp', 'ollama', 'hermes', 'qwen3'] as const),
  ...([
    'llama3_json',
    'mistral',
    'deepseek_v3',
    'deepseek_v31',
    'granite',
    'phi4_mini_json',
    'pythonic',
    'kimi_k2',
    'glm45',
  ] as const),
  ...(['sglang-qwen25', 'sglang-llama3', 'sglang-mistral', 'sglang-deepseekv3'] as const),
  ...(['sglang-pythonic', 'sglang-kimi_k2', 'sglang-glm45'] as const),
] as const;
export type ParserName = (typeof parserNames)[number];

/** The names that vLLM uses (`--tool-call-parser`) for parsers with other names here. */
export const parserAliases: ReadonlyMap<string, ParserName> = new Map([
  ['qwen3_coder', 'qwen3'],
  ['llama4_json', 'llama3_json'],
  ['openai', 'vllm'],
]);

/** The names of models, and the parser for the output of each. */
export const parsersOfModels: ReadonlyMap<string, ParserName> = new Map([
  ...(['qwen', 'qwen2', 'qwen2.5', 'qwen25', 'chatml', 'nous'] as const).map((name) => [name, 'hermes'] as const),
  ...(['qwen3_xml', 'qwen3-coder', 'qwen-coder'] as const).map((name) => [name, 'qwen3'] as const),
  ...(['gpt-oss', 'gpt_oss', 'gptoss'] as const).map((name) => [name, 'harmony'] as const),
  ...(['llama', 'llama3', 'llama3.1', 'llama-3'] as const).map((name) => [name, 'llama3_json'] as const),
  ...(['deepseek', 'deepseekv3', 'deepseek-v3'] as const).map((name) => [name, 'deepseek_v3'] as const),
  ...(['deepseekv31', 'deepseek-v3.1'] as const).map((name) => [name, 'deepseek_v31'] as const),
  ...(['kimi', 'kimi-k2'] as const).map((name) => [name, 'kimi_k2'] as const),
  ...(['glm', 'glm4', 'glm-4.5'] as const).map((name) => [name, 'glm45'] as const),
  ...(['phi', 'phi4', 'phi-4'] as const).map((name) => [name, 'phi4_mini_json'] as const),
]);
