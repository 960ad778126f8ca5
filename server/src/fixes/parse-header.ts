/** The fixes of `E-PARSE-HEADER`, for each kind of fault. */
import {
  answerChannel,
  attributes as attributeFacts,
  callChannel,
  modelRole,
  roles,
  toolRole,
} from '../grammar/index.ts';
import { channelsOf } from '../rules/tool-channel.ts';
import { has, Trait } from '../syntax/block.ts';
import { getOwn } from '../syntax/get-own.ts';
import { attributeNamed, type HeaderRule, isToolRole } from '../syntax/message-header.ts';
import { CONSTRAIN, START, tokenAt } from '../syntax/tokens/tokens.ts';
import { type Fixer, insert, type Proposal, type Proposals, remove, replace, type Target, titleText } from './fix.ts';
import { respellHeader } from './header-typos.ts';
import { attributeAt, channelNames, dropWord, moveToStart, suggested } from './headers.ts';
import { insertHeader } from './lost-headers.ts';
import { bodyIn, insertMessage, isPlainText, splitWord } from './missing-message.ts';
import { dropStray, joinValue, keepRecipient, showUnseen, unwrapLiteral } from './stray-words.ts';
import { addAttribute, isSound } from './support/edits.ts';
import { hasId, idFor, nameFor, withId } from './support/exchanges.ts';

/** The roles that are not tools, in the order in which they usually speak. */
const speakerRoles = roles.flatMap(({ name, replies }) => (replies ? [] : name));

const knownKeys = attributeFacts.map(({ name }) => name);

/** Replaces a word with the one that was intended. `safe`: whether parsers already read it as that word. */
function replaceWord(target: Target, safe: boolean): Proposal | undefined {
  const { problem, block, message } = target;
  const word = suggested(target);
  if (word !== undefined && bodyIn(message, problem, word)) return splitWord(message)?.[0];
  return {
    title: `Replace ${titleText(block.text, problem)} with \`${word}\``,
    edits: [replace(problem, word)],
    preferred: true,
    safe,
  };
}

/** Turns `user:alice` into `user name=alice`. The name is inserted where the order of the attributes requires it. */
function nameSpeaker(target: Target): Proposal | undefined {
  const { message, problem } = target;
  const [role, name] = suggested(target)?.split(' name=') ?? [];
  return {
    title: `Change to \`${role} name=${name}\``,
    edits: [replace(problem, role), addAttribute(message, 'name', name)],
    preferred: true,
  };
}

/**
 * Inserts a possible role. If the message has a channel or `<|constrain|>`, only the assistant is possible. Calls and replies get no such
 * fix, since they need more than a role.
 */
function insertRole({ message, block }: Target): Proposals {
  const { header } = message;
  const isPlain = header.attributes.every(({ key }) => key === 'name' || key === 'content_type');
  if (!has(block, Trait.HasMessage) || header.faults.length > 1 || !isPlain) return [];
  const possibleRoles = header.channel || header.constrain ? [modelRole] : speakerRoles;
  const start = START.text.length;
  let end = start;
  while (' \t\r\n'.includes(block.text[end] ?? '-')) end++;
  const space = block.text.startsWith('<|', end) ? '' : ' ';
  return possibleRoles.map((role) => ({
    title: `Insert the role \`${role}\``,
    edits: [replace({ start, end }, role + space)],
    preferred: possibleRoles.length === 1,
  }));
}

/** Removes the accents from a name or an id. Names of tools are not changed, because they must match other messages. */
function asAscii(target: Target): Proposal | undefined {
  const attribute = attributeAt(target);
  const { message, context } = target;
  if (attribute === undefined) return undefined;
  const { key } = attribute;
  const value = attribute.value.normalize('NFKD').replace(/\p{M}/gu, '');
  const isId = key === 'call_id';
  if (isId ? hasId(value, context) : key !== 'name' || message.kind === 'reply') return undefined;
  const all = isId ? withId(message, context) : [message];
  const edits = all.flatMap(({ block, header }) => {
    const one = attributeNamed(header, key);
    return one ? [replace({ start: one.valueStart, end: one.end }, value, block)] : [];
  });
  const everywhere = edits.length > 1 ? ' wherever this id occurs' : '';
  return { title: `Change to \`${key}=${value}\`${everywhere}`, edits, preferred: true };
}

