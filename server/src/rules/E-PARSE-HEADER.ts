import { attributes, channels, functionsNamespace, modelRole, roles } from '../grammar/index.ts';
import type { Message } from '../model/message.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { headerToken, openerOf } from '../syntax/families/family.ts';
import { type Family, families, rowsOf } from '../syntax/families/index.ts';
import { isTokenName } from '../syntax/families/plain-header.ts';
import { bareTypes } from '../syntax/header/header-builder.ts';
import { attributeNamed, type HeaderFault, type HeaderRule, type MessageHeader } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';
import { nearlyThis, nearToken } from '../syntax/tokens/expected-tokens.ts';
import type { TokenLike } from '../syntax/tokens/token-like.ts';
import { CHANNEL, CONSTRAIN, MESSAGE, START } from '../syntax/tokens/tokens.ts';
import { didYouMean, listed, quote, unseen } from '../syntax/wording.ts';
import { textInHeader } from './support/misspelled-end.ts';
import { losesRecipient, opener, terminator } from './support/places.ts';
import { Aspect, type Context, type Report, type Rule } from './support/rule.ts';

const roleNames = [...roles.map((role) => role.name), 'functions.NAME'];
const harmonyRoleNames = [...families.harmony.roles.map((role) => role.name), 'functions.NAME'];
const channelNames = channels.map((channel) => channel.name);
const attributeNames = attributes.map((attribute) => attribute.name);

/** The message for each way in which a header can be malformed: the fault and its remedy. */
const messages: Record<HeaderRule, (fault: HeaderFault, header: MessageHeader) => string> = {
  role: ({ text, suggestion }) =>
    `${quote(text)} is not a role.${withUnseen(text) || didYouMean(suggestion) || ` The roles are ${listed(roleNames, 'and')}.`}`,
  'role-missing': () => `The role is missing. Write one directly after \`<|start|>\`: ${listed(roleNames)}.`,
  'attr-unknown': ({ text, suggestion }) =>
    `${quote(text)} is not an attribute of the header.${didYouMean(suggestion)} The attributes are ${listed(attributeNames, 'and')}.`,
  'attr-empty': ({ text }) =>
    `${quote(text)} has no value. Write the value directly after the \`=\`, without a space, or remove the attribute.`,
  'attr-duplicate': ({ text }) =>
    `${quote(text)} contradicts the same attribute earlier in the header; the first one counts. Remove one of them.`,
  'attr-ascii': ({ text }) =>
    unseen(text)
      ? `The value of \`${text.slice(0, text.indexOf('=') + 1)}\` contains ${unseen(text)}, which is invisible. Remove it.`
      : `The value in ${quote(text)} is not plain ASCII, so other parsers may reject it. Use only ASCII characters.`,
  'stray-word': (fault, header) => {
    const { text, suggestion } = fault;
    if (suggestion !== undefined && suggestion === bareTool(fault, header))
      return `${quote(text)} names a tool, but the message is not addressed to it. Write ${quote(suggestion)}.`;
    if (suggestion !== undefined)
      return spacedOut.test(text)
        ? isSpacedOut(text, suggestion)
        : `${quote(text)} does not belong in a header. If it belongs to the value before it, write ${quote(suggestion)}: a value directly follows its \`=\`, has no quotes, and uses \`_\` instead of spaces.`;
    const says = `${quote(text)} does not belong in a header`;
    const call = /\sto=[^\s<]+/.exec(text)?.[0].trim();
    // The words may name a call, which would be lost if all of them were removed (A-135).
    if (call !== undefined)
      return `${quote(text)} contains words that do not belong in a header. Remove them, and keep ${quote(call)}.`;
    return `${says}: it is not an attribute, a channel or a type.${withUnseen(text) || ' Remove it, or move it to the body, after `<|message|>`.'}`;
  },
  order: (fault, header) =>
    isRepeated(fault, header)
      ? 'A header can have only one `<|constrain|>`; the first one counts. Remove this one and its type.'
      : `${quote(fault.text)} is out of place. Move it: the order is role, attributes, \`<|channel|>\`, \`<|constrain|>\`, \`<|message|>\`.`,
  'channel-missing-value': () => `\`<|channel|>\` has no channel. Write ${listed(channelNames)} directly after it.`,
  'channel-unknown': ({ text, suggestion }) =>
    `${quote(text)} is not a channel.${didYouMean(suggestion)} The channels are ${listed(channelNames, 'and')}.`,
  'channel-duplicate': (_fault, { channel }) =>
    channel?.word?.name === undefined
      ? 'A message must have exactly one channel. Write a valid channel, and remove the others.'
      : `A message must have exactly one channel. The first valid one, ${quote(channel.word.text)}, counts. Remove the others.`,
  'constrain-missing-value': () =>
    '`<|constrain|>` has no type. Write one directly after it, usually `json`, or remove it.',
  'no-message': ({ text }, { channel, attributes }) =>
    text === ''
      ? '`<|message|>` is missing: the header runs into the end of the message. Insert it before the body.'
      : channel || attributes.length > 0
        ? `${quote(text)} cannot be part of a header. Insert \`<|message|>\` before it, where the body begins.`
        : `${quote(text)} has no header, so parsers reject it. Insert \`<|channel|>…<|message|>\` before it, with the channel that the text belongs to.`,
  'literal-in-header': () =>
    'A literal block is only allowed in a body. Remove the marker, or put `<|message|>` before it.',
  'no-newline': () => 'A line break is missing: the content of a message begins on the line below its header.',
  name: ({ text, suggestion }) =>
    isTokenName(text)
      ? `The name is the token ${quote(text)}, as in InternLM. Other parsers and templates may not recognize it as a name; for them, use a name in plain letters.`
      : `${quote(text)} is not a valid name: names have no spaces, quotes or brackets.${didYouMean(suggestion)}`,
};

