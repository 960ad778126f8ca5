/**
 * The facts about a family of dialects that `syntax/` needs: its tokens, how a message is framed, how header and body are read, and what
 * distinguishes it from others. Blocks point at their family. Other folders keep their own facts about families in tables of type
 * `Record<FamilyId, …>`.
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

/** A mode is a separate family: OpenChatML 2.2 with the Harmony profile switched on. */
export type FamilyId = KnownFamilyId | LearnedDialectId;

/** Families that are defined here. */
export type KnownFamilyId = KnownDialectId | 'openchatml-2.2+harmony';

/** A feature that some families have and others do not; see `abilities`. */
export type Ability = keyof typeof abilities;

export const abilities = {
  /** A YAML header may begin the document. */
  documentHeader: false,
  /** Headers name channels and recipients, and `<|constrain|>` a type. */
  channels: false,
  /** Calls and replies share an id (2.2 §8). */
  callIds: false,
  /** A role may carry a name, as in `user:alice`, and any word before `to=` may be the name of a tool. */
  namedSpeakers: false,
  /** Calls and replies without an id belong together by their tool, first come, first served. */
  pairsByTool: false,
  /** `to=` is equally usual before and after the channel. */
  recipientAnywhere: false,
  /** A value that is not ASCII is an error, not just unusual. */
  asciiValues: false,
  /** The bodies of calls and replies are the plain arguments and results of tools, with no members of the format itself. */
  bareBodies: false,
  /** Words of the assistant to users on `commentary` need no flag. */
  unflaggedPreambles: false,
  /** A message without a recipient goes to everybody, so `to=` can be omitted if it names everybody (HARM-13). */
  defaultRecipient: false,
  /** Tokens have ids in `o200k_harmony`, which hovers show. */
  tokenIds: false,
  /** The document header chooses channels under `profiles.harmony`. */
  profile: false,
  /** A text may be what a model wrote after the open header of a prompt, and so begin inside a header. */
  completions: false,
  /** Text that the parser of openai/harmony rejects or misreads is reported, even if it is understood here. */
  parser: false,
  /** Servers strip the token that ends a message from what they return. */
  stops: false,
  /** `<<|end|>` is text, and `<|literal|>` opens a block of text. */
  escapes: false,
  /** Tokens that frame messages of other families are text in a body. */
  foreignText: false,
  /** A quoted token, or one in backticks, is text. */
  quotes: false,
  /** Thought markers may be in analysis (2.2 §7). */
  thoughtMarkers: false,
  /** Thoughts are blocks between two tokens in a body, enabled by flags (0.1 §4). */
  thoughtBlocks: false,
  /** Functions are declared, called and answered by tokens in bodies (0.1 §8). */
  functions: false,
  /** Files and tasks of fill-in-the-middle may be outside messages (0.1 §5, §6). */
  files: false,
  /** A pair of marks from the model's vocabulary may begin and end the sequence. */
  sequenceMarks: false,
  /** The mark that begins the sequence may be there without one that ends it. */
  beginMark: false,
  /** A header may hold attributes that are not defined, as metadata. */
  metadata: false,
  /** A YAML header in front may belong to another version. */
  versions: false,
  /** Every opener begins a message, and the text before the first is one block (`scan-plain-frames.ts`). */
  plainFrames: false,
  /** A token in the body, or a body that is only JSON, makes an assistant's message a call. */
  bodyCalls: false,
  /** Models write tags such as `<think>` around what is not for users. */
  tags: false,
  /** These tags are read as thoughts, calls, replies and declarations, and checked. */
  taggedParts: false,
  /** The kind of a message is known only once it is complete: a stream reports nothing about it before. */
  wholeMessages: false,
} as const satisfies Record<string, boolean>;

/** How a message is framed. */
export interface Frame {
  /** The tokens that begin a message; the usual one first. If there are several, `role` is the role of the message. */
  readonly openers: readonly [TokenFact, ...TokenFact[]];
  /** The end of the header; `opener`: the opener is the whole header. */
  readonly headerEnd: TokenFact | 'line break' | 'opener';
  /** The tokens that end a message; the usual one first. Without any, the next opener ends it. */
  readonly terminators: readonly TokenFact[];
  /** How many line breaks after the end of the header are excluded from the body. */
  readonly breaksBefore: number;
  /** Whether a line break before the terminator is excluded from the body. */
  readonly breakAfter: boolean;
  /** The text that writers put between two messages. */
  readonly between: '' | '\n';
  /**
   * Whether a text without an opener at the beginning of the document is what a model wrote after the open header of a prompt: up to the
   * first opener, or `whole`.
   */
  readonly completes?: (text: string, whole: boolean) => boolean;
  /** The token assumed as the opener of a first message without one. */
  readonly leading?: TokenFact;
}

/** A stretch that is hidden from users. `doubt`: the text may be for users after all. */
export interface Concealed extends Span {
  readonly what: 'reasoning' | 'call' | 'frame' | 'merged' | 'other';
  readonly doubt: boolean;
}

