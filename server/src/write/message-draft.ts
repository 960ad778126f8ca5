/** A message as a writer takes it: what its header says and the pieces of its body, in whichever family it was read. */
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

/** A stretch of a body. `token`: a token that counts, as it is written; the others are text, told by what it is for. */
export interface Piece {
  readonly kind: 'text' | 'token' | 'thought' | 'call' | 'output';
  readonly text: string;
}

export interface MessageDraft {
  /** A role of the family; a tool's reply has the role for replies, and the tool's name as `name`. */
  readonly role: string | undefined;
  /** Attributes of the header by their name; a bare content type is a `content_type`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly channel: string | undefined;
  /** The type after `<|constrain|>`. */
  readonly constraint: string | undefined;
  readonly pieces: readonly Piece[];
  /** The token that closes the message; undefined where the text breaks off in it. */
  readonly terminator: Terminator | undefined;
  /** The model continues in the header, which only names the speaker. In a plain frame, the header is complete. */
  readonly slot: boolean;
  /** The body as it is written, up to the terminator, and the family that it is written in. */
  readonly source?: { readonly text: string; readonly family: Family } | undefined;
}

/** The part of a message that cannot be written. */
export interface Refusal {
  /** `body`, `role`, `channel`, `constraint`, `terminator`, or the name of an attribute. */
  readonly part: string;
  /** The stretch at fault: UTF-16 offsets in the value, or in the texts of the pieces one after the other. */
  readonly start: number;
  readonly end: number;
  /** The fault, as a clause that the part's name begins. */
  readonly reason: string;
}

export function isRefusal<T>(written: T | Refusal): written is Refusal {
  return typeof written === 'object' && written !== null && 'reason' in written;
}

/** A message with nothing in its header but the role. */
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

/** The role whose messages are replies of tools; where tools speak under their own names, the one that 2.2 gives them. */
export function replyRole({ roles }: Family): string {
  return ([...roles, ...rolesOf2x].find(({ replies }) => replies) as RoleFact).name;
}

/** Whether a role is one whose messages are replies: some families have two. */
export function isReplyRole(role: string | undefined, family: Family): boolean {
  return role === replyRole(family) || family.roles.some(({ name, replies }) => replies && name === role);
}

/**
 * A message in a canonical form for comparison: attributes in the order of the family (2.2 §6), replies with their recipient
 * no recipient that is the default (HARM-13), no empty or divided pieces.
 */
export function canonical(said: MessageDraft, family: Family): MessageDraft {
  const order = orderIn(family);
  const given = new Map(said.attributes);
  if (isReplyRole(said.role, family) && family.attributes.some(({ name }) => name === 'to') && !given.has('to'))
    given.set('to', modelRole);
  if (isDefaultRecipient(said, family)) given.delete('to');
  if (given.size <= 1) return { ...said, attributes: given, pieces: joined(said.pieces) };
  const keys = [...order.filter((key) => given.has(key)), ...[...given.keys()].filter((key) => !order.includes(key))];
  return {
    ...said,
    attributes: new Map(keys.map((key) => [key, given.get(key) as string])),
    pieces: joined(said.pieces),
  };
}

/** Whether the recipient goes without saying. A type has to follow one (2.2 §6). */
const isDefaultRecipient = ({ attributes, constraint }: MessageDraft, { has }: Family): boolean =>
  has.defaultRecipient &&
  attributes.get('to') === everybody &&
  constraint === undefined &&
  !attributes.has('content_type');

const orders = new Map<Family, readonly string[]>();

/** Names of attributes in the order of a family; after them, those that only 2.2 has. */
function orderIn(family: Family): readonly string[] {
  let order = orders.get(family);
  if (order === undefined) {
    order = [...new Set([...family.attributes, ...attributesOf2x].map(({ name }) => name))];
    orders.set(family, order);
  }
  return order;
}

/** Pieces without the empty ones; neighbours of one kind are one, but each token is its own. */
export function joined(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  let [kind, texts]: [Piece['kind'], string[]] = ['token', []];
  const flush = () => {
    if (texts.length > 0) found.push({ kind, text: texts.join('') });
    texts = [];
  };
  for (const piece of pieces) {
    if (piece.text === '') continue;
    if (piece.kind !== kind || kind === 'token') flush();
    kind = piece.kind;
    texts.push(piece.text);
  }
  flush();
  return found;
}

/** The token that usually closes such a message: another one where it goes to a tool. */
export function usualTerminator({ role, attributes }: MessageDraft, family: Family): Terminator {
  const to = attributes.get('to');
  const toTool = !isReplyRole(role, family) && to !== undefined && !speakers.includes(to);
  return closer(family, toTool).name as Terminator;
}

/** The text that closes an open body: its terminator, and the line break that the terminator removes. */
export function closing(body: string, family: Family, toTool = false): string {
  return (family.frame.breakAfter ? breakFor(body) : '') + closer(family, toTool).text;
}

/** The terminator takes one line break away, so one at the end of a body needs another; `\r` and `\n` would be one. */
export function breakFor(body: string): string {
  return /\r\n?$|\n$/.exec(body.slice(-2))?.[0] ?? '';
}

/** A refusal whose place counts from elsewhere. */
export function shifted(refusal: Refusal, by: number, most = Number.POSITIVE_INFINITY): Refusal {
  const within = (offset: number) => Math.max(0, Math.min(offset + by, most));
  return { ...refusal, start: within(refusal.start), end: within(refusal.end) };
}