/** An attribute with spaces around its `=`: `to = functions.f`. */
const spacedOut = /^(\w+)(?:\s+=\s*|=\s+)(\S+)$/;

const isSpacedOut = (text: string, suggestion: string) =>
  `${quote(text)} is not an attribute: there must be no space next to its \`=\`. Write ${quote(suggestion)}.`;

/** Returns a sentence that names the invisible character in a word, or an empty string if there is none. */
function withUnseen(text: string): string {
  const character = unseen(text);
  return character === undefined ? '' : ` It contains ${character}. Replace it with an ordinary space, or remove it.`;
}

/** The messages for plain frames, with the names of the family's roles and attributes (A-094, A-095). */
function plainMessages({ frame, roles, attributes }: Family): Partial<typeof messages> {
  const opener = `\`${frame.openers[0].text}\``;
  const names = roles.filter(({ rare }) => !rare).map(({ name }) => name);
  const { breaksBefore } = frame;
  const headerEnd = headerToken(frame);
  const blank = breaksBefore > 1 ? ' and a blank line' : '';
  const holds =
    attributes.length > 0
      ? `a role and ${listed(
          attributes.map(({ name }) => `${name}=`),
          'and',
        )}`
      : 'only a role';
  const begins = headerEnd === undefined ? 'on the line below' : `after \`${headerEnd.text}\`${blank}`;
  return {
    role: ({ text, suggestion }) =>
      /^\s/.test(text) && text.trim() === suggestion
        ? `There is white space between ${opener} and the role, so the model sees different tokens. Remove the space.`
        : `${quote(text.trim())} is not a role.${withUnseen(text.trim()) || `${didYouMean(suggestion)} The roles are ${listed(names, 'and')}.`}`,
    'role-missing': () => `The role is missing. Write one directly after ${opener}: ${listed(names)}.`,
    order: ({ text }) =>
      `${quote(text)} is out of place. Move the role to directly after ${opener}${attributes.length > 0 ? ', before all else' : ''}.`,
    'attr-duplicate': ({ text }) =>
      `${quote(text)} is a second ${text.split('=')[0]}; the first one counts. Remove one of them.`,
    'stray-word': ({ text, suggestion }) =>
      suggestion !== undefined && spacedOut.test(text)
        ? isSpacedOut(text, suggestion)
        : `${quote(text)} does not belong in a header, which has ${holds}. The content begins ${begins}.`,
    ...(headerEnd && {
      'no-message': () =>
        `\`${headerEnd.text}\` is missing: the header runs into the end of the message. Insert it${blank} before the body.`,
    }),
  };
}

