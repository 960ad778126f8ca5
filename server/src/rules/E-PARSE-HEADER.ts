import { attributes, channels, type DialectId, roles } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { type Family, families } from '../syntax/families/index.ts';
import type { HeaderFault, HeaderRule, MessageHeader } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';
import { didYouMean, listed, quote } from '../syntax/wording.ts';
import { opener, terminator } from './support/places.ts';
import { Aspect, everywhere, type Rule } from './support/rule.ts';

const roleNames = [...roles.map((role) => role.name), 'functions.NAME'];
const harmonyRoleNames = roleNames.filter((name) => name !== 'tool');
const channelNames = channels.map((channel) => channel.name);
const attributeNames = attributes.map((attribute) => attribute.name);

/** What is wrong and what to do, for each way in which a header can be malformed. */
const messages: Record<HeaderRule, (fault: HeaderFault, header: MessageHeader) => string> = {
  role: ({ text, suggestion }) =>
    suggestion === undefined
      ? `${quote(text)} is not a role. Roles are ${listed(roleNames)}.`
      : `${quote(text)} is not a role.${didYouMean(suggestion)}`,
  'role-missing': () => `The role is missing. It follows \`<|start|>\` directly: ${listed(roleNames)}.`,
  'attr-unknown': ({ text, suggestion }) =>
    `${quote(text)} is not an attribute of the header.${didYouMean(suggestion)} The attributes are ${listed(attributeNames)}.`,
  'attr-empty': ({ text }) =>
    `${quote(text)} has no value. Write it directly behind the \`=\`, or remove the attribute.`,
  'attr-duplicate': ({ text }) =>
    `${quote(text)} contradicts the same attribute before it; the first one counts. Remove one of them.`,
  'attr-ascii': ({ text }) =>
    `The value in ${quote(text)} is not plain ASCII; other parsers may not read it. Use ASCII letters here.`,
  'stray-word': ({ text, suggestion }) =>
    suggestion === undefined
      ? `${quote(text)} does not belong in a header: it is no attribute, channel or type. Remove it, or move it to the body, behind \`<|message|>\`.`
      : `${quote(text)} does not belong in a header. A value stands directly behind its \`=\`, without quotes, and with \`_\` for a blank: write ${quote(suggestion)}.`,
  order: (fault, header) =>
    isRepeated(fault, header)
      ? 'A header has one `<|constrain|>`; the first one counts. Remove this one and its type.'
      : `${quote(fault.text)} is out of place. The order is role, attributes, \`<|channel|>\`, \`<|constrain|>\`, \`<|message|>\`.`,
  'channel-missing-value': () => `\`<|channel|>\` has no channel. Write ${listed(channelNames)} directly behind it.`,
  'channel-unknown': ({ text, suggestion }) =>
    `${quote(text)} is not a channel.${didYouMean(suggestion)} Channels are ${listed(channelNames)}.`,
  'channel-duplicate': (_fault, { channel }) =>
    channel?.word?.name === undefined
      ? 'A message has exactly one channel. Write one that is valid, and remove the others.'
      : `A message has exactly one channel. The first valid one counts, ${quote(channel.word.text)}; remove what stands besides.`,
  'constrain-missing-value': () =>
    '`<|constrain|>` has no type. Write one directly behind it, usually `json`, or remove it.',
  'no-message': ({ text }, { channel, attributes }) =>
    text === ''
      ? '`<|message|>` is missing: the header runs into the end of the message. Insert it before the body.'
      : channel || attributes.length > 0
        ? `${quote(text)} cannot be part of a header: \`<|message|>\` is missing before it.`
        : `${quote(text)} has no header, and parsers reject it: \`<|channel|>…<|message|>\` is missing before it.`,
  'literal-in-header': () =>
    'A literal block can only stand in a body. Remove the marker, or put `<|message|>` before it.',
  'no-newline': () => 'A line break is missing: the content of a message begins on the line below its header.',
  name: ({ text, suggestion }) =>
    `${quote(text)} cannot be the name: a name has no blanks, quotes or brackets.${didYouMean(suggestion)}`,
};

/** What is said of roles where messages have plain frames. */
function plainMessages({ frame, roles: known }: Family): Partial<typeof messages> {
  const opener = `\`${frame.opener.text}\``;
  const names = listed(known.map(({ name }) => name));
  return {
    role: ({ text, suggestion }) =>
      /^\s/.test(text) && text.trim() === suggestion
        ? `A blank stands between ${opener} and the role, so a model reads other tokens. Remove it.`
        : `${quote(text.trim())} is not a role.${didYouMean(suggestion)} Roles are ${names}.`,
    'role-missing': () => `The role is missing. It follows ${opener} directly: ${names}.`,
  };
}

