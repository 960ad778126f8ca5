/**
 * A message as input for a writer: the values of its header and the pieces of its body. It does not depend on the family in which
 * the message was read.
 */
import {
  attributes as attributesOf2x,
  everybody,
  modelRole,
  type RoleFact,
  roles as rolesOf2x,
  speakers,
} from '../grammar/index.ts';
import type { Terminator } from '../syntax/block.ts';
import { closer, type Family } from '../syntax/families/family.ts';

/** A piece of a body. The kind `token` is an active token as written; the other kinds are text, classified by its purpose. */
export interface Piece {
  readonly kind: 'text' | 'token' | 'thought' | 'call' | 'output';
  readonly text: string;
}

export interface MessageDraft {
  /** The role, as named in the family. A tool's reply has the role for replies, and the tool's name in the `name` attribute. */
  readonly role: string | undefined;
  /** The attributes of the header, by name. A content type that is not introduced by `<|constrain|>` is stored as the `content_type` attribute. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly channel: string | undefined;
  /** The type after `<|constrain|>`. */
  readonly constraint: string | undefined;
  readonly pieces: readonly Piece[];
  /** The token that closes the message; undefined if the text ends within the message. */
  readonly terminator: Terminator | undefined;
  /** Whether the header only names the speaker and the model continues from there. In a plain frame, such a header is complete. */
  readonly slot: boolean;
  /** The body as written in the source, up to the terminator, and the family of the source. */
  readonly source?: { readonly text: string; readonly family: Family } | undefined;
}

/** The reason why a message cannot be written, with the part at fault. */
export interface Refusal {
  /** The name of the part: `body`, `role`, `channel`, `constraint`, `terminator`, or the name of an attribute. */
  readonly part: string;
  /** The span of the fault: UTF-16 offsets in the value, or in the concatenated texts of the pieces. */
  readonly start: number;
  readonly end: number;
  /** A description of the fault, which continues a sentence that begins with the name of the part. */
  readonly reason: string;
}

export function isRefusal<T>(value: T | Refusal): value is Refusal {
  return typeof value === 'object' && value !== null && 'reason' in value;
}

/** Returns a message whose header has only a role. */
export function plainly(role: string, text: string, terminator?: Terminator): MessageDraft {
  const pieces: Piece[] = [{ kind: 'text', text }];
  return {
    role,
    attributes: new Map(),
    channel: undefined,
    constraint: undefined,
    pieces,
    terminator,
    slot: false,
  };
}

/** The role for tool replies. For families in which each tool has its own role, it is the role of 2.2. */
export function replyRole({ roles }: Family): string {
  return ([...roles, ...rolesOf2x].find(({ replies }) => replies) as RoleFact).name;
}

/** Whether a role is used for replies. Some families have two such roles. */
export function isReplyRole(role: string | undefined, family: Family): boolean {
  return role === replyRole(family) || family.roles.some(({ name, replies }) => replies && name === role);
}

/**
 * Normalizes a message for comparison. Attributes are in the order of the family (2.2 §6), replies have their recipient,
 * there is no default recipient (HARM-13), and pieces are neither empty nor divided.
 */
export function canonical(draft: MessageDraft, family: Family): MessageDraft {
  const order = orderIn(family);
  const attributes = new Map(draft.attributes);
  if (isReplyRole(draft.role, family) && family.attributes.some(({ name }) => name === 'to') && !attributes.has('to'))
    attributes.set('to', modelRole);
  if (isDefaultRecipient(draft, family)) attributes.delete('to');
  if (attributes.size <= 1) return { ...draft, attributes, pieces: joined(draft.pieces) };
  const keys = [
    ...order.filter((key) => attributes.has(key)),
    ...[...attributes.keys()].filter((key) => !order.includes(key)),
  ];
  return {
    ...draft,
    attributes: new Map(keys.map((key) => [key, attributes.get(key) as string])),
    pieces: joined(draft.pieces),
  };
}

/** Whether the recipient is the default and can be omitted. It is needed before a type, which must follow a recipient (2.2 §6). */
const isDefaultRecipient = ({ attributes, constraint }: MessageDraft, { has }: Family): boolean =>
  has.defaultRecipient &&
  attributes.get('to') === everybody &&
  constraint === undefined &&
  !attributes.has('content_type');

const orders = new Map<Family, readonly string[]>();

/** The names of attributes in the order of a family, followed by those that exist only in 2.2. */
function orderIn(family: Family): readonly string[] {
  let order = orders.get(family);
  if (order === undefined) {
    order = [...new Set([...family.attributes, ...attributesOf2x].map(({ name }) => name))];
    orders.set(family, order);
  }
  return order;
}

/** Removes empty pieces, and joins adjacent pieces of the same kind, except tokens. */
export function joined(pieces: readonly Piece[]): readonly Piece[] {
  const joinedPieces: Piece[] = [];
  let [kind, texts]: [Piece['kind'], string[]] = ['token', []];
  const flush = () => {
    if (texts.length > 0) joinedPieces.push({ kind, text: texts.join('') });
    texts = [];
  };
  for (const piece of pieces) {
    if (piece.text === '') continue;
    if (piece.kind !== kind || kind === 'token') flush();
    kind = piece.kind;
    texts.push(piece.text);
  }
  flush();
  return joinedPieces;
}

/** The token that usually closes a message. It depends on whether the message is addressed to a tool. */
export function usualTerminator({ role, attributes }: MessageDraft, family: Family): Terminator {
  const to = attributes.get('to');
  const toTool = !isReplyRole(role, family) && to !== undefined && !speakers.includes(to);
  return closer(family, toTool).name as Terminator;
}

/** Returns the text that closes an open body: its terminator, and the line break that the terminator removes. */
export function closing(body: string, family: Family, toTool = false): string {
  return (family.frame.breakAfter ? breakFor(body) : '') + closer(family, toTool).text;
}

/**
 * Returns the line break to add at the end of a body, since the terminator removes one line break. A body that ends with a
 * line break needs the same one again, because `\n` after `\r` would be part of that line break.
 */
export function breakFor(body: string): string {
  return /\r\n?$|\n$/.exec(body.slice(-2))?.[0] ?? '';
}

/** Shifts the offsets of a refusal by a distance, and limits them to `most`. */
export function shifted(refusal: Refusal, by: number, most = Number.POSITIVE_INFINITY): Refusal {
  const within = (offset: number) => Math.max(0, Math.min(offset + by, most));
  return { ...refusal, start: within(refusal.start), end: within(refusal.end) };
}
