/** Token counts and costs in the logs of agents: their keys in each format. */

/** The counts of an answer, in tokens; `cost` in US dollars. */
export const usageKinds = ['input', 'cached', 'output', 'cost'] as const;
export type UsageKind = (typeof usageKinds)[number];

interface UsageMembers {
  /** The keys of this count; if a record has several of them, they are different parts of it. */
  readonly members: readonly string[];
}

/** The keys of each count in the usage of a message, step or event. `cached`: read from a cache, included in no other count. */
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

/** Keys for cached tokens that are also included in the input count. */
export const includedInInput: readonly string[] = ['cached_tokens', 'cached_input_tokens', 'total_cached_tokens'];

/** Attributes of a span with each count; those for the input include tokens read from a cache. */
export const telemetryUsage: Readonly<Record<UsageKind, readonly string[]>> = {
  input: ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens', 'llm.token_count.prompt'],
  cached: ['gen_ai.usage.cache_read.input_tokens', 'llm.token_count.prompt_details.cache_read'],
  output: ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'],
  cost: ['gen_ai.usage.cost', 'llm.cost.total'],
};
