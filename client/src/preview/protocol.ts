/** What the server, the extension and the page of the preview say to each other, and whether something said is that. */
import { isBoolean, isCount, isNumber, isString, listOf, oneIn, oneOf, optional, shape } from './shape.ts';

export interface Position {
  readonly line: number;
  readonly character: number;
}

/** Whether a place is before another. */
export const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

/** In an exchange of calls and replies: which half a message is, how it went, and where the other half begins. */
export interface Pair {
  readonly kind: 'call' | 'reply';
  readonly state: CallState;
  readonly other?: Position;
}
const callStates = ['answered', 'open', 'error', 'timeout', 'cancelled'] as const;
export type CallState = (typeof callStates)[number];

/** What messages can be filtered by: only those that are one of these, in each that is named, are shown. */
export const dimensions = ['roles', 'channels', 'tools'] as const;
export type Dimension = (typeof dimensions)[number];
export type Filter = { readonly [Name in Dimension]?: readonly string[] };
interface Facet {
  readonly name: string;
  readonly count: number;
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
  readonly pair?: Pair;
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
  /** How many of those that are surely hidden have an error. */
  readonly faulty: number;
  /** In a data set: which conversation this is, and where its neighbours begin. */
  readonly conversation?: {
    readonly number: number;
    readonly count: number;
    readonly previous?: Position;
    readonly next?: Position;
    readonly range: { readonly start: Position; readonly end: Position };
  };
  /** How many messages a filter leaves out, and what there is to filter by. */
  readonly left: number;
  readonly facets: { readonly [Name in Dimension]: readonly Facet[] };
}

/** Where the messages begin that have the words that were looked for (`ocml/findInView`). */
export interface FoundMatches {
  readonly version: number;
  readonly places: readonly Position[];
  readonly more: boolean;
}

/** What of a conversation is shown as messages: what users see of it, or what the model continues from. */
export const modes = ['user', 'model'] as const;
export type Mode = (typeof modes)[number];

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
  /** In JSON Lines: the line that the prompt belongs to. */
  readonly row?: number;
}

/** How many tokens a document has, and the messages that begin at some places (`ocml/tokens`). */
export interface Tokens {
  readonly version: number;
  readonly total: number;
  readonly estimated: boolean;
  readonly messages: readonly { readonly position: Position; readonly tokens: number; readonly estimated: boolean }[];
}

export type ToPage =
  | { readonly type: 'tokens'; readonly tokens: Tokens }
  | { readonly type: 'prompt'; readonly prompt: Prompt; readonly debug: boolean; readonly uri: string }
  | {
      readonly type: 'view';
      readonly view: UserView;
      readonly mode: Mode;
      readonly debug: boolean;
      readonly uri: string;
      readonly only: Filter;
      /** The file is followed as it grows: what is to be said of that. */
      readonly following?: string | undefined;
    }
  /** What VS Code keeps for when the page comes back with the window. */
  | { readonly type: 'keep'; readonly state: State }
  /** The user wants to look for something; what was found, of which words. */
  | { readonly type: 'search' }
  | { readonly type: 'found'; readonly query: string; readonly found: FoundMatches }
  /** There is no view: why, and what to do. */
  | { readonly type: 'failure'; readonly reason: string }
  /** Another document is asked for: what was shown is of the one before. */
  | { readonly type: 'waiting' }
  /** The first place that the editor shows. */
  | { readonly type: 'scroll'; readonly line: number; readonly character: number }
  /** Where the editor's cursor is. */
  | { readonly type: 'cursor'; readonly line: number; readonly character: number };

