/** The beginnings of model texts, which identify a text without its template. For their sources, see `model-forms.ts`. */
import type { ModelDialectName } from './model-names.ts';

export interface ModelFrame {
  readonly name: ModelDialectName;
  /** The first message at the beginning of the text, after the token that begins a sequence. */
  readonly opening: RegExp;
  /**
   * Patterns that prose does not contain. Prose about these tokens may begin with them, too, so one of the patterns must follow, unless the
   * text begins with the token that begins a sequence.
   */
  readonly evidence?: readonly RegExp[];
  /** A sign that distinguishes the text from that of a related model with the same beginning, later in the table. */
  readonly sign?: RegExp;
  /** The beginning and the end of the model's turns, if a whole log is read as an output. */
  readonly turn?: { readonly begin: RegExp; readonly end: RegExp };
}

const deepseekOpening = /<｜User｜>|(?<=<｜begin▁of▁sentence｜>)(?=[^]*<｜User｜>)/y;
const deepseekEvidence = [
  /<｜Assistant｜>(?:<\/?think>|\s*$)/,
  /<｜end▁of▁sentence｜>/,
  /<｜tool▁call▁begin｜>[^\n<]{1,100}<｜tool▁sep｜>/,
];

const deepseekTurn = { begin: /<｜Assistant｜>|<｜tool▁outputs?▁end｜>/g, end: /<｜(?:end▁of▁sentence|User)｜>/ };

/** In the order in which they are tried. */
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
    // The type of a tool before its name; or, without any part that only V3.1 writes, an answer or a prompt with the beginning
    // of V3 and R1.
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
