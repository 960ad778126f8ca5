/** The names of the parsers: what `--parser` takes, known before any of them is loaded. */
export const parserNames = [
  ...(['harmony', 'harmony-lenient', 'vllm', 'llama.cpp', 'ollama', 'hermes', 'qwen3'] as const),
  ...(['llama3_json', 'mistral', 'deepseek_v3', 'granite', 'phi4_mini_json', 'pythonic', 'kimi_k2', 'glm45'] as const),
  ...(['sglang-qwen25', 'sglang-llama3', 'sglang-mistral', 'sglang-deepseekv3'] as const),
  ...(['sglang-pythonic', 'sglang-kimi_k2', 'sglang-glm45'] as const),
] as const;
export type ParserName = (typeof parserNames)[number];
