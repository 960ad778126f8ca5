/** A model's output that was found in the input. */
import type { FoundError } from '../server-errors.ts';
import type { PlaceOf } from './places.ts';

/** The form of the output in the input; `arguments`: only the arguments of a call are present. */
export type Form = 'text' | 'escaped' | 'token-ids' | 'response' | 'log' | 'arguments';

export interface ExtractedOutput {
  readonly form: Form;
  /** The output as the model wrote it. */
  readonly text: string;
  /** The source of the output in words, such as `the member "content" of a JSON object`. */
  readonly from: string;
  /** The line of the input in which the output begins, from 1. */
  readonly line: number;
  /** Maps offsets in the text to positions in the input; undefined if the input does not contain the text word for word. */
  readonly placeOf?: PlaceOf | undefined;
  /** For token ids, the offset in the text at which each token begins. */
  readonly starts?: readonly number[];
  /**
   * Whether the output was reassembled from an answer that a server had parsed, so that its headers and terminators are not the
   * model's.
   */
  readonly reassembled?: true;
  /**
   * The same output with tags instead of Harmony's headers. `isLikely`: whether the output probably comes from a model that writes
   * tags.
   */
  readonly tagged?: { readonly text: string; readonly notes: readonly string[]; readonly isLikely: boolean };
  /** Remarks on the output, such as that it was cut off by the limit on tokens. */
  readonly notes: readonly string[];
}

/** Receives the outputs and errors that are found in an input, one by one. */
export interface Findings {
  output(output: ExtractedOutput): void;
  /** A server error, and its line (from 1). */
  error(error: FoundError, line: number): void;
}

/**
 * The signs of raw output. The opening tag of a thought counts only at the start of a line, quotation or value; elsewhere, it is
 * only mentioned.
 */
const marks =
  /<\|(?:start|end|message|channel|constrain|call|return|im_start|im_end)\|>|<\/?tool_call>|<function=|<\/think>|\[TOOL_CALLS\]|<｜tool▁calls?▁begin｜>|<\|tool_calls?_section_begin\|>|<\|tool_call(?:_begin)?\|>|<\|python_tag\|>|<arg_key>|\bfunctools\[|(?<=(?:^|[\n"'])|[:=] ?)<think>(?![,;.)])/;

/** Whether a text contains signs of raw output that no server has parsed: control tokens, or tags of calls. */
export const hasMarks = (text: string): boolean => marks.test(text);

/** The offset of the first sign of raw output; -1 if there is none. */
export const firstMark = (text: string): number => text.search(marks);

const opener = /^\s*<\|(?:start|im_start)\|>(?:system|developer|user)\b/;
const slot = /<\|(?:start|im_start)\|>assistant\s*$/;

/** Whether a text is a prompt that ends where the model would begin to write. */
export const isPrompt = (text: string): boolean => opener.test(text) && slot.test(text.slice(-100));

/** A Harmony output from which a server has stripped the tokens. */
const stripped = /^\s*(?:analysis|commentary|final)[^]*?assistant(?:analysis|commentary|final)/;

export const isStripped = (text: string): boolean => stripped.test(text);