export type FromPage =
  /** The page is there and empty, or shows a failure and is to try again. */
  | { readonly type: 'ready' }
  | { readonly type: 'debug'; readonly on: boolean }
  | { readonly type: 'mode'; readonly mode: Mode }
  /** The user wants to choose a template, or to see two prompts side by side. */
  | { readonly type: 'template' }
  | { readonly type: 'compare' }
  /** Show a place in the template. */
  | { readonly type: 'inTemplate'; readonly position: Position }
  /** Show the messages around the one with a rank among all that are shown, or a conversation of a data set. */
  | { readonly type: 'window'; readonly rank: number }
  | { readonly type: 'conversation'; readonly number: number }
  /** Show only some messages. */
  | { readonly type: 'filter'; readonly only: Filter }
  /** Look for words in all that there is to show. */
  | { readonly type: 'find'; readonly query: string }
  /** Save what is shown in a file. */
  | { readonly type: 'export' }
  /** Show the messages around a place. */
  | { readonly type: 'around'; readonly position: Position }
  /** The user has scrolled the page: what is first on it now. */
  | { readonly type: 'scrolled'; readonly position: Position }
  /** Copy what is shown of the message that begins there. */
  | { readonly type: 'copy'; readonly position: Position }
  /** Show a place in the editor. */
  | { readonly type: 'reveal'; readonly position: Position };

const isPosition = shape<Position>({ line: isCount, character: isCount });
const isRange = shape<ViewMessage['range']>({ start: isPosition, end: isPosition });
const isText = optional(isString);
const isFacets = listOf(shape<Facet>({ name: isString, count: isCount }));
const words = optional(listOf(isString));
const isFilter = shape<Filter>({ roles: words, channels: words, tools: words });

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
      range: isRange,
      hidden: isBoolean,
      complete: isBoolean,
      pair: optional(
        shape<Pair>({ kind: oneIn(['call', 'reply']), state: oneIn(callStates), other: optional(isPosition) }),
      ),
    }),
  ),
  total: isCount,
  before: isCount,
  after: isCount,
  hidden: isCount,
  doubt: isCount,
  faulty: isCount,
  conversation: optional(
    shape<UserView['conversation'] & {}>({
      number: isCount,
      count: isCount,
      previous: optional(isPosition),
      next: optional(isPosition),
      range: isRange,
    }),
  ),
  left: isCount,
  facets: shape<UserView['facets']>({ roles: isFacets, channels: isFacets, tools: isFacets }),
});

const isMessageTokens = shape<Tokens['messages'][number]>({
  position: isPosition,
  tokens: isCount,
  estimated: isBoolean,
});
export const isTokens = shape<Tokens>({
  version: isNumber,
  total: isCount,
  estimated: isBoolean,
  messages: listOf(isMessageTokens),
});

export const isFound = shape<FoundMatches>({ version: isNumber, places: listOf(isPosition), more: isBoolean });

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

const isMode = oneIn(modes);
const none = shape<object>({});

/** What of a preview comes back with the window. Hidden layers that were switched on are not: that is a decision for now. */
export interface State {
  readonly uri: string;
  readonly locked?: boolean;
  readonly mode?: Mode;
  readonly template?: string;
  readonly only?: Filter;
}
export const isState = shape<State>({
  uri: isString,
  locked: optional(isBoolean),
  mode: optional(isMode),
  template: isText,
  only: optional(isFilter),
});

export const isToPage = oneOf<ToPage>({
  view: shape({
    ...{ view: isUserView, mode: isMode, debug: isBoolean, uri: isString, only: isFilter },
    following: isText,
  }),
  tokens: shape({ tokens: isTokens }),
  keep: shape({ state: isState }),
  search: none,
  found: shape({ query: isString, found: isFound }),
  prompt: shape({ prompt: isPrompt, debug: isBoolean, uri: isString }),
  failure: shape({ reason: isString }),
  waiting: none,
  scroll: shape({ line: isCount, character: isCount }),
  cursor: shape({ line: isCount, character: isCount }),
});

export const isFromPage = oneOf<FromPage>({
  ready: none,
  debug: shape({ on: isBoolean }),
  template: none,
  compare: none,
  inTemplate: shape({ position: isPosition }),
  mode: shape({ mode: isMode }),
  window: shape({ rank: isCount }),
  conversation: shape({ number: isCount }),
  filter: shape({ only: isFilter }),
  find: shape({ query: isString }),
  export: none,
  around: shape({ position: isPosition }),
  scrolled: shape({ position: isPosition }),
  copy: shape({ position: isPosition }),
  reveal: shape({ position: isPosition }),
});
