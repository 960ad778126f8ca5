/**
 * The text formats of model families, by their names in `--to`. Not needed at startup. They were compared with the chat templates
 * in `models/templates` of ggml-org/llama.cpp: DeepSeek V3.1 (commit 0374c5b6), GLM-4.6 (afefa651), Kimi-K2-Thinking (0c3c896e),
 * Command R7B (041462bd), Phi-4-mini (6d7822c1); Gemma 3 and Granite 3 with the templates in `@huggingface/ollama-utils` 0.0.18;
 * and Mistral with `instruct.py` of https://github.com/mistralai/mistral-common (013341e4).
 */

import { type ModelDialectName, type ModelFormName, modelFormNames, type readOnlyModelNames } from './model-names.ts';

export { type ModelFormName, modelFormNames };

export interface ModelForm {
  readonly name: string;
  /** The name of the format, as used in running text. */
  readonly title: string;
  /** The models that use the format, and how it writes calls, reasoning and other content that is not plain text. */
  readonly doc: string;
  /** The publication that describes the format. */
  readonly source: string;
  /** The token that begins a sequence, which is `bos_token` in the template; empty if there is none. */
  readonly begin: string;
  /** The syntax of calls and replies. `plain arguments`: strings are written without quotes. */
  readonly calls: 'none' | 'JSON' | 'plain arguments';
  readonly reasoning: boolean;
  /** The treatment of the ids of calls and replies. `naming tools`: an id must contain the name of the tool. */
  readonly ids: 'kept' | 'naming tools' | 'none';
  /** Whether all instructions are moved to one position, regardless of where they occur. */
  readonly movesInstructions: boolean;
  /** Tags that separate the parts of the model's output, in addition to the tokens of the template. */
  readonly tags: readonly string[];
  /** Texts that end a call at the end of a message, in related templates that write no token there. */
  readonly openEnds?: readonly string[];
  /** Texts that begin a call right after a reply, in related templates that do not write the token of the model there. */
  readonly resumes?: readonly string[];
}

/** All formats, in the order in which they are documented. */
export const modelForms = [
  {
    name: 'gemma',
    title: 'Gemma',
    doc: 'Gemma 2 and 3: <start_of_turn>; instructions in the first question, no calls and no reasoning',
    source: 'https://ai.google.dev/gemma/docs/core/prompt-structure',
    begin: '<bos>',
    calls: 'none',
    reasoning: false,
    ids: 'none',
    movesInstructions: true,
    tags: [],
  },
  {
    name: 'mistral',
    title: 'Mistral',
    doc: 'Mistral Small 3.2, Magistral: [INST], [SYSTEM_PROMPT], [TOOL_CALLS] with ids, [THINK]',
    source:
      'https://github.com/mistralai/mistral-common (tokenizer version 11; [THINK] and the place of tools as in 13)',
    begin: '<s>',
    calls: 'JSON',
    reasoning: true,
    ids: 'kept',
    movesInstructions: false,
    tags: [],
  },
  {
    name: 'deepseek',
    title: 'DeepSeek V3.1',
    doc: 'DeepSeek V3.1: <｜User｜>, <think>, <｜tool▁calls▁begin｜>; no ids',
    source: 'https://huggingface.co/deepseek-ai/DeepSeek-V3.1',
    begin: '<｜begin▁of▁sentence｜>',
    calls: 'JSON',
    reasoning: true,
    ids: 'none',
    movesInstructions: true,
    tags: ['<think>', '</think>'],
  },
  {
    name: 'deepseek-v3',
    title: 'DeepSeek V3',
    doc: 'DeepSeek V3 and R1: <｜User｜>, <think>, <｜tool▁calls▁begin｜> with a type and a fenced JSON block; no ids',
    source: 'https://huggingface.co/deepseek-ai/DeepSeek-R1',
    begin: '<｜begin▁of▁sentence｜>',
    calls: 'JSON',
    reasoning: true,
    ids: 'none',
    movesInstructions: true,
    tags: ['<think>', '</think>'],
    openEnds: ['<｜tool▁call▁end｜>'],
    resumes: ['<｜tool▁call▁begin｜>'],
  },
  {
    name: 'glm',
    title: 'GLM',
    doc: 'GLM-4.5 and later: <|user|>, <think>, <tool_call> with <arg_key>; no ids',
    source: 'https://huggingface.co/zai-org/GLM-4.5',
    begin: '',
    calls: 'plain arguments',
    reasoning: true,
    ids: 'none',
    movesInstructions: false,
    tags: ['<think>', '</think>', '<tool_call>', '</tool_call>'],
  },
  {
    name: 'kimi',
    title: 'Kimi',
    doc: 'Kimi K2: <|im_user|>, <think>, <|tool_call_begin|> with an id that names the tool',
    source: 'https://huggingface.co/moonshotai/Kimi-K2-Instruct (docs/tool_call_guidance.md)',
    begin: '',
    calls: 'JSON',
    reasoning: true,
    ids: 'naming tools',
    movesInstructions: false,
    tags: ['<think>', '</think>'],
  },
  {
    name: 'granite',
    title: 'Granite',
    doc: 'Granite 3 and 4: <|start_of_role|>, <think>, <|tool_call|> with a list; no ids',
    source: 'https://www.ibm.com/granite/docs/models/granite',
    begin: '',
    calls: 'JSON',
    reasoning: true,
    ids: 'none',
    movesInstructions: false,
    tags: ['<think>', '</think>'],
  },
  {
    name: 'command-r',
    title: 'Command',
    doc: 'Command R7B and A: <|START_OF_TURN_TOKEN|>, <|START_THINKING|>, <|START_ACTION|> with ids',
    source: 'https://docs.cohere.com/docs/command-a-hf',
    begin: '<BOS_TOKEN>',
    calls: 'JSON',
    reasoning: true,
    ids: 'kept',
    movesInstructions: false,
    tags: [],
  },
  {
    name: 'phi',
    title: 'Phi-4-mini',
    doc: 'Phi-4-mini: <|user|>, <|tool|>, <|tool_call|> with a list; no ids and no reasoning',
    source: 'https://huggingface.co/microsoft/Phi-4-mini-instruct',
    begin: '',
    calls: 'JSON',
    reasoning: false,
    ids: 'none',
    movesInstructions: false,
    tags: [],
  },
] as const satisfies readonly (ModelForm & { readonly name: ModelFormName })[];

/** Formats that are read, but not written. The tools and nested arguments of Gemma 4 have a notation of their own. */
export const readOnlyForms = [
  {
    name: 'gemma-4',
    title: 'Gemma 4',
    doc: 'Gemma 4: <|turn>, <|channel>thought, <|tool_call> and <|tool_response> in the turn of the model',
    source: 'https://ai.google.dev/gemma/docs/core/prompt-formatting-gemma4',
    begin: '<bos>',
    calls: 'plain arguments',
    reasoning: true,
    ids: 'none',
    movesInstructions: false,
    tags: [],
  },
] as const satisfies readonly (ModelForm & { readonly name: (typeof readOnlyModelNames)[number] })[];

const allForms: readonly (ModelForm & { readonly name: ModelDialectName })[] = [...modelForms, ...readOnlyForms];

/** The format with a given name that can be read; undefined if there is none. */
export const modelDialectNamed = (name: string): (ModelForm & { readonly name: ModelDialectName }) | undefined =>
  allForms.find((form) => form.name === name);

/** The format with a given name that can be written; undefined if there is none. */
export const modelFormNamed = (name: string): (ModelForm & { readonly name: ModelFormName }) | undefined =>
  modelForms.find((form) => form.name === name);
