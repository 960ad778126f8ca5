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
  /** The text that replaces the span; the label if not given. */
  readonly text?: string | undefined;
  /** The same with tab stops, for clients that support snippets. */
  readonly snippet?: string | undefined;
  /** The text by which the editor filters; `text` by default. */
  readonly filter?: string | undefined;
  /** Accepting the offer opens another list of choices. */
  readonly opens?: boolean | undefined;
  /** A few words next to the label. */
  readonly detail?: string | undefined;
  /** Markdown. */
  readonly doc?: string | undefined;
  /** Used instead of `doc` for text from the document, which is shown verbatim. */
  readonly said?: string | undefined;
}

/** Offers in display order, and the span of the block that they replace: the typed text. */
export interface Offers extends Span {
  readonly offers: readonly Offer[];
}

/**
 * The offers whose text is not already present at this position. Once the word of an open list is complete, that list gets no offers. `at`:
 * the cursor in the text.
 */
export function unwritten(
  source: string,
  at: number,
  { start, end, offers }: Offers,
  asker: CompletionTrigger,
): readonly Offer[] {
  const written = new Set([source.slice(start, at), source.slice(start, end)]);
  const left = offers.filter(({ label, text = label }) => !written.has(text));
  return asker === 'list' && left.length < offers.length ? [] : left;
}

/** The parts of a request: the cursor, and its trigger. */
export interface Request extends Cursor {
  /** Triggered by a typed character, not by the user. */
  readonly typed: boolean;
  /** Calls and replies, and the position of the cursor's message among them. */
  replyPlace(): ReplyPlace<Block>;
}

/** The kinds of tokens after which a word from a list follows; after all other kinds, text follows. */
const opening: readonly TokenFact['kind'][] = ['opener', 'part'];

/** A token as an offer. A literal block includes its end marker. */
export function tokenOffer({ text, name, kind }: TokenFact, doc: string): Offer {
  return {
    label: text,
    kind: CompletionItemKind.Keyword,
    ...(name === LITERAL.name && { text: text + ENDLITERAL.text, snippet: `${text}$1${ENDLITERAL.text}` }),
    ...(opening.includes(kind) && { opens: true }),
    doc,
  };
}

/** The span around the cursor that `before` (up to the cursor) and `after` (from the cursor on) match. */
export function stretch({ block, at }: Cursor, before: RegExp, after: RegExp): Span {
  const [typed = ''] = before.exec(lineBefore(block.text, at)) ?? [];
  const [rest = ''] = after.exec(block.text.slice(at, at + MAX_CONTEXT_LENGTH)) ?? [];
  return { start: at - typed.length, end: at + rest.length };
}

/** The maximum length of the text that is examined on each side of the cursor (UTF-16 units). */
const MAX_CONTEXT_LENGTH = 400;

/** The text before `at` on its line, as far as completion needs it. */
export function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MAX_CONTEXT_LENGTH), at);
  return before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1);
}

/** The role that usually speaks next; at the beginning, the role that instructs the model. */
export function nextRole({ roles }: Family, before: Pick<HeaderInfo, 'role' | 'kind'> | undefined): string | undefined {
  if (before === undefined) return roles[0]?.name;
  if (before.kind === 'reply') return modelRole;
  return roles.find(({ name }) => name === before.role)?.next;
}
