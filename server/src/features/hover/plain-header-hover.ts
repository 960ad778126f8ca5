/** Hovers in families whose messages have plain frames: roles, names, tokens and the marks of a sequence. */
import { sequenceDoc, type TokenFact, tags } from '../../grammar/index.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { headerInfo } from '../../model/message.ts';
import { beginMark, endMark } from '../../model/sequence.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import { segments } from '../../syntax/body.ts';
import { familyOfToken } from '../../syntax/families/index.ts';
import { joinedWords } from '../../syntax/wording.ts';
import { type Cursor, tokenAround, within } from '../support/cursor.ts';
import { type Explanation, explanation } from './explanation.ts';
import { visibility } from './fact-hovers.ts';
import { explainJson } from './json-hover.ts';
import { explainDeclaration } from './links.ts';
import { code, paragraphs, source } from './markdown.ts';

export function explainPlain(cursor: Cursor): Explanation | undefined {
  const { block, at } = cursor;
  if (block.kind === 'message' && at < block.headerEnd) return explainHeader(cursor) ?? explainToken(cursor);
  if (block.kind === 'message' && at >= block.bodyStart && at < block.bodyEnd) return explainBody(cursor);
  // Marks come first, because a token of a configured pair of marks may have another meaning as well.
  return explainMark(cursor) ?? explainToken(cursor);
}

function explainHeader(cursor: Cursor): Explanation | undefined {
  const { block, at, place, transcript } = cursor;
  const what = headerInfo(block);
  const { role, attributes } = what.header;
  if (role && within(role, at)) {
    const { roles } = block.family;
    const fact = roles.find(({ name }) => name === what.role);
    const roleNames = joinedWords(roles.map(({ name }) => code(name)));
    return explanation(
      role,
      fact
        ? paragraphs(
            `**${code(fact.name)}** · role`,
            fact.doc,
            visibility(verdictOf(block, transcript.blocks.beside(place.index)).shown !== 'hidden'),
            source(fact.section),
          )
        : paragraphs(
            `**${code(role.text)}** · not a role`,
            `The roles are ${roleNames}.`,
            source(roles[0]?.section ?? ''),
          ),
    );
  }
  const attribute = attributes.find((candidate) => within(candidate, at));
  if (attribute === undefined) return undefined;
  const fact = block.family.attributes.find(({ name }) => name === attribute.key);
  const doc = fact?.doc ?? 'OpenChatML 0.1 does not define this attribute, so other parsers ignore it.';
  return explanation(
    attribute,
    paragraphs(`**${code(`${attribute.key}=`)}** · attribute`, doc, source(fact?.section ?? '0.1 §3')),
  );
}

/** Explains a token or tag in the body, the declaration of a tool, or a field in JSON. */
function explainBody(cursor: Cursor): Explanation | undefined {
  const { block, at } = cursor;
  const segment = segments(block).find((candidate) => within(candidate, at));
  if (segment?.kind === 'token') return explanation(segment, explain(segment.token as TokenFact));
  for (const { name, open, close } of taggedParts(block, headerInfo(block).role)) {
    const tag = [open, close].find((one) => one !== undefined && within(one, at));
    const fact = tag && tags.find((one) => one.name === name);
    if (tag && fact)
      return explanation(tag, paragraphs(`**${code(block.text.slice(tag.start, tag.end))}** · ChatML tag`, fact.doc));
  }
  return explainDeclaration(cursor) ?? explainJson(cursor);
}

function explainToken({ block, at }: Cursor): Explanation | undefined {
  const span = tokenAround(block.text, at, block.family.tokenAt);
  return span && explanation(span, explain(span.token));
}

const titles: Partial<Record<TokenFact['kind'], string>> = {
  flag: 'thought flag',
  thought: 'thought token',
  function: 'function token',
  call: 'call token',
};

function explain(token: TokenFact): string {
  const { text, doc, section, kind } = token;
  const foreign = kind === 'foreign' && `token of ${familyOfToken(token)?.name}`;
  return paragraphs(`**${code(text)}** · ${foreign || (titles[kind] ?? 'control token')}`, doc, source(section));
}

function explainMark({ block, at, transcript }: Cursor): Explanation | undefined {
  if (!block.family.has.files) return undefined;
  const isLast = transcript.blocks.at(transcript.blocks.length - 1) === block;
  const marks = {
    begin: beginMark(block, transcript.choice),
    end: isLast ? endMark(block, transcript.choice) : undefined,
  };
  for (const side of ['begin', 'end'] as const) {
    const mark = marks[side];
    if (mark === undefined || !within(mark, at)) continue;
    return explanation(
      mark,
      paragraphs(`**${code(mark.pair[side])}**`, sequenceDoc[side], source(sequenceDoc.section)),
    );
  }
  return undefined;
}
