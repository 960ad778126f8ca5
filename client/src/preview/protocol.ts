/** The messages between the server, the extension and the page of the preview, and checks of their shapes. */
import type { Position } from '../../../protocol/places.ts';
import { type Prompt, stretchKinds } from '../../../protocol/prompts.ts';
import type { MessageTokens, Tokens } from '../../../protocol/token-counts.ts';
import type { Training, TrainingChoice } from '../../../protocol/trainings.ts';
import {
  branchKinds,
  callStates,
  type Facet,
  type Filter,
  type FoundMatches,
  type MessageFault,
  type Pair,
  type RowFact,
  rowAnswers,
  type SessionBranch,
  type SessionCompaction,
  type SessionDetails,
  type SessionUsage,
  type UserView,
  type ViewMessage,
} from '../../../protocol/views.ts';
import { isBoolean, isCount, isNumber, isString, listOf, oneIn, oneOf, optional, shape } from './shape.ts';
import { changes, isTraining, isTrainingChoice, type TrainingChange } from './training-shapes.ts';

export type { Position } from '../../../protocol/places.ts';
export type { Prompt } from '../../../protocol/prompts.ts';
export type { Training, TrainingChoice } from '../../../protocol/trainings.ts';
export type {
  BranchKind,
  CallState,
  Filter,
  FoundMatches,
  MessageFault,
  Pair,
  SessionBranch,
  SessionCompaction,
  SessionDetails,
  SessionUsage,
  UserView,
  ViewMessage,
} from '../../../protocol/views.ts';
export { type FilterDimension, filterDimensions } from '../../../protocol/views.ts';
export { isTraining } from './training-shapes.ts';

export const isBefore = (a: Position, b: Position): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

/** The sets of messages that a preview can show: the messages that users see, or those from which the model continues. */
export const modes = ['user', 'model'] as const;
export type Mode = (typeof modes)[number];

/** The token counts of a document and of the messages on the page. */
export type MessageCounts = Required<Pick<Tokens, 'version' | 'total' | 'estimated' | 'messages'>>;

export type ToPage =
  | { readonly type: 'tokens'; readonly tokens: MessageCounts }
  | { readonly type: 'prompt'; readonly prompt: Prompt; readonly debug: boolean; readonly uri: string }
  | { readonly type: 'training'; readonly training: Training; readonly debug: boolean; readonly uri: string }
  | {
      readonly type: 'view';
      readonly view: UserView;
      readonly mode: Mode;
      readonly debug: boolean;
      readonly uri: string;
      readonly only: Filter;
      /** The state of a followed file, in words. */
      readonly following?: string | undefined;
    }
  /** State for the page to store, so that VS Code can restore the page with the window. */
  | { readonly type: 'keep'; readonly state: State }
  /** Open the search bar. */
  | { readonly type: 'search' }
  /** The source of the message, or of the row, at a position. */
  | { readonly type: 'raw'; readonly position: Position; readonly row: boolean; readonly text: string }
  | { readonly type: 'found'; readonly query: string; readonly found: FoundMatches }
  /** There is no content, for this reason. `isExpected`: nothing is wrong. */
  | { readonly type: 'failure'; readonly reason: string; readonly isExpected?: boolean | undefined }
  /** Other content was requested, so the content on the page is outdated. */
  | { readonly type: 'waiting' }
  /** The first position that is visible in the editor. */
  | { readonly type: 'scroll'; readonly line: number; readonly character: number }
  /** The position of the editor's cursor. */
  | { readonly type: 'cursor'; readonly line: number; readonly character: number };

export type FromPage =
  /** The page has loaded and is empty, or the user wants to retry after a failure. */
  | { readonly type: 'ready' }
  | { readonly type: 'debug'; readonly on: boolean }
  | { readonly type: 'mode'; readonly mode: Mode }
  /** The user wants to choose a template (`template`), or to compare two prompts (`compare`). */
  | { readonly type: 'template' }
  | { readonly type: 'compare' }
  /** The user wants to see a training or choose another trainer (`training`), or to change a setting of the training (`changeTraining`). */
  | { readonly type: 'training' }
  | { readonly type: 'changeTraining'; readonly what: TrainingChange; readonly option?: string | undefined }
  /** Go to the next finding (1) or to the previous one (-1). `inRows`: in another row. */
  | { readonly type: 'problem'; readonly step: number; readonly inRows: boolean }
  /** Show a position in the file of the template. */
  | { readonly type: 'inTemplate'; readonly position: Position }
  /**
   * Show the messages around the one with this rank among all shown messages (`window`), or show a conversation of a data set
   * (`conversation`).
   */
  | { readonly type: 'window'; readonly rank: number }
  | { readonly type: 'conversation'; readonly number: number }
  | { readonly type: 'filter'; readonly only: Filter }
  /** Show a branch of a session. Without `branch`, show the conversation with which the session ends. */
  | { readonly type: 'branch'; readonly branch?: string | undefined }
  /** Search the whole content for words. */
  | { readonly type: 'find'; readonly query: string }
  | { readonly type: 'export' }
  /** Show the messages around a position. */
  | { readonly type: 'around'; readonly position: Position }
  /** The user has scrolled the page. `position`: the first position that is now in view. */
  | { readonly type: 'scrolled'; readonly position: Position }
  /** Copy the visible parts of the message that begins at a position. */
  | { readonly type: 'copy'; readonly position: Position }
  /** Show the source of the message, or of the row, that begins at a position. */
  | { readonly type: 'raw'; readonly position: Position; readonly row: boolean }
  /** Show a position in the editor. */
  | { readonly type: 'reveal'; readonly position: Position }
  /** Fix a problem at a position. If the user has to choose a fix, open the menu of fixes there. */
  | { readonly type: 'fix'; readonly code: string; readonly position: Position }
  /** Show the page of a rule. */
  | { readonly type: 'rule'; readonly code: string };