/** The roles that can complete an unfinished opener in a learned dialect, spelled as in the template. */
const rolesAfter = (begun: string, openers: readonly { readonly text: string }[]) => [
  ...new Set(openers.flatMap(({ text }) => (text.startsWith(begun) ? text.slice(begun.length).trim() || [] : []))),
];

/** Reports an opener of a learned dialect that is not followed by a role of the template. */
function reportNoRole(block: Block, report: Report): void {
  const { text } = openerOf(block);
  report(
    opener(block),
    `${quote(text)} is not followed by a role that the model knows. Write ${listed(rolesAfter(text, block.family.frame.openers))} after it.`,
    { data: { rule: 'role-missing' } },
  );
}

/** The messages for Harmony, whose only attribute is `to=` and whose roles include the names of tools (HARM-08, HARM-18). */
const harmonyMessages: Partial<typeof messages> = {
  role: ({ text, suggestion }) =>
    `${quote(text)} is not a role.${withUnseen(text) || didYouMean(suggestion) || ` The roles are ${listed(harmonyRoleNames, 'and')}.`}`,
  'role-missing': () => `The role is missing. Write one directly after \`<|start|>\`: ${listed(harmonyRoleNames)}.`,
  'attr-unknown': ({ text, suggestion }) =>
    `${quote(text)} is not an attribute of the header.${didYouMean(suggestion)} Harmony has only \`to=\`.`,
  'literal-in-header': ({ text }) =>
    `${quote(text)} does not belong in a header: Harmony has no literal blocks. Remove it.`,
};

const messagesOf = rowsOf<Partial<typeof messages>>(() => ({}), plainMessages, { harmony: harmonyMessages });

/** Whether a word is a role or an attribute of another family, but not of this one. */
function isMissing(family: Family, word: string | undefined): boolean {
  const lacks = (all: readonly { name: string }[], familyFacts: readonly { name: string }[]) =>
    all.some(({ name }) => name === word) && !familyFacts.some(({ name }) => name === word);
  return family.has.channels && (lacks(roles, family.roles) || lacks(attributes, family.attributes));
}

/** Whether the fault is a second `<|constrain|>`, not some other text after the first one. */
function isRepeated({ start }: HeaderFault, { constrain, channel, attributes }: MessageHeader): boolean {
  const first = constrain?.token.start ?? start;
  return first < start && channel?.token.start !== start && !attributes.some((attribute) => attribute.start === start);
}

/**
 * Reports a message header that does not follow the grammar (2.2 §6, §15) or, in the projection, an unknown role or channel (2.2 §4, §10).
 */