function renameAttribute(target: Target): Proposal | undefined {
  const key = suggested(target);
  const attribute = attributeAt(target);
  return {
    title: `Replace \`${attribute?.key}=\` with \`${key}=\``,
    edits: [replace(attribute && { start: attribute.start, end: attribute.start + attribute.key.length }, key)],
    preferred: true,
  };
}

/** Fills in a required value that is known from the transcript, or removes the attribute. */
function emptyAttribute(target: Target): Proposals {
  const attribute = attributeAt(target);
  if (attribute === undefined) return [];
  const suggestion = suggested(target);
  if (suggestion !== undefined)
    return [{ title: `Change to \`${suggestion}\``, edits: [replace(attribute, suggestion)], preferred: true }];
  const { message, context } = target;
  const needed =
    attribute.key === 'call_id' ? message.kind !== 'plain' : attribute.key === 'name' && message.role === toolRole;
  // A bare word after `to=` is read as a type, but may be the recipient.
  if (attribute.key === 'to' && message.header.contentType) return [];
  if (!needed) return [dropWord(target, attribute, { preferred: true })];
  const value = attribute.key === 'name' ? nameFor(message, context) : idFor(message, context);
  return [
    {
      title: `Change to \`${attribute.key}=${value}\``,
      edits: [insert(attribute.end, value)],
      preferred: true,
    },
  ];
}

/** Removes the second `<|constrain|>` with its type, because the first one applies. */
function otherConstrain(target: Target): Proposal | undefined {
  const { problem, block } = target;
  if (tokenAt(block.text, problem.start) !== CONSTRAIN) return undefined;
  const type = /^[^\s<]*/.exec(block.text.slice(problem.end, block.headerEnd))?.[0].length ?? 0;
  return dropWord(target, { start: problem.start, end: problem.end + type }, { preferred: true });
}

/** Moves `<|channel|>` with its word before `<|constrain|>`, or an attribute before `<|channel|>`. */
function outOfOrder(target: Target): Proposal | undefined {
  const attribute = attributeAt(target);
  if (attribute) return moveToStart(target, attribute, false);
  const { header } = target.message;
  const { channel, constrain } = header;
  const end = channel?.word?.end ?? target.problem.end;
  const part = { start: target.problem.start, end };
  // If text follows the channel, that text would end up after `<|constrain|>`, so the channel is not moved.
  const isLast = target.block.text.slice(end, target.block.headerEnd).trim() === '';
  return {
    title: 'Move the channel before `<|constrain|>`',
    edits: [
      insert(isLast ? constrain?.token.start : undefined, target.block.text.slice(part.start, part.end)),
      remove(part),
    ],
    preferred: true,
  };
}

/** Removes one of two channels. The one that fits the tool of a call is kept, or else the one that applies. */
function otherChannel({ message, block, problem, context }: Target): Proposal | undefined {
  const { tool } = message;
  const { channels, channel } = message.header;
  const counted = channel?.word;
  const second = channels.find(({ start }) => start >= problem.end);
  const [first] = channels;
  // If one of the two channels has no word, the other one applies.
  if (counted === undefined || second === undefined || first === undefined || first === second) return undefined;
  const fits = tool === undefined ? [] : channelsOf(tool, context);
  const word = fits.includes(counted.name ?? '')
    ? counted
    : ([first, second].find(({ name }) => fits.includes(name ?? '')) ?? counted);
  const other = word.start === second.start ? first : second;
  const part = { start: block.text.lastIndexOf('<', other.start - 1), end: other.end };
  // If the first channel is removed, the text between the two channels comes before the remaining one.
  const between = block.text.slice(first.end, block.text.lastIndexOf('<', second.start - 1));
  return {
    title: `Remove ${titleText(block.text, part)}`,
    edits: [remove(other === first && between.trim() !== '' ? undefined : part)],
    preferred: true,
    safe: other.name !== undefined && first.name === second.name && other.text === other.name,
  };
}

