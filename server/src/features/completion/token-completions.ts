/** Completion of control tokens: those allowed at the cursor. */
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

/** A token that is being typed: `<`, `<|`, `<|cha`, `<|channel|`. */
const begun = /<(?:\|(?:[A-Za-z_]*\|?)?)?$/;
/** The text after the cursor: the rest of the token, or a closing bracket inserted by the editor. */
const rest = /^(?:[a-z_]*\|>|\|?>)/;

/** The unfinished token before the cursor, if there is one. */
export function tokenBegun({ block, at }: Request): string | undefined {
  return begun.exec(lineBefore(block.text, at))?.[0];
}

/** Offers of tokens, which replace the unfinished one. */
export function offerTokens(request: Request, names: readonly string[]): Offers {
  const { family } = request.block;
  const offers = names.flatMap((name): Offer[] => {
    const token = tokenByName.get(name);
    return token ? [tokenOffer(token, explainToken(token, family))] : [];
  });
  return { ...stretch(request, begun, rest), offers };
}

/** The tokens that may end a body; first the token that fits the message. */
function terminators({ kind, role, effectiveChannel }: HeaderInfo, isLast: boolean): readonly string[] {
  if (kind === 'call') return ['call'];
  if (role !== modelRole || effectiveChannel !== answerChannel) return ['end'];
  return isLast ? ['return', 'end'] : ['end', 'return'];
}

/** Completion in a body. While the user types, a list opens only after `<|`, since a lone `<` is ambiguous in prose and code. */
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

/** Whether only spaces separate the cursor from the end of an unclosed body. */
function endsHere({ block, at }: Request): boolean {
  const behind = block.text.slice(at, at + 200).replace(rest, '');
  if (/^\s*<\|start\|>/.test(behind)) return true;
  return block.terminator === undefined && /^\s*$/.test(behind) && block.text.slice(at + 200).trim() === '';
}

/** Whether the cursor is in a literal block, and whether that block is closed. */
function enclosingLiteral({ block, at }: Request, start: number): 'closed' | 'open' | undefined {
  if (!has(block, Trait.HasLiteral)) return undefined;
  const found = segments(block).find((segment) => segment.start < start && at <= segment.end);
  if (found?.kind !== 'literal' || start < found.start + LITERAL.text.length) return undefined;
  return found.closed ? 'closed' : 'open';
}

/** Thought markers, only on the channel `analysis`: the markers that begin a section, and the marker that ends the current section. */
function thoughts({ block }: Request, what: HeaderInfo, at: number): string[] {
  if (what.effectiveChannel !== thoughtChannel) return [];
  const isMark = (token: TokenFact | undefined) => token?.kind === 'thought';
  const last = segments(block).findLast(({ end, token }) => end <= at && isMark(token));
  const [, open] = /^start_(.*)/.exec(last?.token?.name ?? '') ?? [];
  const starts = thoughtMarkers.filter(({ name }) => name.startsWith('start_')).map(({ name }) => name);
  return open ? [`end_${open}`, ...starts] : starts;
}