export const rule: Rule = {
  code: 'E-PARSE-HEADER',
  title: 'Malformed message header',
  section: '2.2 §6, §14',
  level: 'error',
  needs: [],
  whileTyped: true,
  projection: 'any',
  header({ header, placed }, { family }, report) {
    if (placed) {
      for (const fault of placed.unknown ?? []) {
        const { rule: name, suggestion } = fault;
        report(fault, messages[name](fault, header), { data: { rule: name, ...(suggestion && { suggestion }) } });
      }
      return;
    }
    for (const { key, value, start, end } of header.attributes) {
      if (!value.startsWith('=')) continue;
      const suggestion = `${key}=${value.replace(/^=+/, '')}`;
      const advice = suggestion.endsWith('=')
        ? 'Write a value after one `=`, or remove the attribute.'
        : `Write \`${suggestion}\`.`;
      report({ start, end }, `\`${key}=\` has a second \`=\`, which becomes part of the value. ${advice}`, {
        data: { rule: 'attr-empty', ...(!suggestion.endsWith('=') && { suggestion }) },
      });
    }
    for (const fault of header.faults) {
      const { rule: name } = fault;
      if (explained(fault, header)) continue;
      const typo =
        name === 'stray-word'
          ? nearToken(fault.text, 0, fault.text.length, [
              ...(header.closed ? tagNames : partNames),
              ...(fault.start === 0 ? [START.name] : []),
            ])
          : undefined;
      if (typo?.start === 0) {
        report({ start: fault.start, end: fault.start + typo.end }, misspelled(fault.text, typo), {
          data: { rule: name, token: typo.token.text },
        });
        continue;
      }
      const foreign = isMissing(family, fault.suggestion);
      const suggestion = foreign ? undefined : (fault.suggestion ?? joined(fault) ?? bareTool(fault, header));
      const say = messagesOf(family)[name] ?? messages[name];
      report(fault, say({ ...fault, suggestion }, header), {
        data: { rule: name, ...(suggestion !== undefined && { suggestion }) },
        ...(name === 'attr-ascii' && !family.has.asciiValues && { milder: 'warning' }),
        ...(name === 'name' && isTokenName(fault.text) && { milder: 'information' }),
      });
    }
  },
  message: {
    when: Aspect.Bodyless | Aspect.Odd,
    check({ block, header }, _context, report) {
      if (has(block, Trait.HasMessage)) {
        if (block.family.learned && !header.role && !has(block, Trait.Open)) reportNoRole(block, report);
        return;
      }
      const headerEnd = headerToken(block.family.frame);
      const isOpen = has(block, Trait.Open);
      // In 2.x, the text after an unclosed header is already reported as a fault of that header.
      const text = isOpen && block.family.has.plainFrames ? textInHeader(block) : undefined;
      if (isOpen && !text) return;
      if (headerEnd === undefined) {
        if (isOpenerAlone(block)) return;
        report(contentOnHeaderLine(block, header), messages['no-newline'](nothing, header), {
          data: { rule: 'no-newline' },
        });
        return;
      }
      // A misspelled terminator is reported by its own rule, and text without any header by the header's faults.
      if (header.closed || header.faults.some(({ rule }) => rule === 'no-message')) return;
      const data = { rule: 'no-message' };
      const typo = block.family.has.plainFrames
        ? nearlyThis(block, openerOf(block).text.length, block.bodyEnd, headerEnd)
        : nearToken(block.text, header.bodyStart, block.bodyEnd, [MESSAGE.name]);
      if (typo) {
        report(typo, misspelled(block.text, typo), { data: { ...data, token: typo.token.text } });
        return;
      }
      const says = (messagesOf(block.family)['no-message'] ?? messages['no-message'])(nothing, header);
      const before = text ?? (block.terminator === undefined ? undefined : terminator(block));
      if (before) report(before, says, { data });
      else if (!header.faults.some((fault) => fault.rule === 'role-missing')) {
        report(
          opener(block),
          `\`${headerEnd.text}\` is missing: another message begins in this header. Complete the header or remove it.`,
          { data },
        );
      }
    },
  },
  forms: [{ needs: ['channels'], message: { when: Aspect.Instructions, check: checkOutput } }],
};

/**
 * Reports a channel or a recipient in the header of a message that instructs the model: only the model writes these (2.2 §4). Either the
 * role or the word is wrong. Harmony's parser accepts the combination. In other families, `message-hidden` reports the effect on a user's
 * message.
 */
