/** Fixes of message headers: attributes, their place and order, white space, channels and types. */
import { answerChannel, callChannel, channels, contentTypes, modelRole } from '../grammar/index.ts';
import { headerInfo, type Message } from '../model/message.ts';
import { requiredChannels } from '../rules/E-PARSE-CHANNEL-MISSING.ts';
import { type Attribute, attributeNamed } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';
import { closest } from '../syntax/tokens/closest.ts';
import {
  type Fix,
  type FixEdit,
  type Fixers,
  insert,
  type Proposal,
  type Proposals,
  replace,
  type Target,
  titleText,
} from './fix.ts';
import { addAttribute, attributeOrder, headerTail, isSound, removeWord, setChannel } from './support/edits.ts';

const typeNames = contentTypes.map(({ name }) => name);
export const channelNames = channels.map(({ name }) => name);

/** The attribute at which the problem is reported. */
export function attributeAt({ message, problem }: Target): Attribute | undefined {
  return message.header.attributes.find(({ start }) => start === problem.start);
}

export function suggested({ problem }: Pick<Target, 'problem'>): string | undefined {
  return typeof problem.data?.suggestion === 'string' ? problem.data.suggestion : undefined;
}

export function dropWord({ block }: Target, span: Span, more: Partial<Fix> = {}): Fix {
  return { title: `Remove ${titleText(block.text, span)}`, edits: [removeWord(block.text, span)], ...more };
}

/** Moves an attribute that follows the channel to its place before the channel. */
export function moveToStart({ block, message }: Target, attribute: Attribute, safe: boolean): Proposal | undefined {
  const { key, value } = attribute;
  return {
    title: `Move \`${key}=\` before \`<|channel|>\``,
    edits: [addAttribute(message, key, value), removeWord(block.text, attribute)],
    preferred: true,
    safe,
  };
}

/** Sorts the attributes before the channel in the order of §6, without moving anything between them. */
function sortAttributes({ block, message }: Target): Fix {
  const attributes = message.header.attributes.filter(
    ({ key, afterChannel, repeated }) => !afterChannel && !repeated && attributeOrder.includes(key),
  );
  const sorted = [...attributes].sort((a, b) => attributeOrder.indexOf(a.key) - attributeOrder.indexOf(b.key));
  const edits = attributes.map((attribute, i): FixEdit => {
    const { start, end } = sorted[i] as Attribute;
    return replace(attribute, block.text.slice(start, end));
  });
  return { title: 'Sort the attributes', edits, preferred: true, safe: true };
}

/**
 * Marks a type in a header that is not marked as one. If the body is JSON, `json` is written after `<|constrain|>`, which runtimes check.
 * Other types become the hint `content_type=`.
 */
function writeType({ block, message }: Target): Proposal | undefined {
  const { contentType, constrain, attributes } = message.header;
  if (contentType === undefined) return undefined;
  if (constrain || attributes.some(({ key }) => key === 'content_type'))
    return dropWord({ block } as Target, contentType, { preferred: true });
  const type = contentType.text;
  const removed = removeWord(block.text, contentType);
  if (type !== 'json' || message.json.error !== undefined) {
    const title = `Change to \`content_type=${type}\``;
    return { title, edits: [addAttribute(message, 'content_type', type), removed], preferred: true, safe: true };
  }
  const last = block.text.slice(contentType.end, block.headerEnd).trim() === '';
  const constraint = `<|constrain|>${type}`;
  return {
    title: `Change to \`${constraint}\``,
    edits: last ? [replace(removed, constraint)] : [removed, insert(headerTail(message), constraint)],
    preferred: true,
    safe: true,
  };
}

function preambleChannel({ message }: Target): Proposal | undefined {
  const { role, kind } = message;
  return role === modelRole && kind === 'plain' ? putOn(message, 'message', callChannel) : undefined;
}

function putOn(message: Message, what: string, channel: string | undefined, preferred = false): Proposal {
  return { title: `Move the ${what} to \`${channel}\``, edits: [setChannel(message, channel)], preferred };
}

