/** The names of the shapes of JSON files, which are needed before any of them is opened. */

/** The shapes of JSON files, as `ocml check --format json` names them; `unknown`: the file was not checked. */
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

/** The kind of the rows of a data set with one value a line, by the first of them. */
export interface RowFacts {
  /** `[]` for lists; for objects, the member that holds the conversation, or an empty string if none does. */
  readonly kind: string;
  /** None of them has an answer, as in prompts to learn from by sampling. */
  readonly asksOnly: boolean;
}

/** Whether messages are read in files of a shape. */
export const hasMessages = (shape: ShapeName): boolean => shape !== 'unknown' && shape !== 'plain-text';

/** The editors' names for shapes that have more of a name than their dialect. */
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
