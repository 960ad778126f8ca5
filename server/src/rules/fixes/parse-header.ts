/** Fixes of `E-PARSE-HEADER`, by what is wrong with the header. */
import { attributes as attributeFacts } from '../../grammar/index.ts';
import { has, Trait } from '../../syntax/block.ts';
import { attributeNamed, type HeaderRule, isToolRole } from '../../syntax/message-header.ts';
import { START, tokenAt } from '../../syntax/tokens.ts';
import { addAttribute, close, isSound, removable, takesToken } from './edits.ts';
import { hasId, idFor, nameFor, withId } from './exchanges.ts';
import { type Fix, type Fixer, insert, remove, replace, shown, type Target } from './fix.ts';
import { attributeAt, channelNames, dropWord, moveToStart, suggested } from './headers.ts';

type Fixes = readonly (Fix | undefined)[];

const knownKeys = attributeFacts.map(({ name }) => name);

/** Writes what is meant in place of a word; safe where it is read as that already. */
function meant(target: Target, safe: boolean): Fix | undefined {
  const { problem, block } = target;
  const word = suggested(target);
  if (word === undefined) return undefined;
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
  const wanted = header.channel || header.constrain ? ['assistant'] : ['system', 'developer', 'user', 'assistant'];
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
  const { message, context } = target;
  const needed =
    attribute.key === 'call_id' ? message.kind !== 'plain' : attribute.key === 'name' && message.role === 'tool';
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

/** Of two channels the first valid one counts: the other goes. */
function otherChannel({ message, block, problem }: Target): Fix | undefined {
  const { channels, channel } = message.header;
  const counted = channel?.word;
  const second = channels.find(({ start }) => start >= problem.end);
  const [first] = channels;
  // An empty channel is no word: then there is only one, which counts.
  if (counted === undefined || second === undefined || first === undefined || first === second) return undefined;
  const other = counted.start === second.start ? first : second;
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
      ? ['commentary']
      : message.role !== 'assistant'
        ? []
        : block.terminator === 'return'
          ? ['final']
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

/** `<|message|>` goes before what cannot be header; a header with nothing behind it goes. */
function insertMessage(target: Target): Fixes {
  const { block, message, context } = target;
  const { text, bodyEnd } = block;
  const from = Math.min(message.header.bodyStart, bodyEnd);
  const empty = text.slice(from, bodyEnd).trim() === '';
  if (empty && block.terminator === undefined) {
    // A call or a reply may be what another message goes with.
    if (message.kind !== 'plain' || !removable(block, context) || (from > 0 && text.includes('<|literal|>'))) return [];
    return [{ title: 'Remove this header, which no message follows', edits: [remove({ start: 0, end: text.length })] }];
  }
  // Tokens in what would become the body are a sign of another fault.
  for (let hop = text.indexOf('<|', from); hop >= 0 && hop < bodyEnd; hop = text.indexOf('<|', hop + 2)) {
    if (tokenAt(text, hop)) return [];
  }
  let start = from;
  while (' \t\r\n'.includes(text[start - 1] ?? '-')) start--;
  // A terminator behind `<` is one only in a header.
  if (!takesToken(block, start) || !takesToken(block, bodyEnd)) return [];
  const opened = replace({ start, end: from }, '<|message|>');
  const closed = block.terminator === undefined ? close(message, context.dialect === 'harmony') : undefined;
  if (block.terminator === undefined && closed === undefined) return [];
  return [
    {
      title: closed
        ? `Insert \`<|message|>\`, and \`${closed.token}\` at the end`
        : 'Insert `<|message|>` before the body',
      edits: [opened, ...(closed ? [closed.edit] : [])],
      preferred: true,
    },
  ];
}

/** A word that does not belong; half a token is another fault, which removing it would hide. */
function dropStray(target: Target): Fix | undefined {
  const { problem, block } = target;
  const { text } = block;
  const isToken = tokenAt(text, problem.start) !== undefined;
  // What stands behind it would be the word of the token before it.
  if (text[problem.start - 1] === '>' && /[^\s<]/.test(text[problem.end] ?? '<')) return undefined;
  // Half a token before it is another fault.
  if (target.message.role === undefined || /<\|?\w*\|?$/.test(text.slice(0, problem.start))) return undefined;
  if (!has(block, Trait.HasMessage) || (!isToken && /[<|>]/.test(text.slice(problem.start, problem.end))))
    return undefined;
  return dropWord(target, problem, { preferred: isToken });
}

/** A fix that needs a header which is understood otherwise. */
const sound =
  (fix: (target: Target) => Fixes) =>
  (target: Target): Fixes =>
    isSound(target.message) ? fix(target) : [];

const byRule: Partial<Record<HeaderRule, (target: Target) => Fixes>> = {
  role: (target) => [
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
  'attr-ascii': sound((target) => [asAscii(target)]),
  'attr-duplicate': sound((target) => {
    const attribute = attributeAt(target);
    return [attribute && dropWord(target, attribute, { preferred: true })];
  }),
  'stray-word': (target) => [dropStray(target)],
  'literal-in-header': (target) => [dropStray(target)],
  order: sound((target) => [outOfOrder(target)]),
  'channel-missing-value': sound(channelValues),
  'channel-unknown': (target) => {
    const { text } = target.block;
    const written = text.slice(target.problem.start, target.problem.end);
    return [meant(target, written.toLowerCase() === suggested(target))];
  },
  'channel-duplicate': sound((target) => [otherChannel(target)]),
  'constrain-missing-value': sound(constrainValue),
  'no-message': (target) => (has(target.block, Trait.Open) ? [] : insertMessage(target)),
};

export const parseHeaderFixer: Fixer = {
  says: 'write the role, channel or attribute that is meant; remove what does not belong; insert `<|message|>`; put the parts in order',
  fix: (target) => byRule[target.problem.data?.rule as HeaderRule]?.(target) ?? [],
};
