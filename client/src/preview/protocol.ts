/** What the server, the extension and the page of the preview say to each other, and whether something said is that. */
import { isBoolean, isCount, isNumber, isString, listOf, oneOf, optional, shape } from './shape.ts';

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A message as the server renders it (`ocml/userView`). */
export interface ViewMessage {
  readonly index: number;
  readonly role?: string;
  readonly channel?: string;
  readonly effectiveChannel?: string;
  readonly intent?: string;
  readonly name?: string;
  readonly to?: string;
  readonly callId?: string;
  readonly text: string;
  readonly html: string;
  readonly range: { readonly start: Position; readonly end: Position };
  readonly hidden: boolean;
  readonly complete: boolean;
}

export interface UserView {
  readonly version: number;
  readonly dialect: string;
  readonly messages: readonly ViewMessage[];
  readonly total: number;
  readonly before: number;
  readonly after: number;
  readonly hidden: number;
  /** How many are hidden, in whole or in part, because they are in doubt or hold an error. */
  readonly doubt: number;
}

/** The prompt that a chat template makes of the document (`ocml/prompt`). */
export interface Prompt {
  readonly version: number;
  readonly template: string;
  readonly stretches: readonly {
    readonly text: string;
    readonly kind: string;
    /** Where it is written, from and to. */
    readonly position?: Position;
    readonly end?: Position;
  }[];
  /** What of the messages is not in it. */
  readonly dropped: readonly { readonly what: string; readonly position: Position }[];
  readonly notes: readonly string[];
  readonly error?: string;
  /** The message at which the template refuses, and its line there. */
  readonly errorAt?: Position;
  readonly templateAt?: Position;
  /** Of JSON Lines: the line whose prompt it is. */
  readonly row?: number;
}

export type ToPage =
  | { readonly type: 'prompt'; readonly prompt: Prompt; readonly debug: boolean; readonly uri: string }
  | { readonly type: 'view'; readonly view: UserView; readonly debug: boolean; readonly uri: string }
  /** There is no view: why, and what to do. */
  | { readonly type: 'failure'; readonly reason: string }
  /** Another document is asked for: what was shown is of the one before. */
  | { readonly type: 'waiting' }
  /** The editor's first visible line. */
  | { readonly type: 'scroll'; readonly line: number }
  /** Where the editor's cursor is. */
  | { readonly type: 'cursor'; readonly line: number; readonly character: number };

export type FromPage =
  /** The page is there and empty, or shows a failure and is to try again. */
  | { readonly type: 'ready' }
  | { readonly type: 'debug'; readonly on: boolean }
  /** The user wants to choose a template, or to see two prompts beside each other. */
  | { readonly type: 'template' }
  | { readonly type: 'compare' }
  /** Show a place in the template. */
  | { readonly type: 'inTemplate'; readonly position: Position }
  /** Show the messages around a line. */
  | { readonly type: 'around'; readonly line: number }
  /** Show a place in the editor. */
  | { readonly type: 'reveal'; readonly position: Position };

const isPosition = shape<Position>({ line: isCount, character: isCount });
const isText = optional(isString);

export const isUserView = shape<UserView>({
  version: isNumber,
  dialect: isString,
  messages: listOf(
    shape<ViewMessage>({
      index: isCount,
      role: isText,
      channel: isText,
      effectiveChannel: isText,
      intent: isText,
      name: isText,
      to: isText,
      callId: isText,
      text: isString,
      html: isString,
      range: shape<ViewMessage['range']>({ start: isPosition, end: isPosition }),
      hidden: isBoolean,
      complete: isBoolean,
    }),
  ),
  total: isCount,
  before: isCount,
  after: isCount,
  hidden: isCount,
  doubt: isCount,
});

export const isPrompt = shape<Prompt>({
  version: isNumber,
  template: isString,
  stretches: listOf(
    shape<Prompt['stretches'][number]>({
      ...{ text: isString, kind: isString },
      ...{ position: optional(isPosition), end: optional(isPosition) },
    }),
  ),
  dropped: listOf(shape<Prompt['dropped'][number]>({ what: isString, position: isPosition })),
  notes: listOf(isString),
  error: isText,
  errorAt: optional(isPosition),
  templateAt: optional(isPosition),
  row: optional(isCount),
});

const none = shape<object>({});

export const isToPage = oneOf<ToPage>({
  view: shape({ view: isUserView, debug: isBoolean, uri: isString }),
  prompt: shape({ prompt: isPrompt, debug: isBoolean, uri: isString }),
  failure: shape({ reason: isString }),
  waiting: none,
  scroll: shape({ line: isCount }),
  cursor: shape({ line: isCount, character: isCount }),
});

export const isFromPage = oneOf<FromPage>({
  ready: none,
  debug: shape({ on: isBoolean }),
  template: none,
  compare: none,
  inTemplate: shape({ position: isPosition }),
  around: shape({ line: isCount }),
  reveal: shape({ position: isPosition }),
});

/** What the page has VS Code keep for when it comes back with the window. */
export const isState = shape<{ readonly uri: string }>({ uri: isString });
