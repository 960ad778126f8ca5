/** The keys of token counts and costs in the logs of agents, for each format. */

/** The counts that are recorded for an answer. `cost` is in US dollars, the other counts are in tokens. */
export const usageKinds = ['input', 'cached', 'output', 'cost'] as const;
export type UsageKind = (typeof usageKinds)[number];

interface UsageMembers {
  /** The keys of this count. If a record has several of them, they are parts of the count and are added up. */
  readonly members: readonly string[];
}

/** The keys of each count in the usage of a message, step or event. `cached`: tokens read from a cache, which do not count as `input`. */
export const usageMembers: Readonly<Record<UsageKind, UsageMembers>> = {
  input: {
    members: [
      ...['input_tokens', 'cache_creation_input_tokens', 'input', 'cacheWrite', 'prompt_tokens'],
      'total_prompt_tokens',
    ],
  },
  cached: {
    members: [
      ...['cache_read_input_tokens', 'cacheRead', 'cached_tokens', 'cached_input_tokens'],
      'total_cached_tokens',
    ],
  },
  output: { members: ['output_tokens', 'output', 'completion_tokens', 'total_completion_tokens'] },
  cost: { members: ['cost_usd', 'costUSD', 'total_cost_usd'] },
};

/** Keys of cached tokens that the input count of the same record also includes. */
export const includedInInput: readonly string[] = ['cached_tokens', 'cached_input_tokens', 'total_cached_tokens'];

/** The attributes of a span with each count. The counts of input tokens include tokens read from a cache. */
export const telemetryUsage: Readonly<Record<UsageKind, readonly string[]>> = {
  input: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt'],
  cached: ['gen_ai.usage.cache_read.input_tokens', 'llm.token_count.prompt_details.cache_read'],
  output: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'],
  cost: ['gen_ai.usage.cost', 'llm.cost.total'],
};
