import { modelRole, toolRole } from '../grammar/index.ts';
import type { HeaderInfo } from '../model/message.ts';
import { errorTexts, ordinaryToken } from '../model/reference/errors.ts';
import { type HeaderFault, type ReferenceHeader, readHeader } from '../model/reference/header.ts';
import { idOf } from '../model/reference/special-tokens.ts';
import type { Block } from '../syntax/block.ts';
import { skipSpace } from '../syntax/cutter.ts';
import type { MessageHeader } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';
import { START, tokenAt } from '../syntax/tokens/tokens.ts';
import { quote, unseen } from '../syntax/wording.ts';
import { lostOpener } from './start-missing.ts';
import type { Extra, Rule } from './support/rule.ts';

/**
 * Reports text that the parser of openai/harmony rejects or misreads although its meaning is clear. The report quotes the parser's
 * error text, since servers return it.
 */
export const rule: Rule = {
  code: 'harmony-rejects',
  title: "Message that Harmony's parser rejects or misreads",
  section: 'Harmony',
  level: 'warning',
  needs: ['parser'],
  insteadOfOthers: true,
  whileTyped: true,
  header({ header, role, kind }, _context, report) {
    const rejectedParts = [...misread(header, role, kind)];
    for (const [span, text, extra] of rejectedParts) report(span, text, extra);
    if (rejectedParts.length > 0 || header.faults.length > 0 || !header.closed) return;
    const answer = answerTo(header);
    if (!('kind' in answer)) return;
    const says = `Harmony's parser rejects this header: "${errorOf(answer)}".`;
    const space = header.spaces.find(({ start, end }) => /[^ \t\r\n]/.test(header.text.slice(start, end)));
    const hidden = space && unseen(header.text.slice(space.start, space.end));
    const remedy =
      hidden === undefined
        ? 'Write the role, `to=`, the channel and the type once each, in this order.'
        : `This is ${hidden}. Write an ordinary space.`;
    report(space ?? lastWord(header), `${says} ${remedy}`, data.header);
  },
  gap: {
    check(block, from, _context, report) {
      let last = from;
      for (const span of extraTerminators(block, from)) {
        const id = span.start > last ? ordinaryToken : String(idOf(block.text.slice(span.start + 2, span.end - 2)));
        last = span.end;
        report(
          span,
          `The message is already closed, so Harmony's parser fails on this token: "${errorTexts['start-expected'](id)}". Remove the token.`,
          data.terminator,
        );
      }
    },
  },
};

/** Yields the parts of a header that the parser rejects or misreads. */
function* misread(header: MessageHeader, role: string | undefined, kind: HeaderInfo['kind']): Generator<RejectedPart> {
  const { channel, constrain, attributes, spaces, faults, text } = header;
  const answer = answerTo(header);
  // A long header may have many faulty words, so the text that their reports share is created only once.
  const rejection = 'kind' in answer ? `Harmony's parser rejects this header: "${errorOf(answer)}".` : undefined;
  const says = (span?: Span) => rejection ?? readingOf(answer as ReferenceHeader, header, span);
  const faulty = new Set(faults.map(({ start }) => start));
  for (const part of [channel, constrain]) {
    const space = part && spaces.find(({ start }) => start === part.token.end);
    if (space === undefined) continue;
    const token = quote(text.slice(part?.token.start, part?.token.end));
    const hidden = unseen(text.slice(space.start, space.end));
    const which = hidden === undefined ? '' : `; this is ${hidden}`;
    yield [space, `There must be no space after ${token}${which}. ${says(part?.word)} Remove the space.`, data.space];
  }
  for (const attribute of attributes) {
    const { key, repeated, start } = attribute;
    if (faulty.has(start)) continue;
    if (key !== 'to')
      yield [attribute, `Harmony has no \`${key}=\`. ${says(attribute)} Remove the attribute.`, data.attribute];
    else if (repeated)
      yield [attribute, `\`to=\` occurs twice in this header. ${says(attribute)} Remove one.`, data.repeated];
  }
  if (header.unfinished || header.role === undefined) return;
  const word = header.role.text;
  if (word !== role && word.startsWith(`${role}:`)) {
    const renderer = `Harmony's renderer writes a name as ${quote(word)}, but its parser does not accept a name.`;
    yield [header.role, `${renderer} ${says(header.role)}`, data.name];
  } else if (kind === 'reply' && role !== toolRole && isAlone(header)) {
    const remedy = 'Write `to=assistant` after the name of the tool.';
    yield [header.role, `A reply needs a second word in its header. ${says(header.role)} ${remedy}`, data.reply];
  }
  if (constrain && !attributes.some(({ key }) => key === 'to') && !faulty.has(constrain.token.start)) {
    const { start, end } = constrain.token;
    const later =
      'Later versions of the parser read this part as the type. Name a recipient, or write the type without `<|constrain|>`.';
    const type = says({ start, end: constrain.word?.end ?? end });
    yield [constrain.token, `There is no recipient before \`<|constrain|>\`. ${type} ${later}`, data.type];
  }
}

