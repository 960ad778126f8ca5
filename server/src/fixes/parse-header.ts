/** Fixes of `E-PARSE-HEADER`, by what is wrong with the header. */
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
import { attributeNamed, type HeaderRule, isToolRole } from '../syntax/message-header.ts';
import { own } from '../syntax/own.ts';
import { START, tokenAt } from '../syntax/tokens/tokens.ts';
import { type Fix, type Fixer, type Fixes, insert, remove, replace, shown, type Target } from './fix.ts';
import { respellHeader } from './header-typos.ts';
import { attributeAt, channelNames, dropWord, moveToStart, suggested } from './headers.ts';
import { insertHeader } from './lost-headers.ts';
import { bodyIn, insertMessage, isPlainText, splitWord } from './missing-message.ts';
import { dropStray, joinValue, keepRecipient, showUnseen, unwrapLiteral } from './stray-words.ts';
import { addAttribute, isSound } from './support/edits.ts';
import { hasId, idFor, nameFor, withId } from './support/exchanges.ts';

/** Who speaks without a tool, in the order in which they usually do. */
const speakerRoles = roles.flatMap(({ name, replies }) => (replies ? [] : name));

const knownKeys = attributeFacts.map(({ name }) => name);

/** Writes what is meant in place of a word; safe where it is read as that already. */
function meant(target: Target, safe: boolean): Fix | undefined {
  const { problem, block, message } = target;
  const word = suggested(target);
  if (word === undefined) return undefined;
  if (bodyIn(message, problem, word)) return splitWord(message)?.[0];
  return {
    title: `Write \`${word}\` for ${shown(block.text, problem)}`,
    edits: [replace(problem, word)],
    preferred: true,
    safe,
  };
}

/** `user:alice` → `user name=alice`, the name where the order of attributes has it. */
function nameSpeaker(target: Target): Fix | undefined {
  const { message, problem } = target;
  const [role = '', name] = suggested(target)?.split(' name=') ?? [];
  if (name === undefined || message.header.attributes.some(({ key }) => key === 'name')) return undefined;
  const added = addAttribute(message, 'name', name);
  return (
    added && {
      title: `Write \`${role} name=${name}\``,
      edits: [replace(problem, role), added],
      preferred: true,
    }
  );
}

/** Who can have spoken: the assistant alone has channels; who calls or answers a tool must say more than a role. */
function insertRole({ message, block }: Target): Fixes {
  const { header } = message;
  if (!has(block, Trait.HasMessage) || header.foreign || header.faults.length > 1) return [];
  if (header.attributes.some(({ key }) => key !== 'name' && key !== 'content_type')) return [];
  const wanted = header.channel || header.constrain ? [modelRole] : speakerRoles;
  const start = START.text.length;
  let end = start;
  while (' \t\r\n'.includes(block.text[end] ?? '-')) end++;
  const behind = block.text.startsWith('<|', end) ? '' : ' ';
  return wanted.map((role) => ({
    title: `Insert the role \`${role}\``,
    edits: [replace({ start, end }, role + behind)],
    preferred: wanted.length === 1,
  }));
}

/** The letters of a name without their accents. Names of tools must agree with others, and are left alone. */
function asAscii(target: Target): Fix | undefined {
  const attribute = attributeAt(target);
  const { message, context } = target;
  if (attribute === undefined || !['name', 'call_id'].includes(attribute.key)) return undefined;
  if (attribute.key === 'name' && message.kind === 'reply') return undefined;
  const value = attribute.value.normalize('NFKD').replace(/\p{M}/gu, '');
  const id = attribute.key === 'call_id';
  if (!/^[\x21-\x7e]+$/.test(value) || value.includes('<|') || (id && hasId(value, context))) return undefined;
  const all = id ? withId(message, context) : [message];
  const edits = all.flatMap(({ block, header }) => {
    const one = attributeNamed(header, attribute.key);
    return one ? [replace({ start: one.valueStart, end: one.end }, value, block)] : [];
  });
  return edits.length === 0 || !all.some(({ block }) => block === target.block)
    ? undefined
    : {
        title: `Write \`${attribute.key}=${value}\`${edits.length > 1 ? ' wherever this id stands' : ''}`,
        edits,
        preferred: true,
      };
}

function renameAttribute(target: Target): Fix | undefined {
  const key = suggested(target);
  const attribute = attributeAt(target);
  if (key === undefined || attribute === undefined) return undefined;
  if (target.message.header.attributes.some((other) => other.key === key)) return undefined;
  const { start } = attribute;
  return {
    title: `Write \`${key}=\` for \`${attribute.key}=\``,
    edits: [replace({ start, end: start + attribute.key.length }, key)],
    preferred: true,
  };
}

/** Fills in what a message must have and the transcript tells, or removes the attribute. */
function emptyAttribute(target: Target): Fixes {
  const attribute = attributeAt(target);
  if (attribute === undefined) return [];
  const meant = suggested(target);
  if (meant !== undefined)
    return [{ title: `Write \`${meant}\``, edits: [replace(attribute, meant)], preferred: true }];
  const { message, context } = target;
  const needed =
    attribute.key === 'call_id' ? message.kind !== 'plain' : attribute.key === 'name' && message.role === toolRole;
  // Behind `to=`, a bare word is a type.
  if (attribute.key === 'to' && message.header.contentType) return [];
  if (!needed) return [dropWord(target, attribute, { preferred: true })];
  const value =
    attribute.key === 'name'
      ? nameFor(message, context)
      : message.kind === 'reply'
        ? idFor(message, context)
        : undefined;
  return [
    value !== undefined && {
      title: `Write \`${attribute.key}=${value}\``,
      edits: [insert(attribute.end, value)],
      preferred: true,
    },
  ].filter((fix) => fix !== false);
}

