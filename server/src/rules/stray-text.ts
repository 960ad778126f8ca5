import type { TokenFact } from '../grammar/index.ts';
import { isCutInString, jsonFault, mustBeJson } from '../model/body-json.ts';
import { message } from '../model/message.ts';
import { beginMark, outerTokens, partsOf } from '../model/sequence.ts';
import { stripped } from '../model/stripped.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { unreadHeader } from '../syntax/document-header/extent.ts';
import { foreignHeader } from '../syntax/document-header/values.ts';
import { families } from '../syntax/families/index.ts';
import type { Span } from '../syntax/span.ts';
import { nearlyThis, nearToken } from '../syntax/tokens/expected-tokens.ts';
import { misspelledAt, tokenBegins } from '../syntax/tokens/misspelled.ts';
import { IM_END, START, tokenAt } from '../syntax/tokens/tokens.ts';
import { quote } from '../syntax/wording.ts';
import { redundantEnd } from './end-redundant.ts';
import { extraTerminators } from './harmony-rejects.ts';
import { firstLine } from './support/places.ts';
import type { Context, Report, Rule } from './support/rule.ts';
import { beginsWithTag, mayBeCall } from './support/stray-call.ts';
import { otherMisspelledAt, otherTokenBegins, tellsNoDialect } from './token-misspelled.ts';

/** Reports text or tokens between messages (2.2 §12, A-016, A-023). Only the first stretch before the next message is reported. */
export const rule: Rule = {
  code: 'stray-text',
  title: 'Text between messages',
  section: '2.2 §12, §15',
  level: 'warning',
  levels: { harmony: 'error' },
  needs: ['channels'],
  gap: {
    check(block, from, _context, report, isLast) {
      const { text } = block;
      // If the text looks like a document header, `document-header-missing` explains why it is ignored.
      if (block.kind === 'prelude' && !isLast && unreadHeader(text)) return;
      if (block.kind === 'message' && has(block, Trait.HasMessage)) {
        // The terminator came too early, and the body continues here. The fault in the JSON of that body is reported instead.
        const before = message(block);
        if (mustBeJson(before) && isCutInString(before, jsonFault(before))) return;
      }
      const { parser } = block.family.has;
      const redundant = parser ? extraTerminators(block, from).at(-1) : redundantEnd(block, from);
      let start = redundant?.end ?? from;
      const undecided = tellsNoDialect(block, isLast);
      start = undecided ? afterEdges(text, start) : afterSpace(text, start);
      if (start >= text.length || misspelledAt(text, start)) return;
      if (undecided && otherMisspelledAt(text, start)) return;
      // At the end of a document, the user may be typing a token.
      if (isLast && tokenBegins(text.slice(start))) {
        if (parser) report({ start, end: text.length }, breaksOff(text.slice(start)), { milder: 'warning' });
        return;
      }
      if (undecided && otherTokenBegins(text.slice(start)))
        return report({ start, end: text.length }, breaksOff(text.slice(start)), { milder: 'warning' });
      const token = tokenAt(text, start);
      // In Harmony, a token of another family is plain text.
      if (token?.kind === 'foreign' && !block.family.has.foreignText) return;
      // Without any token, it is uncertain whether the document is Harmony at all.
      const isAll = block.kind === 'prelude' && isLast;
      const unframed = stripped(text.slice(from));
      if (isAll && unframed) return;
      const rest = firstLine(text, { start, end: text.length });
      const next = text.slice(start + 1, rest.end).search(/<\|\w+\|>/);
      const line = token
        ? { start, end: start + token.text.length }
        : next < 0
          ? rest
          : { start, end: start + 1 + next };
      const span = { start, end: start + text.slice(start, line.end).trimEnd().length };
      const what = quote(text.slice(span.start, span.end));
      const advice = unframed
        ? 'The special tokens of these messages seem to be lost: decode the output again, and keep them.'
        : adviceOn(text.slice(span.start, rest.end), block);
      report(span, `${what} is outside any message, so parsers ignore it. ${advice}`, {
        ...(isAll && { milder: 'warning' as const }),
      });
    },
  },
  forms: [
    {
      needs: ['plainFrames'],
      gap: {
        check(block, from, context, report, isLast) {
          const { files, beginMark: mayBegin } = block.family.has;
          const start = (mayBegin ? beginMark(block, context)?.end : undefined) ?? from;
          for (const part of files ? besideMessages(block, context) : [{ start, end: block.text.length }])
            strayIn(block, part, report, isLast);
        },
      },
    },
  ],
};