function checkOutput({ header, role, block }: Message, { family }: Context, report: Report): void {
  const milder = family.has.parser ? 'warning' : undefined;
  const to = attributeNamed(header, 'to');
  // With `<|call|>`, `call-no-recipient` reports the recipient.
  if (to && header.recipient !== undefined) {
    if (block.terminator === 'call') return;
    report(
      to,
      `Only the assistant calls tools, but the role here is ${quote(role ?? '')}. If the assistant makes this call, write \`${modelRole}\` as the role; otherwise, remove ${quote(`to=${to.value}`)}.`,
      { data: { rule: 'recipient-role' }, ...(milder && { milder }) },
    );
    return;
  }
  const word = header.channel?.word;
  if (word?.name === undefined) return;
  report(
    word,
    `Only the assistant's messages have a channel, but the role here is ${quote(role ?? '')}. Remove \`<|channel|>\` and ${quote(word.text)}, or, if this message is from the assistant, write \`${modelRole}\` as the role.`,
    { data: { rule: 'channel-role' }, ...(milder && { milder }) },
  );
}

/** Whether a block consists only of a repeated opener. The repetition is reported, so the missing role is not. */
const isOpenerAlone = (block: Block) => block.text === openerOf(block).text;

const valueApart = new Set<HeaderFault['rule']>(['stray-word', 'name']);

/**
 * Whether another fault of a header explains this one. In `to= functions.f`, the value after the space explains the empty `to=`. A faulty
 * recipient explains a stray type after it.
 */
function explained(
  { rule, end, start, text }: HeaderFault,
  { faults, text: headerText, channel }: MessageHeader,
): boolean {
  if (rule === 'attr-empty')
    return faults.some(
      (next) => valueApart.has(next.rule) && next.start > end && !/\S/.test(headerText.slice(end, next.start)),
    );
  // If a header has two channels, `channel-duplicate` already reports that one must be removed.
  if (rule === 'channel-unknown' && channel?.word?.name !== undefined && channel.word.start !== start)
    return faults.some((one) => one.rule === 'channel-duplicate' && one.end === start);
  const isType = rule === 'stray-word' && bareTypes.has(text);
  return isType && faults.some((one) => one.end <= start && losesRecipient(one));
}

/** Returns the recipient to write, `to=TOOL`, for a stray tool name in a header without `to=`. */
function bareTool({ rule, text }: HeaderFault, { attributes }: MessageHeader): string | undefined {
  const isTool = rule === 'stray-word' && text.startsWith(`${functionsNamespace}.`) && /^[\w.-]+$/.test(text);
  return isTool && !attributes.some(({ key }) => key === 'to') ? `to=${text}` : undefined;
}

/** Returns `to=functions.f` for `to = functions.f`; undefined if the text is not an attribute with spaces around its `=`. */
function joined({ rule, text }: HeaderFault): string | undefined {
  const [, key = '', value = ''] = (rule === 'stray-word' && spacedOut.exec(text)) || [];
  return attributes.some(({ name }) => name === key) && !/[<|"']/.test(value) ? `${key}=${value}` : undefined;
}

/** The names of the tokens inside a header; `partNames` adds the token that ends it. */
const tagNames = [CHANNEL.name, CONSTRAIN.name];
const partNames = [...tagNames, MESSAGE.name];

function misspelled(text: string, { start, end, token }: TokenLike): string {
  return `${quote(text.slice(start, end))} is a misspelled \`${token.text}\`, so the text after it is misread. Write \`${token.text}\`.`;
}

const nothing: HeaderFault = { rule: 'no-message', start: 0, end: 0, text: '' };

/**
 * The span to report if content begins on the header's line: its first word. Without content, the terminator or, if there is none, the
 * opener.
 */
function contentOnHeaderLine(block: Block, { bodyStart }: MessageHeader): Span {
  const end = block.terminator === undefined ? block.bodyEnd : terminator(block).start;
  if (bodyStart < end) {
    const word = /^(?:<\|\w+\|>|\S(?:(?!<\|)\S)*)/.exec(block.text.slice(bodyStart, end))?.[0].length ?? 1;
    return { start: bodyStart, end: bodyStart + word };
  }
  return block.terminator === undefined ? opener(block) : terminator(block);
}
