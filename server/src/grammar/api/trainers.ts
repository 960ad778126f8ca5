/**
 * The members of a row that trainers use, with their defaults. Sources: huggingface/trl, trl/trainer/sft_trainer.py and
 * trl/data_utils.py (f2cd57710, and release 1.13.0); axolotl-ai-cloud/axolotl, src/axolotl/prompt_strategies/chat_template.py
 * (067b021c); hiyouga/LLaMA-Factory, src/llamafactory/data/converter.py and data/processor/supervised.py (ff6d4d12);
 * unslothai/unsloth-zoo, unsloth_zoo/dataset_utils.py, `train_on_responses_only` (ce232d6c). All were read and run in 2026.
 */

/** A member that excludes a message from training in some trainers, with the values that do so. */
interface TrainingFlag {
  readonly name: string;
  readonly off: readonly (number | boolean)[];
}

/** None of the four trainers uses any of these by default (axolotl: `message_field_training`). */
export const trainingFlags: readonly TrainingFlag[] = [
  { name: 'weight', off: [0] },
  { name: 'train', off: [false, 0] },
  { name: 'training', off: [false] },
  { name: 'loss', off: [false, 0] },
  { name: 'loss_scale', off: [0] },
];

/** TRL, `is_conversational` and `_prepare_dataset`: the columns that identify a row. */
export const trlColumns: readonly string[] = [
  ...['messages', 'prompt', 'completion', 'chosen', 'rejected', 'text', 'input_ids', 'images', 'conversations'],
];

/** Roles that all chat templates share. */
export const templateRoleNames: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool'];

/** The roles for ShareGPT's names. */
export const shareGptNames: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  observation: 'tool',
  function_response: 'tool',
  function_call: 'assistant',
};

/** axolotl, `roles` of `type: chat_template`: the role for each name. */
export const axolotlRoles: Readonly<Record<string, string>> = {
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  system: 'system',
  tool: 'tool',
};

/** The next speaker: LLaMA-Factory requires that the two kinds alternate, beginning with the first. */
type FactoryTurn = 'asks' | 'answers';

export interface FactoryTags {
  /** The names of the members of a message. */
  readonly role: string;
  readonly content: string;
  readonly turns: Readonly<Record<string, FactoryTurn>>;
  /** Replies of tools; several of them count as one turn. */
  readonly replies: readonly string[];
  readonly system: string;
  /** The error for an unknown role; without it, the row is dropped. */
  readonly raises?: string;
}

/** LLaMA-Factory, `SharegptDatasetConverter`: its default tags. */
export const factoryShareGpt: FactoryTags = {
  role: 'from',
  content: 'value',
  turns: { human: 'asks', observation: 'asks', gpt: 'answers', function_call: 'answers' },
  replies: [],
  system: 'system',
};

/**
 * LLaMA-Factory, `OpenAIDatasetConverter`, with the tags from its documentation of this format; the role of tool replies is the
 * tag in the data set's entry, `tool` or `observation`.
 */
export const factoryMessages: FactoryTags = {
  role: 'role',
  content: 'content',
  turns: {
    ...{ user: 'asks', tool: 'asks', observation: 'asks' },
    ...{ assistant: 'answers', function_call: 'answers', function: 'answers' },
  },
  replies: ['tool', 'observation'],
  system: 'system',
  raises: 'KeyError',
};

/** The usual `instruction_part` of Unsloth's `train_on_responses_only`, by template: the beginning of a question. */
export const unslothMarkers: readonly string[] = [
  '<|im_start|>user\n',
  '<|start_header_id|>user<|end_header_id|>\n\n',
  '<start_of_turn>user\n',
  '<|start|>user<|message|>',
  '<|turn>user\n',
];