/**
 * The spans next to a message that may contain stray text. Sequence tokens at the edges of the document, separators, and
 * files between separators are allowed there. A document without messages consists only of content.
 */
function besideMessages(block: Block, context: Context): readonly Span[] {
  const { blocks } = context;
  const isLast = blocks.at(blocks.length - 1) === block;
  // `document-version-unsupported` reports a header with another version.
  if (block.kind === 'prelude' && (isLast || foreignHeader(block))) return [];
  const parts = partsOf(block, isLast, context);
  return parts.filter((_, i) => (i === 0 && block.kind === 'message') || (i === parts.length - 1 && !isLast));
}

/** Advice about stray text, depending on its likely cause. It never suggests removing text that may be a call or its arguments. */
function adviceOn(text: string, { kind, family }: Block): string {
  const bare = kind === 'prelude' ? openers.find((one) => isBare(text, 0, one)) : undefined;
  if (bare) return lostTo(bare);
  const opener = nearToken(text, 0, text.length, [START.name]);
  if (opener?.start === 0) return lostTo(START);
  const begins = 'If a message begins here, write its header before it';
  const goesOn = family.has.escapes
    ? 'if the preceding message continues, escape its terminator'
    : 'if the preceding message continues, its terminator came too early';
  const causes = kind === 'prelude' ? begins : `${begins}; ${goesOn}`;
  if (kind === 'prelude' && beginsWithTag(text))
    return 'It looks like an answer from a ChatML model: write `<|im_start|>assistant` and a line break before it.';
  return mayBeCall(text) ? `${causes}.` : `${causes}. Otherwise, remove it.`;
}

const openers = Object.values(families).flatMap(({ frame }) => frame.openers);

/** Whether a token without its bars, such as `<im_start>`, begins at an offset. */
const isBare = (text: string, at: number, { name }: TokenFact) => text.startsWith(`<${name}>`, at);

/** The message for text that begins with a misspelled opener. */
function lostTo({ text }: TokenFact): string {
  return `This begins with a misspelled ${quote(text)}, so the message is lost. Write ${quote(text)}.`;
}

function breaksOff(begun: string): string {
  return `The document ends in the middle of a token, ${quote(begun)}. Complete the token, or remove it.`;
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /[\s\uFEFF]/.test(text[at] as string)) at++;
  return at;
}

const isEdge = ({ kind }: TokenFact) => kind === 'sequence';
const edges = Object.values(families).flatMap(({ tokens }) => tokens.filter(isEdge));

/** The offset after white space and sequence tokens, which are not stray text. */
function afterEdges(text: string, from: number): number {
  for (let at = afterSpace(text, from); ; ) {
    const mark = edges.find((token) => text.startsWith(token.text, at));
    if (mark === undefined) return at;
    at = afterSpace(text, at + mark.text.length);
  }
}

function strayIn(block: Block, { start: from, end: to }: Span, report: Report, isLast: boolean): void {
  const { text } = block;
  const tokens = outerTokens(block).filter((token) => token.start >= from && token.end <= to);
  // Text before an end token is a message that lacks its beginning. `start-missing` reports it.
  let start = tokens.findLast(({ token }) => token === IM_END)?.end ?? from;
  const skip = block.family.tokens.some(isEdge) ? afterEdges : afterSpace;
  start = skip(text, start);
  const token = tokens.find((one) => one.start >= start);
  if (
    start >= to ||
    misspelledAt(text, start, block.family.spellings) ||
    (token?.start === start && token.token.kind === 'foreign')
  )
    return;
  if (isLast && to === text.length && tokenBegins(text.slice(start), block.family.spellings)) {
    report({ start, end: to }, breaksOff(text.slice(start)));
    return;
  }
  const line = firstLine(text, {
    start,
    end: token === undefined ? to : token.start === start ? token.end : token.start,
  });
  const span = { start, end: start + text.slice(start, line.end).trimEnd().length };
  const opener = block.family.frame.openers.find(
    (one) => isBare(text, span.start, one) || nearlyThis(block, span.start, to, one)?.start === span.start,
  );
  const advice = opener ? lostTo(opener) : 'Remove it, or put it into a message.';
  report(span, `${quote(text.slice(span.start, span.end))} is outside any message, so parsers ignore it. ${advice}`);
}