const isPosition = shape<Position>({ line: isCount, character: isCount });
const isRange = shape<ViewMessage['range']>({ start: isPosition, end: isPosition });
const isText = optional(isString);
const isFacets = listOf(shape<Facet>({ name: isString, count: isCount }));
const words = optional(listOf(isString));
const isFilter = shape<Filter>({ roles: words, channels: words, tools: words });

const isAmount = optional(isNumber);
const isUsage = shape<SessionUsage>({ input: isAmount, cached: isAmount, output: isAmount, cost: isAmount });
const isSession = shape<SessionDetails>({
  format: isString,
  branch: isText,
  branches: listOf(
    shape<SessionBranch>({
      id: isString,
      kind: oneIn(branchKinds),
      position: isPosition,
      count: isCount,
      words: isText,
    }),
  ),
  branchCount: isCount,
  compactions: listOf(
    shape<SessionCompaction>({ position: isPosition, replaced: isCount, dropped: optional(isBoolean) }),
  ),
  usage: optional(isUsage),
});

const isConversationPlace = shape<UserView['conversation'] & {}>({
  number: isCount,
  count: isCount,
  previous: optional(isPosition),
  next: optional(isPosition),
  range: isRange,
  metadata: optional(listOf(shape<RowFact>({ name: isString, value: isString }))),
});

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
        shape<Pair>({
          kind: oneIn(['call', 'reply']),
          state: oneIn(callStates),
          other: optional(isPosition),
          duration: isAmount,
          number: isAmount,
        }),
      ),
      usage: optional(isUsage),
      aside: optional(oneIn(branchKinds)),
      time: isText,
      field: isText,
      answer: optional(oneIn(rowAnswers)),
      faults: optional(
        listOf(
          shape<MessageFault>({
            code: isString,
            severity: oneIn(['error', 'warning']),
            message: isString,
            position: isPosition,
          }),
        ),
      ),
    }),
  ),
  total: isCount,
  before: isCount,
  after: isCount,
  hidden: isCount,
  doubt: isCount,
  faulty: isCount,
  firstError: optional(isPosition),
  conversation: optional(isConversationPlace),
  source: isText,
  session: optional(isSession),
  left: isCount,
  facets: shape<UserView['facets']>({ roles: isFacets, channels: isFacets, tools: isFacets }),
});

const isMessageTokens = shape<MessageTokens>({
  position: isPosition,
  tokens: isCount,
  estimated: isBoolean,
});
export const isTokens = shape<MessageCounts>({
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
      text: isString,
      kind: oneIn(stretchKinds),
      position: optional(isPosition),
      end: optional(isPosition),
      role: isText,
    }),
  ),
  dropped: listOf(shape<Prompt['dropped'][number]>({ what: isString, position: isPosition })),
  notes: listOf(isString),
  isCut: optional(isBoolean),
  error: isText,
  errorAt: optional(isPosition),
  templateAt: optional(isPosition),
  row: optional(isCount),
  conversation: optional(isConversationPlace),
});

const isMode = oneIn(modes);
const none = shape<object>({});

/**
 * The state of a preview that is restored with the window. It does not include whether hidden layers are shown, so that a user never shows
 * them by accident.
 */
export interface State {
  readonly uri: string;
  readonly locked?: boolean;
  readonly mode?: Mode;
  readonly template?: string;
  /** The training that the preview shows. */
  readonly training?: TrainingChoice;
  readonly only?: Filter;
}
export const isState = shape<State>({
  uri: isString,
  locked: optional(isBoolean),
  mode: optional(isMode),
  template: isText,
  training: optional(isTrainingChoice),
  only: optional(isFilter),
});

export const isToPage = oneOf<ToPage>({
  view: shape({
    view: isUserView,
    mode: isMode,
    debug: isBoolean,
    uri: isString,
    only: isFilter,
    following: isText,
  }),
  tokens: shape({ tokens: isTokens }),
  keep: shape({ state: isState }),
  raw: shape({ position: isPosition, row: isBoolean, text: isString }),
  search: none,
  found: shape({ query: isString, found: isFound }),
  prompt: shape({ prompt: isPrompt, debug: isBoolean, uri: isString }),
  training: shape({ training: isTraining, debug: isBoolean, uri: isString }),
  failure: shape({ reason: isString, isExpected: optional(isBoolean) }),
  waiting: none,
  scroll: shape({ line: isCount, character: isCount }),
  cursor: shape({ line: isCount, character: isCount }),
});

export const isFromPage = oneOf<FromPage>({
  ready: none,
  debug: shape({ on: isBoolean }),
  template: none,
  compare: none,
  training: none,
  changeTraining: shape({ what: oneIn(changes), option: isText }),
  problem: shape({ step: isNumber, inRows: isBoolean }),
  inTemplate: shape({ position: isPosition }),
  mode: shape({ mode: isMode }),
  window: shape({ rank: isCount }),
  conversation: shape({ number: isCount }),
  filter: shape({ only: isFilter }),
  branch: shape({ branch: isText }),
  find: shape({ query: isString }),
  export: none,
  around: shape({ position: isPosition }),
  scrolled: shape({ position: isPosition }),
  copy: shape({ position: isPosition }),
  raw: shape({ position: isPosition, row: isBoolean }),
  reveal: shape({ position: isPosition }),
  fix: shape({ code: isString, position: isPosition }),
  rule: shape({ code: isString }),
});
