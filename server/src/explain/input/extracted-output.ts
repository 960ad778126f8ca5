/** An output of a model, found in the input. */
import type { FoundError } from '../server-errors.ts';
import type { PlaceOf } from './places.ts';

/** The form of the output in the input; `arguments`: only those of a call are there. */
export type Form = 'text' | 'escaped' | 'token-ids' | 'response' | 'log' | 'arguments';

export interface ExtractedOutput {
  readonly form: Form;
  /** The output as the model wrote it. */
  readonly text: string;
  /** Its source, in words: `the member "content" of a JSON object`. */
  readonly from: string;
  /** The line of the input in which it begins, from 1. */
  readonly line: number;
  /** Where the text is written in the input, unless the input does not have it word for word. */
  readonly placeOf?: PlaceOf | undefined;
  /** For token ids, where each token begins in the text. */
  readonly starts?: readonly number[];
  /** It was put together from the parts of an answer that a server had parsed, so its headers and its ends are not the model's. */
  readonly reassembled?: true;
  /** The same with tags in place of Harmony's headers, and whether it is more likely the text of such a model. */
  readonly tagged?: { readonly text: string; readonly notes: readonly string[]; readonly isLikely: boolean };
  /** Remarks on it, such as that the limit on tokens cut it off. */
  readonly notes: readonly string[];
}

/** Receives the findings in an input, piece by piece. */
export interface Findings {
  /** An output of a model. */
  output(found: ExtractedOutput): void;
  /** An error of a server, on a line (from 1). */
  error(error: FoundError, line: number): void;
}

/** The opening tag of a thought counts where a line, a quotation or a value begins: elsewhere, it is spoken of. */
const marks =
  /<\|(?:start|end|message|channel|constrain|call|return|im_start|im_end)\|>|<\/?tool_call>|<function=|<\/think>|\[TOOL_CALLS\]|<｜tool▁calls?▁begin｜>|<\|tool_calls?_section_begin\|>|<\|tool_call(?:_begin)?\|>|<\|python_tag\|>|<arg_key>|\bfunctools\[|(?<=(?:^|[\n"'])|[:=] ?)<think>(?![,;.)])/;

/** Whether a text contains signs of raw output that no server has parsed: control tokens, or tags of calls. */
export const hasMarks = (text: string): boolean => marks.test(text);

/** The first of them; -1 without. */
export const firstMark = (text: string): number => text.search(marks);

const opener = /^\s*<\|(?:start|im_start)\|>(?:system|developer|user)\b/;
const slot = /<\|(?:start|im_start)\|>assistant\s*$/;

/** Whether a text is a prompt, in which the model has written nothing yet. */
export const isPrompt = (text: string): boolean => opener.test(text) && slot.test(text.slice(-100));

/** The rest of an output of Harmony whose tokens a server has stripped. */
const stripped = /^\s*(?:analysis|commentary|final)[^]*?assistant(?:analysis|commentary|final)/;

export const isStripped = (text: string): boolean => stripped.test(text);
