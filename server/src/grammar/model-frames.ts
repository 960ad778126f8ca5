/** The beginnings of model text, by which its format is recognized without a template. For the sources, see `model-forms.ts`. */
import type { ModelDialectName } from './model-names.ts';

export interface ModelFrame {
  readonly name: ModelDialectName;
  /** Matches the first message of a text, after any token that begins a sequence. */
  readonly opening: RegExp;
  /**
   * Patterns that do not occur in prose. Since prose about these tokens may begin like model text, one of the patterns must
   * match, unless the text begins with the token that begins a sequence.
   */
  readonly evidence?: readonly RegExp[];
  /** Matches only text of this model, and not text of a related model that begins the same way and comes later in the table. */
  readonly sign?: RegExp;
  /** Patterns for the beginning and the end of the model's turns, which are used if a whole log is parsed as model output. */
  readonly turn?: { readonly begin: RegExp; readonly end: RegExp };
}

const deepseekOpening = /<｜User｜>|(?<=<｜begin▁of▁sentence｜>)(?=[^]*<｜User｜>)/y;
const deepseekEvidence = [
  /<｜Assistant｜>(?:<\/?think>|\s*$)/,
  /<｜end▁of▁sentence｜>/,
  /<｜tool▁call▁begin｜>[^\n<]{1,100}<｜tool▁sep｜>/,
];

const deepseekTurn = { begin: /<｜Assistant｜>|<｜tool▁outputs?▁end｜>/g, end: /<｜(?:end▁of▁sentence|User)｜>/ };

/** All models, in the order in which they are tried. */
export const modelFrames: readonly ModelFrame[] = [
  { name: 'gemma-4', opening: /<\|turn>(?:user|model|system|developer)\r?\n/y },
  { name: 'gemma', opening: /<start_of_turn>(?:user|model|system)\r?\n/y },
  {
    name: 'mistral',
    opening: /\s?\[(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|INST)\]/y,
    evidence: [
      /<\/s>\s*(?:\[INST\]|$)/,
      /\[\/INST\](?:\s*$|\[(?:THINK|TOOL_CALLS)\])/,
      /\[TOOL_CALLS\] ?(?:\[\{|[\w.-]{1,100}\[(?:CALL_ID|ARGS)\])/,
    ],
  },
  {
    name: 'deepseek-v3',
    opening: deepseekOpening,
    evidence: deepseekEvidence,
    // Matches if the type of a tool precedes its name. Also matches an answer or a prompt that begins like those of V3 and R1, if nothing
    // in the text is written only by V3.1.
    sign: /<｜tool▁call▁begin｜>function<｜tool▁sep｜>(?!\s*\{)|<｜tool▁outputs▁(?:begin|end)｜>|^(?![^]*(?:<｜Assistant｜><\/think>|<｜tool▁call▁begin｜>(?!function)))[^]*<｜Assistant｜>(?:[^\s<]|<think>\n|\s*$)/,
    turn: deepseekTurn,
  },
  { name: 'deepseek', opening: deepseekOpening, evidence: deepseekEvidence, turn: deepseekTurn },
  { name: 'glm', opening: /\[gMASK\]\s?<sop>\s*<\|(?:system|user|assistant|observation)\|>/y },
  { name: 'kimi', opening: /<\|im_(?:system|user|assistant)\|>[\w .-]{1,60}<\|im_middle\|>/y },
  { name: 'granite', opening: /<\|start_of_role\|>\w{1,30}(?: ?\{[^}\n]{0,200}\})?<\|end_of_role\|>/y },
  { name: 'command-r', opening: /<\|START_OF_TURN_TOKEN\|><\|(?:SYSTEM|USER|CHATBOT)_TOKEN\|>/y },
  {
    name: 'phi',
    opening: /<\|(?:system|user)\|>/y,
    evidence: [/<\|end\|>\s*<\|(?:user|assistant|tool_response)\|>/],
  },
];