/** Of two `<|constrain|>` the first one counts: the other goes, with its type. */
function otherConstrain(target: Target): Fix | undefined {
  const { problem, message, block } = target;
  const { constrain } = message.header;
  if (constrain === undefined || constrain.token.start >= problem.start) return undefined;
  if (tokenAt(block.text, problem.start)?.name !== 'constrain') return undefined;
  const type = /^[^\s<]*/.exec(block.text.slice(problem.end, block.headerEnd))?.[0].length ?? 0;
  return dropWord(target, { start: problem.start, end: problem.end + type }, { preferred: true });
}

/** Moves `<|channel|>` with its word to before `<|constrain|>`, or an attribute to before `<|channel|>`. */
function outOfOrder(target: Target): Fix | undefined {
  const attribute = attributeAt(target);
  if (attribute) return moveToStart(target, attribute, false);
  const { header } = target.message;
  const { channel, constrain } = header;
  if (channel?.token.start !== target.problem.start || constrain === undefined) return undefined;
  // What stands behind it would come to stand behind `<|constrain|>`.
  const end = channel.word?.end ?? channel.token.end;
  if (header.bodyStart > end && target.block.text.slice(end, target.block.headerEnd).trim() !== '') return undefined;
  const part = { start: channel.token.start, end };
  return {
    title: 'Move the channel to before `<|constrain|>`',
    edits: [insert(constrain.token.start, target.block.text.slice(part.start, part.end)), remove(part)],
    preferred: true,
  };
}

/** Of two channels the first valid one counts, and of a call's the one where it belongs: the other goes. */
function otherChannel({ message, block, problem, context }: Target): Fix | undefined {
  const { kind, tool } = message;
  const { channels, channel } = message.header;
  const counted = channel?.word;
  const second = channels.find(({ start }) => start >= problem.end);
  const [first] = channels;
  // An empty channel is no word: then there is only one, which counts.
  if (counted === undefined || second === undefined || first === undefined || first === second) return undefined;
  const fits = kind === 'call' && tool !== undefined ? channelsOf(tool, context) : [];
  const kept = fits.includes(counted.name ?? '')
    ? counted
    : ([first, second].find(({ name }) => fits.includes(name ?? '')) ?? counted);
  const other = kept.start === second.start ? first : second;
  const part = { start: block.text.lastIndexOf('<', other.start - 1), end: other.end };
  // What stands between the two would come to stand before the channel.
  const behind = block.text.slice(first.end, block.text.lastIndexOf('<', second.start - 1));
  if (other === first && behind.trim() !== '') return undefined;
  if (tokenAt(block.text, part.start)?.name !== 'channel') return undefined;
  return {
    title: `Remove ${shown(block.text, part)}`,
    edits: [remove(part)],
    preferred: true,
    safe: other.name !== undefined && first.name === second.name && other.text === other.name,
  };
}

function channelValues({ message, block, problem }: Target): Fixes {
  const wanted =
    message.kind === 'call'
      ? [callChannel]
      : message.role !== modelRole
        ? []
        : block.terminator === 'return'
          ? [answerChannel]
          : channelNames;
  const choices = wanted.map((name) => ({
    title: `Insert \`${name}\``,
    edits: [insert(problem.end, name)],
    preferred: wanted.length === 1,
  }));
  // Where the start is implied, the channel begins the message.
  if (has(block, Trait.Implied) || message.kind === 'call') return choices;
  return [...choices, { title: 'Remove `<|channel|>`', edits: [remove(problem)] }];
}

function constrainValue({ message, problem }: Target): Fixes {
  return message.json.error === undefined
    ? [{ title: 'Insert `json`', edits: [insert(problem.end, 'json')], preferred: true }]
    : [{ title: 'Remove `<|constrain|>`', edits: [remove(problem)] }];
}

/** A fix that needs a header which is understood otherwise. */
const sound =
  (fix: (target: Target) => Fixes) =>
  (target: Target): Fixes =>
    isSound(target.message) ? fix(target) : [];

const byRule: Partial<Record<HeaderRule, (target: Target) => Fixes>> = {
  role: (target) => [
    showUnseen(target),
    suggested(target)?.includes(' ')
      ? nameSpeaker(target)
      : meant(target, target.message.role === suggested(target) && !isToolRole(target.message.role ?? '')),
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
    return [
      keepRecipient(target) ??
        showUnseen(target) ??
        (value === undefined ? dropStray(target) : joinValue(target, value)),
    ];
  },
  'literal-in-header': (target) => [unwrapLiteral(target)],
  order: sound((target) => [otherConstrain(target) ?? outOfOrder(target)]),
  'channel-missing-value': sound(channelValues),
  'channel-unknown': (target) => {
    const { text } = target.block;
    const written = text.slice(target.problem.start, target.problem.end);
    return [meant(target, written.toLowerCase() === suggested(target))];
  },
  'channel-duplicate': sound((target) => [otherChannel(target)]),
  'constrain-missing-value': sound(constrainValue),
  'no-message': (target) => {
    if (target.problem.data?.token !== undefined) return [respellHeader(target)];
    return isPlainText(target) ? insertHeader(target) : insertMessage(target);
  },
};

export const parseHeaderFixer: Fixer = {
  says: 'write the role, channel or attribute that is meant; remove what does not belong; insert `<|message|>`; put the parts in order',
  fix: (target) => own(byRule, String(target.problem.data?.rule))?.(target) ?? [],
};