/** The same where OpenChatML 0.1 has other words for it (A-094, A-095). */
const chatmlMessages: Partial<typeof messages> = {
  ...plainMessages(families['openchatml-0.1']),
  order: ({ text }) => `${quote(text)} is out of place: the role follows \`<|im_start|>\` directly, before the name.`,
  'attr-duplicate': ({ text }) => `${quote(text)} is a second name; the first one counts. Remove one of them.`,
  'stray-word': ({ text }) =>
    `${quote(text)} does not belong in a header, which holds a role and \`name=\`. Content begins on the line below.`,
};

/** The same in Llama 3, where a header is a role and nothing else. */
const llamaMessages: Partial<typeof messages> = {
  ...plainMessages(families.llama3),
  order: ({ text }) => `${quote(text)} is out of place: the role follows \`<|start_header_id|>\` directly.`,
  'stray-word': ({ text }) =>
    `${quote(text)} does not belong in a header, which holds a role alone. Content begins after \`<|end_header_id|>\` and a blank line.`,
  'no-message': () =>
    '`<|end_header_id|>` is missing: the header runs into the end of the message. Insert it and a blank line before the body.',
};

/** The same in documents of Harmony, which has no other attribute than `to=`, and tools as roles (HARM-08, HARM-18). */
const harmonyMessages: Partial<typeof messages> = {
  role: ({ text, suggestion }) =>
    `${quote(text)} is not a role.${didYouMean(suggestion) || ` Roles are ${listed(harmonyRoleNames)}.`}`,
  'role-missing': () => `The role is missing. It follows \`<|start|>\` directly: ${listed(harmonyRoleNames)}.`,
  'attr-unknown': ({ text, suggestion }) =>
    `${quote(text)} is not an attribute of the header.${didYouMean(suggestion)} Harmony has no other than \`to=\`.`,
  'literal-in-header': ({ text }) =>
    `${quote(text)} does not belong in a header: Harmony has no literal blocks. Remove it.`,
};

const dialectMessages: Partial<Record<DialectId, Partial<typeof messages>>> = {
  harmony: harmonyMessages,
  'openchatml-0.1': chatmlMessages,
  llama3: llamaMessages,
};

/** What the parser may have taken a word for and Harmony does not have. */
const notInHarmony = new Set(['tool', ...attributeNames.filter((name) => name !== 'to')]);

/** The second `<|constrain|>` of a header, rather than something that stands behind the first. */
function isRepeated({ start }: HeaderFault, { constrain, channel, attributes: given }: MessageHeader): boolean {
  const first = constrain?.token.start ?? start;
  return first < start && channel?.token.start !== start && !given.some((attribute) => attribute.start === start);
}

/** A message header that does not follow the grammar (2.2 §6, §15). */
export const rule: Rule = {
  code: 'E-PARSE-HEADER',
  title: 'Malformed message header',
  section: '2.2 §6, §14',
  level: 'error',
  dialects: everywhere,
  whileTyped: true,
  header({ header }, { dialect, harmony }, report) {
    for (const fault of header.faults) {
      const { rule: name } = fault;
      const foreign = dialect === 'harmony' && notInHarmony.has(fault.suggestion ?? '');
      const suggestion = foreign ? undefined : fault.suggestion;
      const say = dialectMessages[dialect]?.[name] ?? messages[name];
      report(fault, say(foreign ? { ...fault, suggestion } : fault, header), {
        data: { rule: name, ...(suggestion !== undefined && { suggestion }) },
        ...(name === 'attr-ascii' && !harmony && { milder: 'warning' }),
      });
    }
  },
  message: {
    when: Aspect.Bodyless,
    check({ block, header }, { dialect }, report) {
      if (has(block, Trait.Open)) return;
      const { headerEnd } = block.family.frame;
      if (headerEnd === 'line break') {
        report(contentOnHeaderLine(block, header), messages['no-newline'](nothing, header), {
          data: { rule: 'no-newline' },
        });
        return;
      }
      // A misspelt one is reported as such, and plain text that has no header at all with the faults of the header.
      if (header.closed || header.faults.some(({ rule }) => rule === 'no-message')) return;
      const data = { rule: 'no-message' };
      const text = (dialectMessages[dialect]?.['no-message'] ?? messages['no-message'])(nothing, header);
      if (block.terminator !== undefined) report(terminator(block), text, { data });
      else if (!header.faults.some((fault) => fault.rule === 'role-missing')) {
        report(
          opener(block),
          `\`${headerEnd.text}\` is missing: another message begins in this header. Complete it or remove it.`,
          { data },
        );
      }
    },
  },
};

const nothing: HeaderFault = { rule: 'no-message', start: 0, end: 0, text: '' };

/** The word that should begin a line of its own; for a message without content its terminator, or else its opener. */
function contentOnHeaderLine(block: Block, { bodyStart }: MessageHeader): Span {
  const end = block.terminator === undefined ? block.bodyEnd : terminator(block).start;
  if (bodyStart < end) {
    const word = /^(?:<\|\w+\|>|\S(?:(?!<\|)\S)*)/.exec(block.text.slice(bodyStart, end))?.[0].length ?? 1;
    return { start: bodyStart, end: bodyStart + word };
  }
  return block.terminator === undefined ? opener(block) : terminator(block);
}
