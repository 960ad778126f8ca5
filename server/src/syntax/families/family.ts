/**
 * The facts about a family of dialects that `syntax/` needs: its tokens, the frame of a message, functions that read headers and bodies,
 * and the signs of the family in a document. Each block refers to its family. Other folders keep their own facts about families in tables
 * of type `Record<FamilyId, …>`.
 */
import type {
  AttributeFact,
  DialectId,
  KnownDialectId,
  LearnedDialectId,
  RoleFact,
  TokenFact,
} from '../../grammar/index.ts';
import type { Block } from '../block.ts';
import type { Segment } from '../body.ts';
import type { Scanned, Stretch } from '../cutter.ts';
import type { MessageHeader } from '../message-header.ts';
import type { Span } from '../span.ts';
import type { Spellings } from '../tokens/misspelled.ts';
import type { TokenLike } from '../tokens/token-like.ts';
import type { TokenAt } from '../tokens/tokens.ts';
import type { LackingCallEnd } from './learned/call-ends.ts';
import type { LearnedFacts } from './learned/facts.ts';
import type { MessagePart } from './learned/message-parts.ts';

/** The id of a family. A mode counts as a family of its own: OpenChatML 2.2 with the Harmony profile turned on. */
export type FamilyId = KnownFamilyId | LearnedDialectId;

/** The ids of the families that are defined here, not learned. */
export type KnownFamilyId = KnownDialectId | 'openchatml-2.2+harmony';

/** A feature that only some families have; see `abilities`. */
export type Ability = keyof typeof abilities;

export const abilities = {
  /** The document may begin with a YAML header. */
  documentHeader: false,
  /** Headers can contain channels, recipients and, after `<|constrain|>`, a type. */
  channels: false,
  /** A call and its reply share an id (2.2 §8). */
  callIds: false,
  /** A role may include a name, as in `user:alice`, and any word before `to=` may be the name of a tool. */
  namedSpeakers: false,
  /** Calls and replies without an id are matched by tool, in their order. */
  pairsByTool: false,
  /** `to=` is equally common before and after the channel. */
  recipientAnywhere: false,
  /** A value with non-ASCII characters is an error, and not merely unusual. */
  asciiValues: false,
  /** The body of a call or reply is only the arguments or the result of the tool, without fields that the format defines. */
  bareBodies: false,
  /** Text for users on `commentary` needs no `intent=preamble`. */
  unflaggedPreambles: false,
  /** Without a recipient, a message goes to everyone, so a `to=` that names everyone can be omitted (HARM-13). */
  defaultRecipient: false,
  /** The ids of the tokens in `o200k_harmony` are known, and hovers show them. */
  tokenIds: false,
  /** The document header can choose channels under `profiles.harmony`. */
  profile: false,
  /** A text may begin inside a header, because it is the output of a model after a prompt that ends with an open header. */
  completions: false,
  /** Text that the parser of openai/harmony rejects or misreads is reported, even if this project understands it. */
  parser: false,
  /** Servers strip the token that ends a message from their output. */
  stops: false,
  /** `<<|end|>` is an escaped token, and `<|literal|>` begins a literal block. */
  escapes: false,
  /** Tokens that frame messages of other families are text in a body. */
  foreignText: false,
  /** A token in quotes or backticks is text. */
  quotes: false,
  /** Analysis may contain thought markers (2.2 §7). */
  thoughtMarkers: false,
  /** Thoughts are blocks in a body between two tokens, and flags request them (0.1 §4). */
  thoughtBlocks: false,
  /** Tokens in bodies declare, call and answer functions (0.1 §8). */
  functions: false,
  /** Files and fill-in-the-middle tasks may be outside messages (0.1 §5, §6). */
  files: false,
  /** The sequence may begin and end with a pair of tokens from the model's vocabulary. */
  sequenceMarks: false,
  /** The sequence may have a token at its beginning, but none at its end. */
  beginMark: false,
  /** A header may contain undefined attributes, as metadata. */
  metadata: false,
  /** If the document begins with a YAML header, it may be of another version. */
  versions: false,
  /** Every opener begins a message, and the text before the first message is one block (`scan-plain-frames.ts`). */
  plainFrames: false,
  /** An assistant message is a call if its body contains a certain token, or consists only of JSON. */
  bodyCalls: false,
  /** Models write tags such as `<think>` around text that is not for users. */
  tags: false,
  /** Tags such as `<think>` are read as thoughts, calls, replies and declarations, and are checked. */
  taggedParts: false,
  /** The chat template of the dialect shows where the calls and replies in a message begin and end (`Family.parts`). */
  messageParts: false,
  /** The kind of a message is unknown until the message is complete. Until then, a stream outputs nothing about it. */
  wholeMessages: false,
} as const satisfies Record<string, boolean>;

/** The frame of a message: the tokens and line breaks around its header and body. */
export interface Frame {
  /** The tokens that begin a message, with the usual one first. If there are several, the `role` of each is that of its messages. */
  readonly openers: readonly [TokenFact, ...TokenFact[]];
  /** The token or line break that ends the header. `opener`: the header consists of the opener alone. */
  readonly headerEnd: TokenFact | 'line break' | 'opener';
  /** The tokens that end a message, with the usual one first. If there are none, the next opener ends it. */
  readonly terminators: readonly TokenFact[];
  /** The number of line breaks after the header that do not belong to the body. */
  readonly breaksBefore: number;
  /** Whether a line break before the terminator does not belong to the body. */
  readonly breakAfter: boolean;
  /** The text to write between two messages. */
  readonly between: '' | '\n';
  /**
   * Whether text without an opener at the beginning of the document is a completion: the output of a model after a prompt with an open
   * header. `text` extends to the first opener; `whole`: whether there is no opener.
   */
  readonly completes?: (text: string, whole: boolean) => boolean;
  /** The opener assumed for a first message that has none. */
  readonly leading?: TokenFact;
}