export const headerFixers: Fixers = {
  'attribute-order': {
    says: 'sort the attributes, or remove the duplicate',
    fix(target) {
      const attribute = attributeAt(target);
      return [
        attribute?.repeated ? dropWord(target, attribute, { preferred: true, safe: true }) : sortAttributes(target),
      ];
    },
  },
  'attribute-position': {
    says: 'move the attribute before `<|channel|>`',
    fix(target) {
      const attribute = attributeAt(target);
      return [attribute && moveToStart(target, attribute, true)];
    },
  },
  'header-space': {
    says: 'replace the white space with one space, or remove it where none is allowed',
    fix({ problem: { start, end }, block: { text, headerEnd } }) {
      const none =
        text.startsWith('<|', end) || end >= headerEnd || /(?:start|channel|constrain)\|>$/i.test(text.slice(0, start));
      return [
        {
          title: none ? 'Remove the space' : 'Replace the white space with one space',
          edits: [replace({ start, end }, none ? '' : ' ')],
          preferred: true,
          safe: true,
        },
      ];
    },
  },
  'start-implied': {
    says: 'insert `<|start|>assistant`',
    fix({ block, context }) {
      // The text before the message may be its header, with a misspelled or missing `<|start|>`.
      const before = context.blocks.at((context.blocks.placeOf(block)?.index ?? 0) - 1);
      if (before?.kind === 'prelude' && before.text.replace('\uFEFF', '').trim() !== '') return [];
      const opener = block.text.startsWith('<|') ? '<|start|>assistant' : '<|start|>assistant ';
      return [{ title: 'Insert `<|start|>assistant`', edits: [insert(0, opener)], preferred: true, safe: true }];
    },
  },
  'E-PARSE-CHANNEL-MISSING': {
    says: 'change the channel to one that the document header requires',
    fix({ message, context }) {
      const names = requiredChannels(context.header);
      const candidates = message.kind === 'call' ? names.filter((name) => name === callChannel) : names;
      return candidates.map((name) => putOn(message, 'message', name, candidates.length === 1));
    },
  },
  'answer-channel-missing': {
    says: 'move the message to `final`, unless another message from the model follows',
    fix: ({ message, block, context }) => {
      // If another message from the model follows, this one may be a thought or a preamble. It is impossible to tell which.
      const next = context.blocks.at((context.blocks.placeOf(block)?.index ?? 0) + 1);
      const goesOn = next?.kind === 'message' && headerInfo(next).role === modelRole;
      return goesOn ? [] : [putOn(message, 'message', answerChannel, true)];
    },
  },
  'content-type-bare': {
    says: 'change `json` to `<|constrain|>json`, and other types to `content_type=`',
    fix: (target) => [writeType(target)],
  },
  'constrain-missing': {
    says: 'insert `<|constrain|>json`',
    fix: ({ message }) => [
      {
        title: 'Insert `<|constrain|>json`',
        edits: [insert(headerTail(message), '<|constrain|>json')],
        preferred: true,
        safe: true,
      },
    ],
  },
  'content-type-unknown': {
    says: 'correct the type',
    fix({ problem, block }) {
      const typeName = closest(block.text.slice(problem.start, problem.end), typeNames);
      return [{ title: `Change to \`${typeName}\``, edits: [replace(problem, typeName)], preferred: true }];
    },
  },
  'intent-unknown': {
    says: 'correct the intent',
    fix(target) {
      const attribute = attributeAt(target);
      const intent = suggested(target);
      const value = attribute && { start: attribute.valueStart, end: attribute.end };
      return [{ title: `Change to \`intent=${intent}\``, edits: [replace(value, intent)], preferred: true }];
    },
  },
  'intent-misplaced': {
    says: 'remove the intent, or move the message to `commentary`',
    fix(target) {
      const attribute = attributeAt(target);
      return [attribute && dropWord(target, attribute, { preferred: true }), preambleChannel(target)];
    },
  },
  'message-hidden': {
    says: 'remove the word that hides the message, or move the reply to `commentary`',
    fix(target) {
      const { message, problem } = target;
      const attribute = attributeAt(target);
      if (attribute) return [dropWord(target, attribute, { preferred: true })];
      if (message.kind === 'reply') return [putOn(message, 'reply', callChannel, true)];
      const { channel } = message.header;
      return [channel && dropWord(target, { start: channel.token.start, end: problem.end }, { preferred: true })];
    },
  },
  'tool-role': {
    says: 'change the role to the name of the tool',
    fix({ message, block }) {
      const { role } = message.header;
      const name = attributeNamed(message.header, 'name');
      const edits = [replace(role, name?.value), name && removeWord(block.text, name)];
      return [{ title: `Change the role to \`${name?.value}\``, edits, preferred: true }];
    },
  },
  'tool-channel': {
    says: 'move the call to its channel',
    fix(target) {
      return [putOn(target.message, 'call', suggested(target), true)];
    },
  },
};

/** Removes a hint that contradicts `<|constrain|>`, which takes precedence. */
export function dropHint(target: Target): Proposals {
  const { header, constraint } = target.message;
  if (!isSound(target.message)) return [];
  const attribute = attributeNamed(header, 'content_type');
  const span = attribute ?? header.contentType;
  const value = attribute ? { start: attribute.valueStart, end: attribute.end } : span;
  return [
    span && dropWord(target, span, { preferred: true }),
    { title: `Change to \`${constraint}\` to match \`<|constrain|>\``, edits: [replace(value, constraint)] },
  ];
}
