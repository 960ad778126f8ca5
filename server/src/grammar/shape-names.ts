/** The names of the shapes of JSON files, which are needed before any of them is opened. */

/** The shapes of JSON files, as named by `ocml check --format json`; `unknown`: the file was not checked. */
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

/** The kind of the rows of a data set with one value per line, by the first rows. */
export interface RowFacts {
  /** `[]` for lists; for objects, the member with the conversation, or an empty string if there is none. */
  readonly kind: string;
  /** No row has an answer, as with prompts for training by sampling. */
  readonly asksOnly: boolean;
}

/** Whether files of a shape have messages. */
export const hasMessages = (shape: ShapeName): boolean => shape !== 'unknown' && shape !== 'plain-text';

/** The names in editors for shapes with a more specific name than their dialect. */
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
