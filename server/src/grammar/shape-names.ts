/** The names of the shapes of JSON files, which are needed even before such a file is opened. */

/** The shapes of JSON files, by their names in `ocml check --format json`. `unknown`: the file was not checked. */
export type ShapeName =
  | 'wire'
  | 'events'
  | 'sharegpt'
  | 'preference'
  | 'prompt-completion'
  | 'anthropic'
  | 'responses'
  | 'chat-completion'
  | 'projection'
  | 'messages'
  | 'session'
  | 'text'
  | 'plain-text'
  | 'unknown';

/** Facts about the rows of a data set with one value per line, judging by the first rows. */
export interface RowFacts {
  /**
   * The kind of the rows: `[]` for lists; for objects, the name of the field with the conversation, or an empty string if there
   * is none.
   */
  readonly kind: string;
  /** Whether no row has an answer, as in prompts for reinforcement learning. */
  readonly asksOnly: boolean;
}

/** Whether files of a shape contain messages. */
export const hasMessages = (shape: ShapeName): boolean => shape !== 'unknown' && shape !== 'plain-text';

/** The names in editors for shapes whose name says more than that of their dialect. */
export const shapeNames: Readonly<Partial<Record<ShapeName, string>>> = {
  sharegpt: 'ShareGPT conversations',
  preference: 'Preference pairs',
  'prompt-completion': 'Prompts and completions',
  anthropic: "Anthropic's messages",
  'chat-completion': 'Chat completions',
  responses: 'Items of the Responses API',
  session: "An agent's session",
  text: 'Transcripts as text',
  'plain-text': 'Plain text to train on',
  unknown: 'JSON of unknown shape',
};