type RejectedPart = readonly [Span, string, Extra];

/** The last attribute, type or `<|constrain|>` of a header. If it has none, the role or the channel. */
function lastWord({ attributes, constrain, contentType, role, channel, text }: MessageHeader): Span {
  const words = [attributes.at(-1), contentType, constrain?.token].filter((word) => word !== undefined);
  const last = words.sort((a, b) => a.start - b.start).at(-1) ?? role;
  if (last && last.end > last.start) return last;
  return channel?.token ?? { start: 0, end: text.length };
}

const extraOf = (rule: string, milder?: 'information'): Extra => ({ data: { rule }, ...(milder && { milder }) });

/**
 * The kinds of faults, for `data.rule`. Kinds that occur in the output of Harmony's renderer or in real documents have only the severity
 * `information`.
 */
const data = {
  space: extraOf('space'),
  attribute: extraOf('attribute'),
  repeated: extraOf('repeated'),
  terminator: extraOf('terminator'),
  name: extraOf('name', 'information'),
  reply: extraOf('reply', 'information'),
  type: extraOf('type', 'information'),
  header: extraOf('header'),
};

/** The redundant terminators after the terminator of a message, with white space allowed between them. */
export function extraTerminators({ text, kind }: Block, from: number): Span[] {
  const spans: Span[] = [];
  if (kind !== 'message') return spans;
  for (let start = skipSpace(text, from); ; ) {
    const token = tokenAt(text, start);
    if (token?.kind !== 'terminator') return spans;
    const end = start + token.text.length;
    spans.push({ start, end });
    start = skipSpace(text, end);
  }
}

/** Whether a header has at most a role, which may be a tool's name, and a channel. */
const isAlone = ({ attributes, contentType, constrain, foreign, faults }: MessageHeader) =>
  attributes.length === 0 && contentType === undefined && constrain === undefined && !foreign && faults.length === 0;

/** Returns how the parser reads a header. If the opener is missing, the header is read as if it had one. */
function answerTo(header: MessageHeader): ReturnType<typeof readHeader> {
  const { text, role } = header;
  if (text.startsWith(START.text)) return readHeader(text.slice(START.text.length), null);
  if (role?.end) return readHeader(text, null);
  return readHeader(lostOpener(header).inPlaceOf ? text.slice(Math.max(0, text.indexOf('<|'))) : text, modelRole);
}

/** The maximum length of the header text quoted in an error (UTF-16 units). */
const MAX_QUOTE_LENGTH = 300;

function errorOf({ kind, value }: HeaderFault): string {
  return errorTexts[kind](value.length > MAX_QUOTE_LENGTH ? `${value.slice(0, MAX_QUOTE_LENGTH)}…` : value);
}

/** For a header that the parser accepts: a sentence about how the parser misreads a span of it. */
function readingOf(answer: ReferenceHeader, { text }: MessageHeader, span: Span | undefined): string {
  const word = span && text.slice(span.start, span.end);
  const part = parts.find(([key]) => answer[key] !== undefined && `${answer[key]}` === word?.replace(/^to=/, ''));
  return word !== undefined && part
    ? `Harmony's parser takes ${quote(word)} for the ${part[1]}.`
    : "Harmony's parser reads this header differently.";
}

const parts: readonly [keyof ReferenceHeader, string][] = [
  ['recipient', 'recipient'],
  ['contentType', 'content type'],
  ['name', 'name of a tool'],
];
