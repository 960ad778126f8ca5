/** Completion of control tokens with those that are allowed at the cursor. */
import {
  answerChannel,
  modelRole,
  type TokenFact,
  thoughtChannel,
  thoughtMarkers,
  tokenByName,
} from '../../grammar/index.ts';
import { type HeaderInfo, headerInfo } from '../../model/message.ts';
import { has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { ENDLITERAL, isEscapable, LITERAL } from '../../syntax/tokens/tokens.ts';
import { explainToken } from '../hover/fact-hovers.ts';
import { asksInCode } from './code.ts';
import { lineBefore, type Offer, type Offers, type Request, stretch, tokenOffer } from './completion-items.ts';
import { completeJson } from './json-completions.ts';

/** Matches a token that is being typed, up to the cursor: `<`, `<|`, `<|cha` or `<|channel|`. */
const begun = /<(?:\|(?:[A-Za-z_]*\|?)?)?$/;
/** Matches the text after the cursor that an offer replaces: the rest of the token, or a bracket that the editor inserted. */
const rest = /^(?:[a-z_]*\|>|\|?>)/;

/** The unfinished token before the cursor, if any. */
export function tokenBegun({ block, at }: Request): string | undefined {
  return begun.exec(lineBefore(block.text, at))?.[0];
}

/** Offers tokens, which replace the unfinished token at the cursor. */
export function offerTokens(request: Request, names: readonly string[]): Offers {
  const { family } = request.block;
  const offers = names.flatMap((name): Offer[] => {
    const token = tokenByName.get(name);
    return token ? [tokenOffer(token, explainToken(token, family))] : [];
  });
  return { ...stretch(request, begun, rest), offers };
}

/** The tokens that may end a body. The one that fits the message best comes first. */
function terminators({ kind, role, effectiveChannel }: HeaderInfo, isLast: boolean): readonly string[] {
  if (kind === 'call') return ['call'];
  if (role !== modelRole || effectiveChannel !== answerChannel) return ['end'];
  return isLast ? ['return', 'end'] : ['end', 'return'];
}

/** Completion in a body. While the user is typing, a list opens only after `<|`, because a lone `<` is ambiguous in prose and code. */
export function completeBody(request: Request): Offers | undefined {
  const token = tokenBegun(request);
  if (token === undefined) return completeJson(request);
  if (request.typed && (token.length === 1 || asksInCode(request))) return undefined;
  const { block, at, transcript } = request;
  const start = at - token.length;
  const literal = enclosingLiteral(request, start);
  if (literal) return token.length > 1 || literal === 'open' ? offerTokens(request, [ENDLITERAL.name]) : undefined;
  const escaped = block.family.has.escapes && start > block.bodyStart && block.text[start - 1] === '<';
  if (escaped) return token.length > 1 ? offerTokens(request, escapable) : undefined;
  const what = headerInfo(block);
  const ends = terminators(what, transcript.lastBlock === block);
  if (token.length === 1) return endsHere(request) ? offerTokens(request, ends) : undefined;
  return offerTokens(request, [
    ...ends,
    ...(block.family.has.escapes ? [LITERAL.name, ...thoughts(request, what, start)] : []),
  ]);
}

const escapable = [...tokenByName.values()].filter(isEscapable).map(({ name }) => name);

/** Whether the body could end at the cursor: only white space follows, up to the next message or the end of the document. */
function endsHere({ block, at }: Request): boolean {
  const behind = block.text.slice(at, at + 200).replace(rest, '');
  if (/^\s*<\|start\|>/.test(behind)) return true;
  return block.terminator === undefined && /^\s*$/.test(behind) && block.text.slice(at + 200).trim() === '';
}

/** Whether the cursor is in a literal block, and whether that block is closed. */
function enclosingLiteral({ block, at }: Request, start: number): 'closed' | 'open' | undefined {
  if (!has(block, Trait.HasLiteral)) return undefined;
  const enclosingSegment = segments(block).find((segment) => segment.start < start && at <= segment.end);
  if (enclosingSegment?.kind !== 'literal' || start < enclosingSegment.start + LITERAL.text.length) return undefined;
  return enclosingSegment.closed ? 'closed' : 'open';
}

/**
 * The thought markers that are allowed on the `analysis` channel: the marker that ends the current section, if any, and the markers that
 * begin one. None on other channels.
 */
function thoughts({ block }: Request, what: HeaderInfo, at: number): string[] {
  if (what.effectiveChannel !== thoughtChannel) return [];
  const isMark = (token: TokenFact | undefined) => token?.kind === 'thought';
  const last = segments(block).findLast(({ end, token }) => end <= at && isMark(token));
  const [, open] = /^start_(.*)/.exec(last?.token?.name ?? '') ?? [];
  const starts = thoughtMarkers.filter(({ name }) => name.startsWith('start_')).map(({ name }) => name);
  return open ? [`end_${open}`, ...starts] : starts;
}