/** The circumstances of a header: how much of it is there. */
export interface Circumstances {
  /** The token or line break that ends the header follows it. */
  readonly closed: boolean;
  /** The document ends in the header, or in a message whose header is not closed. */
  readonly open: boolean;
  /** The opener is missing. */
  readonly missing: boolean;
  /** The message needs no opener. */
  readonly implied?: boolean;
}

export interface Family {
  readonly id: FamilyId;
  readonly dialect: DialectId;
  /** The mode that decides severities, as on the command line. */
  readonly mode: 'native' | 'harmony';
  /** The name of the family's dialects in messages. */
  readonly name: string;
  readonly has: Readonly<Record<Ability, boolean>>;
  readonly frame: Frame;
  readonly roles: readonly RoleFact[];
  /** Roles in other formats, each with the role that is meant here. */
  readonly roleMeant: Readonly<Record<string, string>>;
  /** In the order in which they are written. */
  readonly attributes: readonly AttributeFact[];
  /** The tokens that may be written in its documents. */
  readonly tokens: readonly TokenFact[];
  /** Tokens that show that a document belongs to this family, or to one with the same tokens. */
  readonly settles: readonly TokenFact[];
  /** If other formats share the openers: the token that must end a message before its opener settles the family. */
  readonly settledBy?: TokenFact | undefined;
  /** The token at an offset for this family; tokens that frame messages in other families are `foreign`. */
  readonly tokenAt: TokenAt;
  /** The string that all of these tokens begin with. */
  readonly tokenStart: string;
  readonly spellings: Spellings;
  /** Cuts a stretch into blocks. Between two blocks the state is always the same. */
  scan(stretch: Stretch): Scanned;
  /** Parses a header, from the opener up to what ends it, or to the end of the message. */
  parseHeader(text: string, circumstances: Circumstances): MessageHeader;
  /** The segments of a body that holds `tokenStart`. */
  splitBody(block: Block): Segment[];
  /**
   * The stretches of a visible body that are hidden because of marks that only this family has; offsets in the block. In families without
   * this function, only `tokens` and tags hide text.
   */
  readonly conceals?: (body: Block, role: string | undefined) => readonly Concealed[];
  /** The misspelled tokens in a body that are written without bars. */
  readonly misspelledMarks?: (body: Block) => readonly TokenLike[];
  /** The mark at the end of its calls that a closed message lacks. */
  readonly lackingCallEnd?: (block: Block) => LackingCallEnd | undefined;
  /** Whether writers leave a message like this one without a terminator. */
  readonly endsOpen?: (block: Block) => boolean;
  /** Whether an edit in a body may produce a mark that the common check does not know (`edit-block.ts`). */
  readonly mayCut?: (block: Block, start: number, end: number, inserted: string) => boolean;
  /** In a learned dialect: the parts of a message, if it is exactly as the template writes it. */
  readonly parts?: (block: Block, role: string | undefined) => readonly MessagePart[] | undefined;
  /** In a learned dialect: whether a message may have calls. If it cannot, this is known without reading its parts. */
  readonly mayCall?: (block: Block) => boolean;
  /** In a learned dialect: the facts from which the family was built, which other threads need. */
  readonly learned?: LearnedFacts;
  /** Parsed headers by their text, since headers repeat. */
  readonly headers: Map<string, MessageHeader>;
}

/** The opener at the beginning of a message; the usual one if it is missing. */
export function openerOf({ text, family }: Pick<Block, 'text' | 'family'>): TokenFact {
  const { openers, leading = openers[0] } = family.frame;
  return openers.length === 1 ? openers[0] : (openers.find((one) => text.startsWith(one.text)) ?? leading);
}

/** The token that ends headers, if one does. */
export function headerToken({ headerEnd }: Frame): TokenFact | undefined {
  return typeof headerEnd === 'string' ? undefined : headerEnd;
}

/** The opener for messages of a role; the usual one if openers do not contain the role. */
export function openerFor({ openers }: Frame, role: string | undefined): TokenFact {
  return openers.find((one) => one.role === role) ?? openers.find((one) => one.role === undefined) ?? openers[0];
}

/** Whether the next opener is enough to end a message. */
export function endsWithNext(block: Block): boolean {
  const { frame, endsOpen } = block.family;
  return frame.terminators.length === 0 || openerOf(block).endsWithNext === true || endsOpen?.(block) === true;
}

/** The usual terminator of messages in a family that has one; `toTool`: for a message to a tool; `opener`: the opener of the message. */
export function closer(
  { frame: { terminators } }: Pick<Family, 'frame'>,
  toTool: boolean,
  opener?: TokenFact,
): TokenFact {
  const own = opener?.endsWith;
  if (own !== undefined) return terminators.find(({ text }) => text === own) ?? (terminators[0] as TokenFact);
  const token = terminators.find((candidate) => (candidate.toTool ?? false) === toTool) ?? terminators[0];
  return token as TokenFact;
}
