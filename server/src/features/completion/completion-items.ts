/** The offers of completion, before they are converted for the protocol. */
import { modelRole, type TokenFact } from '../../grammar/index.ts';
import type { HeaderInfo } from '../../model/message.ts';
import type { Block } from '../../syntax/block.ts';
import type { Family } from '../../syntax/families/family.ts';
import type { Span } from '../../syntax/span.ts';
import { ENDLITERAL, LITERAL } from '../../syntax/tokens/tokens.ts';
import type { CompletionTrigger } from '../completion.ts';
import type { ReplyPlace } from '../graph/unanswered-calls.ts';
import type { Cursor } from '../support/cursor.ts';
import { CompletionItemKind } from '../support/kinds.ts';

export interface Offer {
  readonly label: string;
  readonly kind: number;
  /** The text that replaces the span. The default is the label. */
  readonly text?: string | undefined;
  /** The same text with tab stops, for clients that support snippets. */
  readonly snippet?: string | undefined;
  /** The text that the editor compares with the typed word. The default is `text`. */
  readonly filter?: string | undefined;
  /** Whether accepting the offer opens another list of choices. */
  readonly opens?: boolean | undefined;
  /** A few words next to the label. */
  readonly detail?: string | undefined;
  /** Documentation, as Markdown. */
  readonly doc?: string | undefined;
  /** Documentation taken from the document. It is shown verbatim, and used instead of `doc`. */
  readonly said?: string | undefined;
}

/** Offers in display order, and the span of the block that they replace, which is the text typed so far. */
export interface Offers extends Span {
  readonly offers: readonly Offer[];
}

/**
 * The offers whose text is not yet present at this position. Empty if a list is open and its word is complete, so that the list closes.
 * `at`: the cursor in the text.
 */
export function unwritten(
  source: string,
  at: number,
  { start, end, offers }: Offers,
  asker: CompletionTrigger,
): readonly Offer[] {
  const presentTexts = new Set([source.slice(start, at), source.slice(start, end)]);
  const newOffers = offers.filter(({ label, text = label }) => !presentTexts.has(text));
  return asker === 'list' && newOffers.length < offers.length ? [] : newOffers;
}

/** A request for completion: the cursor, and how the request was triggered. */
export interface Request extends Cursor {
  /** Whether a typed character triggered the request, rather than a command of the user. */
  readonly typed: boolean;
  /** The calls and replies of the document, and the position of the cursor's message among them. */
  replyPlace(): ReplyPlace<Block>;
}

/** The kinds of tokens that are followed by a word from a list. All other kinds are followed by text. */
const opening: readonly TokenFact['kind'][] = ['opener', 'part'];

/** A token as an offer. The offer for the start of a literal block also inserts its end marker. */
export function tokenOffer({ text, name, kind }: TokenFact, doc: string): Offer {
  return {
    label: text,
    kind: CompletionItemKind.Keyword,
    ...(name === LITERAL.name && { text: text + ENDLITERAL.text, snippet: `${text}$1${ENDLITERAL.text}` }),
    ...(opening.includes(kind) && { opens: true }),
    doc,
  };
}

/** The span that `before` matches up to the cursor and `after` matches from the cursor on. */
export function stretch({ block, at }: Cursor, before: RegExp, after: RegExp): Span {
  const [typed = ''] = before.exec(lineBefore(block.text, at)) ?? [];
  const [rest = ''] = after.exec(block.text.slice(at, at + MAX_CONTEXT_LENGTH)) ?? [];
  return { start: at - typed.length, end: at + rest.length };
}

/** The maximum length of the text that is examined on each side of the cursor (UTF-16 units). */
const MAX_CONTEXT_LENGTH = 400;

/** The text on the line before `at`, of which at most `MAX_CONTEXT_LENGTH` units are returned. */
export function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MAX_CONTEXT_LENGTH), at);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
}

/** The role that usually speaks next. At the beginning of a conversation, the role that instructs the model. */
export function nextRole({ roles }: Family, before: Pick<HeaderInfo, 'role' | 'kind'> | undefined): string | undefined {
  if (before === undefined) return roles[0]?.name;
  if (before.kind === 'reply') return modelRole;
  return roles.find(({ name }) => name === before.role)?.next;
}
