/** Hovers on control tokens, escapes and literal blocks. */
import type { TokenFact } from '../../grammar/index.ts';
import { has, Trait } from '../../syntax/block.ts';
import { type Segment, segments } from '../../syntax/body.ts';
import { misspellings } from '../../syntax/tokens/misspelled.ts';
import { ENDLITERAL, isEscapable, LITERAL } from '../../syntax/tokens/tokens.ts';
import { type Cursor, tokenAround, within } from '../support/cursor.ts';
import { type Explanation, explanation } from './explanation.ts';
import { explainToken } from './fact-hovers.ts';
import { code, fenced, paragraphs, source } from './markdown.ts';

/** Explains a token outside a body: its purpose in this dialect. */
export function explainTokenAt(cursor: Cursor): Explanation | undefined {
  const span = tokenAround(cursor.block.text, cursor.at);
  return span ? explanation(span, purpose(cursor, span.token)) : explainMisspelling(cursor);
}

/**
 * The distance from the cursor within which a token is searched for. It is greater than the length of any token, even with a space or a
 * backslash next to each bar.
 */
const reach = 40;

/** Explains text that was probably intended as a token but is not one, such as `<|END|>` or `<\|end\|>`. */
function explainMisspelling({ block: { text, family }, at }: Cursor): Explanation | undefined {
  for (const { start, end, token } of misspellings(text, Math.max(0, at - reach), Math.min(text.length, at + reach))) {
    if (!within({ start, end }, at) || !family.tokens.includes(token)) continue;
    const title = `**${code(text.slice(start, end))}** · misspelled`;
    const note = `Parsers do not recognize it as ${code(token.text)}: control tokens are lowercase, with plain bars and no spaces.`;
    return explanation({ start, end }, paragraphs(title, note, token.doc, source(token.section)));
  }
  return undefined;
}

/** Explains a token in a body, an escape, or a literal block. */
export function explainBody(cursor: Cursor): Explanation | undefined {
  const { block, at } = cursor;
  if (!has(block, Trait.OddBody)) return explainMisspelling(cursor);
  const segment = segments(block).find((candidate) => within(candidate, at));
  return segment && bySegment[segment.kind](cursor, segment);
}

const bySegment: Record<Segment['kind'], (cursor: Cursor, segment: Segment) => Explanation | undefined> = {
  text(cursor) {
    const span = tokenAround(cursor.block.text, cursor.at);
    return span && isUnknownToHarmony(cursor, span.token) ? explainTokenAt(cursor) : explainMisspelling(cursor);
  },
  escape(_, segment) {
    const text = segment.token?.text ?? '';
    const doc = `Renders as the text ${code(text)}: the first \`<\` keeps it from being a control token.`;
    return explanation(segment, paragraphs(`**${code(`<${text}`)}** · escape`, doc, source('2.2 §3')));
  },
  literal: explainLiteral,
  token(cursor, segment) {
    const token = segment.token as TokenFact;
    if (token.kind === 'thought') return explanation(segment, purpose(cursor, token));
    if (!isEscapable(token)) return explanation(segment, explainForeign(cursor, token));
    const remedy = cursor.block.family.has.escapes && ` Escape it as ${code(`<${token.text}`)} if it is meant as text.`;
    const note = `In a body, this token has no function and counts as text.${remedy || ''}`;
    return explanation(segment, paragraphs(purpose(cursor, token), note));
  },
};

/** On a marker of a literal block, shows how the block is rendered. On a token inside the block, says that it is text. */
function explainLiteral(cursor: Cursor, { start, end, closed }: Segment): Explanation | undefined {
  const { block, at } = cursor;
  const from = start + LITERAL.text.length;
  const to = closed ? end - ENDLITERAL.text.length : end;
  if (at >= from && at < to) {
    const inside = tokenAround(block.text, at);
    const doc = `Inside a literal block, ${code(inside?.token.text ?? '')} is text, not a control token.`;
    return inside && explanation(inside, paragraphs(doc, source('2.2 §3')));
  }
  const marker = at < from ? { start, end: from } : { start: to, end };
  const text = block.text.slice(from, Math.min(to, from + 600));
  const title = `**${code(block.text.slice(marker.start, marker.end))}** · literal block`;
  const doc =
    text === ''
      ? 'Renders as nothing.'
      : `Renders as this text (${to - from} ${to - from === 1 ? 'character' : 'characters'}):`;
  const open = !closed && 'It has no end marker, so it runs to the end of the document.';
  return explanation(marker, paragraphs(title, doc, text !== '' && fenced('', text, 500), open, source('2.2 §3')));
}

/** Explains a token of 0.1 in a body of 2.x. It cannot be escaped (A-012). */
function explainForeign({ block }: Cursor, token: TokenFact): string {
  const remedy = block.family.has.escapes && ' Wrap it in a literal block if it is meant as text.';
  const note = `This document is written in OpenChatML 2.x, where this token has no function.${remedy || ''}`;
  return paragraphs(`**${code(token.text)}** · OpenChatML 0.1 token`, token.doc, note, source(token.section));
}

function purpose(cursor: Cursor, token: TokenFact): string {
  if (isUnknownToHarmony(cursor, token)) {
    return paragraphs(
      `**${code(token.text)}** · text`,
      'Harmony has no such token and reads it as text.',
      source(token.section),
    );
  }
  return explainToken(token, cursor.block.family);
}

function isUnknownToHarmony({ transcript }: Cursor, token: TokenFact): boolean {
  return token.kind !== 'foreign' && !transcript.family.tokens.includes(token);
}