function channelValues({ message, block, problem }: Target): Proposals {
  const possibleChannels =
    message.kind === 'call'
      ? [callChannel]
      : message.role !== modelRole
        ? []
        : block.terminator === 'return'
          ? [answerChannel]
          : channelNames;
  const choices = possibleChannels.map((name) => ({
    title: `Insert \`${name}\``,
    edits: [insert(problem.end, name)],
    preferred: possibleChannels.length === 1,
  }));
  // In a completion, the channel may be what begins the message, so it is not removed.
  if (has(block, Trait.Implied) || message.kind === 'call') return choices;
  return [...choices, { title: 'Remove `<|channel|>`', edits: [remove(problem)] }];
}

function constrainValue({ message, problem }: Target): Proposals {
  return message.json.error === undefined
    ? [{ title: 'Insert `json`', edits: [insert(problem.end, 'json')], preferred: true }]
    : [{ title: 'Remove `<|constrain|>`', edits: [remove(problem)] }];
}

/** Restricts a fix to headers in which everything else is understood. */
const sound =
  (fix: (target: Target) => Proposals) =>
  (target: Target): Proposals =>
    isSound(target.message) ? fix(target) : [];

/** Removes the channel of a message that may not have one, because its role already decides who sees it. */
function dropChannel({ message: { header } }: Target): Proposal {
  const { token, word } = header.channel ?? {};
  const part = token && { start: token.start, end: word?.end ?? token.end };
  return { title: 'Remove the channel', edits: [remove(part)], preferred: true };
}

/**
 * Changes the role to the assistant, or removes the recipient, since only the assistant makes calls. If the message has a channel or a
 * type, it is probably a call.
 */
function callOrNone(target: Target): Proposals {
  const { message, problem } = target;
  const { channel, constrain, role } = message.header;
  const isCall = channel !== undefined || constrain !== undefined;
  return [
    { title: `Change the role to \`${modelRole}\``, edits: [replace(role, modelRole)], preferred: isCall },
    dropWord(target, problem, { preferred: !isCall }),
  ];
}

const byRule: Partial<Record<HeaderRule | 'channel-role' | 'recipient-role', (target: Target) => Proposals>> = {
  'channel-role': sound((target) => [dropChannel(target)]),
  'recipient-role': sound(callOrNone),
  role: (target) => [
    showUnseen(target) ??
      (suggested(target)?.includes(' ')
        ? nameSpeaker(target)
        : replaceWord(target, target.message.role === suggested(target) && !isToolRole(target.message.role ?? ''))),
  ],
  'role-missing': insertRole,
  'attr-unknown': sound((target) => {
    const attribute = attributeAt(target);
    const unknown = attribute && !knownKeys.includes(attribute.key);
    return [renameAttribute(target), unknown ? dropWord(target, attribute) : undefined];
  }),
  'attr-empty': sound(emptyAttribute),
  'attr-ascii': sound((target) => [showUnseen(target) ?? asAscii(target)]),
  'attr-duplicate': sound((target) => {
    const attribute = attributeAt(target);
    return [attribute && dropWord(target, attribute, { preferred: true })];
  }),
  'stray-word': (target) => {
    const value = suggested(target);
    if (target.problem.data?.token !== undefined) return [respellHeader(target)];
    const other = keepRecipient(target) ?? showUnseen(target);
    if (other || value === undefined) return [other ?? dropStray(target)];
    const isRest = target.message.header.attributes.some(({ key, value: begun }) => key === 'to' && begun !== '');
    return [joinValue(target, value), isRest ? dropStray(target) : undefined];
  },
  'literal-in-header': (target) => [unwrapLiteral(target)],
  order: sound((target) => [otherConstrain(target) ?? outOfOrder(target)]),
  'channel-missing-value': sound(channelValues),
  'channel-unknown': (target) => {
    const { text } = target.block;
    const word = text.slice(target.problem.start, target.problem.end);
    return [replaceWord(target, word.toLowerCase() === suggested(target))];
  },
  'channel-duplicate': sound((target) => [otherChannel(target)]),
  'constrain-missing-value': sound(constrainValue),
  'no-message': (target) => {
    if (target.problem.data?.token !== undefined) return [respellHeader(target)];
    return isPlainText(target) ? insertHeader(target) : insertMessage(target);
  },
};

export const parseHeaderFixer: Fixer = {
  says: 'correct the role, channel or attribute; remove what does not belong; insert `<|message|>`; put the parts in order',
  fix: (target) => getOwn(byRule, String(target.problem.data?.rule))?.(target) ?? [],
};