/** A stretch that is hidden from users. `doubt`: whether the text may be for users after all. */
export interface Concealed extends Span {
  readonly what: 'reasoning' | 'call' | 'frame' | 'merged' | 'other';
  readonly doubt: boolean;
}

/** Circumstances that affect how a header is read. */
export interface Circumstances {
  /** Whether the token or line break that ends the header follows. */
  readonly closed: boolean;
  /** Whether the document ends in the header, or in a message with an unclosed header. */
  readonly open: boolean;
  /** Whether the opener is missing. */
  readonly missing: boolean;
  /** Whether the message needs no opener. */
  readonly implied?: boolean;
}

export interface Family {
  readonly id: FamilyId;
  readonly dialect: DialectId;
  /** The mode that decides severities, with the names that the command line uses. */
  readonly mode: 'native' | 'harmony';
  /** The name of the family's dialects, for messages. */
  readonly name: string;
  readonly has: Readonly<Record<Ability, boolean>>;
  readonly frame: Frame;
  readonly roles: readonly RoleFact[];
  /** The roles of other formats, each with the corresponding role of this family. */
  readonly roleMeant: Readonly<Record<string, string>>;
  /** The attributes, in the order in which they are usually written. */
  readonly attributes: readonly AttributeFact[];
  /** The tokens that documents of the family may contain. */
  readonly tokens: readonly TokenFact[];
  /** The tokens that show that a document belongs to this family, or to another one with the same tokens. */
  readonly settles: readonly TokenFact[];
  /**
   * The token that must also end a message before a document counts as one of this family. Only set if other formats have the same openers.
   */
  readonly settledBy?: TokenFact | undefined;
  /** Returns the token at an offset. A token that frames messages in other families is `foreign`. */
  readonly tokenAt: TokenAt;
  /** The common prefix of all tokens that `tokenAt` finds. */
  readonly tokenStart: string;
  readonly spellings: Spellings;
  /** Cuts a stretch into blocks. Between two blocks, the scanner's only state is how the next message begins (`opening`), so a scan can start or
   * stop at any boundary. */
  scan(stretch: Stretch): Scanned;
  /** Parses a header. `text` extends from the opener to the end of the header or, if that is missing, of the message. */
  parseHeader(text: string, circumstances: Circumstances): MessageHeader;
  /** Returns the segments of a body that contains `tokenStart`. */
  splitBody(block: Block): Segment[];
  /**
   * Returns the stretches of a visible body that are hidden because of marks that only this family has. Offsets are relative to the block.
   * Without this function, only `tokens` and tags hide text.
   */
  readonly conceals?: (body: Block, role: string | undefined) => readonly Concealed[];
  /** Returns the misspelled tokens without bars in a body. */
  readonly misspelledMarks?: (body: Block) => readonly TokenLike[];
  /** Returns the mark that should end the calls of a closed message, if it is missing. */
  readonly lackingCallEnd?: (block: Block) => LackingCallEnd | undefined;
  /** Whether a message like this one is usually written without a terminator. */
  readonly endsOpen?: (block: Block) => boolean;
  /** Whether an edit in a body may create a mark that the check for all families does not recognize (`edit-block.ts`). */
  readonly mayCut?: (block: Block, start: number, end: number, inserted: string) => boolean;
  /** In a learned dialect: returns the parts of a message if the template would write it exactly like this. */
  readonly parts?: (block: Block, role: string | undefined) => readonly MessagePart[] | undefined;
  /** In a learned dialect: whether a message may contain calls. If not, its parts need not be read to find calls. */
  readonly mayCall?: (block: Block) => boolean;
  /** In a learned dialect: the facts from which the family was built. Other threads need them. */
  readonly learned?: LearnedFacts;
  /** The parsed headers by their text, since the same headers occur again and again. */
  readonly headers: Map<string, MessageHeader>;
}

/** Returns the opener at the beginning of a message, or the usual one if it is missing. */
export function openerOf({ text, family }: Pick<Block, 'text' | 'family'>): TokenFact {
  const { openers, leading = openers[0] } = family.frame;
  return openers.length === 1 ? openers[0] : (openers.find((one) => text.startsWith(one.text)) ?? leading);
}

/** Returns the token that ends headers, or undefined if no token does. */
export function headerToken({ headerEnd }: Frame): TokenFact | undefined {
  return typeof headerEnd === 'string' ? undefined : headerEnd;
}

/**
 * Returns the opener for messages of a role. If no opener is specific to the role, returns an opener that does not determine a role or,
 * failing that, the usual one.
 */
export function openerFor({ openers }: Frame, role: string | undefined): TokenFact {
  return openers.find((one) => one.role === role) ?? openers.find((one) => one.role === undefined) ?? openers[0];
}

/** Whether a message ends at the next opener and needs no terminator. */
export function endsWithNext(block: Block): boolean {
  const { frame, endsOpen } = block.family;
  return frame.terminators.length === 0 || openerOf(block).endsWithNext === true || endsOpen?.(block) === true;
}

/**
 * Returns the terminator to write for a message. The family must have terminators. `toTool`: whether the message is sent to a tool;
 * `opener`: the opener of the message.
 */
export function closer(
  { frame: { terminators } }: Pick<Family, 'frame'>,
  toTool: boolean,
  opener?: TokenFact,
): TokenFact {
  const endText = opener?.endsWith;
  if (endText !== undefined) return terminators.find(({ text }) => text === endText) ?? (terminators[0] as TokenFact);
  const token = terminators.find((candidate) => (candidate.toTool ?? false) === toTool) ?? terminators[0];
  return token as TokenFact;
}
