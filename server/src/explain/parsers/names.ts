/** The names of the parsers: what `--parser` takes, known before any of them is loaded. */
export const parserNames = ['harmony', 'harmony-lenient', 'vllm', 'llama.cpp', 'ollama', 'hermes', 'qwen3'] as const;
export type ParserName = (typeof parserNames)[number];
