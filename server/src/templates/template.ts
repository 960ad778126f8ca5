/** The interface of chat templates of all kinds, which turn a conversation into one prompt. */

import type { Limits } from './jinja/runtime/budget.ts';
import type { Text } from './jinja/runtime/text.ts';
import type { Value } from './jinja/runtime/values.ts';
import type { Pattern } from './registry/pattern.ts';

export interface Template {
  readonly name: string;
  readonly kind: 'pattern' | 'jinja';
  /** The text that the offsets in its errors refer to. */
  readonly text: string;
  /** The markers that the template writes between messages, as far as they are known without rendering. */
  readonly markers: readonly string[];
  /** The variables for tokens that its source defines, such as `bos_token`. */
  readonly variables: ReadonlyMap<string, Value>;
  /** The pattern of the template, if the template is data instead of Jinja (`registry/pattern.ts`). */
  readonly pattern?: Pattern;
  /** Writes the prompt for a conversation, or throws a `TemplateError`. */
  render(conversation: Variables, options?: RenderOptions): Prompt;
}

/** The variables that a template can use: `messages`, `tools`, `add_generation_prompt` and any others it reads. */
export type Variables = ReadonlyMap<string, Value>;

export interface RenderOptions {
  readonly limits?: Limits;
  /** The time that the template uses as the current time. */
  readonly clock?: Date;
  /** Whether the strings of the conversation carry their origin. */
  readonly traces?: boolean;
}

export interface Prompt {
  readonly text: Text;
  /** The time that was used as the current time, if the prompt depends on it. */
  readonly clock: Date | undefined;
  /** Whether tracing reached its limit, so that text without an origin may still come from a message. */
  readonly untraced?: boolean;
  /**
   * For a Jinja template, the spans of its `{% generation %}` blocks, in order, at the positions that `transformers` assumes (code
   * points).
   */
  readonly generations?: readonly { readonly start: number; readonly end: number }[];
  /** Notes for users about parts of the prompt that were dropped or are ambiguous. */
  readonly notes: readonly string[];
}
