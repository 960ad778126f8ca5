/**
 * The fields of a row that trainers use, and the trainers' defaults. Sources: huggingface/trl, trl/trainer/sft_trainer.py and
 * trl/data_utils.py (f2cd57710, and release 1.13.0); axolotl-ai-cloud/axolotl, src/axolotl/prompt_strategies/chat_template.py
 * (067b021c); hiyouga/LLaMA-Factory, src/llamafactory/data/converter.py and data/processor/supervised.py (ff6d4d12);
 * unslothai/unsloth-zoo, unsloth_zoo/dataset_utils.py, `train_on_responses_only` (ce232d6c). All of this code was read and run in
 * 2026.
 */

/** A field by which some trainers exclude a message from training, and the values that exclude it. */
interface TrainingFlag {
  readonly name: string;
  readonly off: readonly (number | boolean)[];
}

/**
 * The fields that exclude single messages. None of the four trainers uses any of them by default; axolotl needs
 * `message_field_training`.
 */
export const trainingFlags: readonly TrainingFlag[] = [
  { name: 'weight', off: [0] },
  { name: 'train', off: [false, 0] },
  { name: 'training', off: [false] },
  { name: 'loss', off: [false, 0] },
  { name: 'loss_scale', off: [0] },
];

/** The columns by which TRL recognizes a row, in `is_conversational` and `_prepare_dataset`. */
export const trlColumns: readonly string[] = [
  ...['messages', 'prompt', 'completion', 'chosen', 'rejected', 'text', 'input_ids', 'images', 'conversations'],
];

/** Roles that all chat templates share. */
export const templateRoleNames: readonly string[] = ['system', 'developer', 'user', 'assistant', 'tool'];

/** The role that each of ShareGPT's names stands for. */
export const shareGptNames: Readonly<Record<string, string>> = {
  human: 'user',
  gpt: 'assistant',
  chatgpt: 'assistant',
  model: 'assistant',
  observation: 'tool',
  function_response: 'tool',
  function_call: 'assistant',
};

/** The role that each name stands for in axolotl, from `roles` of `type: chat_template`. */
export const axolotlRoles: Readonly<Record<string, string>> = {
  human: 'user',
  user: 'user',
  gpt: 'assistant',
  assistant: 'assistant',
  system: 'system',
  tool: 'tool',
};

/** The two kinds of turns in LLaMA-Factory, which requires them to alternate, beginning with `asks`. */
type FactoryTurn = 'asks' | 'answers';

export interface FactoryTags {
  /** The name of the field with the role of a message. */
  readonly role: string;
  readonly content: string;
  readonly turns: Readonly<Record<string, FactoryTurn>>;
  /** The names of the roles of tool replies. Several replies in a row count as one turn. */
  readonly replies: readonly string[];
  readonly system: string;
  /** The error that LLaMA-Factory raises for an unknown role; if undefined, it drops the row. */
  readonly raises?: string;
}

/** The default tags of LLaMA-Factory's `SharegptDatasetConverter`. */
export const factoryShareGpt: FactoryTags = {
  role: 'from',
  content: 'value',
  turns: { human: 'asks', observation: 'asks', gpt: 'answers', function_call: 'answers' },
  replies: [],
  system: 'system',
};

/**
 * The tags of LLaMA-Factory's `OpenAIDatasetConverter`, from its documentation of this format. The role of tool replies is either
 * `tool` or `observation`, depending on the entry of the data set.
 */
export const factoryMessages: FactoryTags = {
  role: 'role',
  content: 'content',
  turns: {
    user: 'asks',
    tool: 'asks',
    observation: 'asks',
    assistant: 'answers',
    function_call: 'answers',
    function: 'answers',
  },
  replies: ['tool', 'observation'],
  system: 'system',
  raises: 'KeyError',
};

/** The usual values of `instruction_part` in Unsloth's `train_on_responses_only`, one for each template: the text before a question. */
export const unslothMarkers: readonly string[] = [
  '<|im_start|>user\n',
  '<|start_header_id|>user<|end_header_id|>\n\n',
  '<start_of_turn>user\n',
  '<|start|>user<|message|>',
  '<|turn>user\n',
];
