/** The writers for 2.x: OpenChatML 2.2 with its escapes and attributes, and Harmony, which has neither. */
import { channels } from '../grammar/index.ts';
import type { Family } from '../syntax/families/family.ts';
import { headerToken } from '../syntax/families/family.ts';
import { CHANNEL, CONSTRAIN, ENDLITERAL, isEscapable, LITERAL } from '../syntax/tokens/tokens.ts';
import { isReplyRole, type MessageDraft, type Refusal, replyRole } from './message-draft.ts';
import { type Around, noPlaceFor, unknownWord, unwritableValue, type Writer } from './writer.ts';

const channelNames = channels.map(({ name }) => name);

/** The writer for OpenChatML 2.2, with or without the Harmony profile. All attributes precede the channel, in the order of §6. */
export function openchatmlWriter(family: Family): Writer {
  const attributeNames = family.attributes.map(({ name }) => name);
  const roles = rolesIn(family);
  return {
    family,
    header(draft) {
      const { role, attributes, channel, constraint } = draft;
      const refused =
        wrongWords(draft, roles) ??
        noPlaceFor(
          family,
          [...attributes].filter(([key]) => !attributeNames.includes(key)),
        );
      if (refused) return refused;
      const words = [role, ...[...attributes].map(([key, value]) => `${key}=${value}`)].join(' ');
      return [
        family.frame.openers[0].text + words,
        channel === undefined ? '' : CHANNEL.text + channel,
        constraint === undefined ? '' : CONSTRAIN.text + constraint,
        ending(draft, family),
      ].join('');
    },
    quote: (text, around) => escaped(text, around, family),
  };
}

/**
 * The writer for Harmony. The role of a reply is the name of its tool. A speaker's name follows the role, and a type without a token
 * follows the recipient.
 */
export function harmonyWriter(family: Family): Writer {
  const places = ['to', 'name', 'content_type'];
  const roles = rolesIn(family);
  return {
    family,
    header(draft) {
      const { role, attributes, channel, constraint } = draft;
      const [to, name, type] = places.map((key) => attributes.get(key));
      const refused =
        wrongWords(draft, roles) ??
        noPlaceFor(
          family,
          [...attributes].filter(([key]) => !places.includes(key)),
        );
      if (refused) return refused;
      if (type !== undefined && (to === undefined || constraint !== undefined)) {
        const reason = to === undefined ? 'can only follow a recipient' : 'cannot be combined with `<|constrain|>`';
        return { part: 'content_type', start: 0, end: type.length, reason };
      }
      const isReply = isReplyRole(role, family);
      return [
        family.frame.openers[0].text,
        name === undefined ? role : isReply ? name : `${role}:${name}`,
        to === undefined ? '' : ` to=${to}`,
        channel === undefined ? '' : CHANNEL.text + channel,
        type === undefined ? '' : ` ${type}`,
        constraint === undefined ? '' : ` ${CONSTRAIN.text}${constraint}`,
        ending(draft, family),
      ].join('');
    },
    quote: (text) => text,
  };
}

const rolesIn = (family: Family): readonly string[] => [
  ...new Set([...family.roles.map(({ name }) => name), replyRole(family)]),
];

function wrongWords(
  { role, attributes, channel, constraint }: MessageDraft,
  roles: readonly string[],
): Refusal | undefined {
  return (
    unknownWord('role', role, roles) ??
    (channel === undefined ? undefined : unknownWord('channel', channel, channelNames)) ??
    unwritableValue(attributes) ??
    (constraint === undefined ? undefined : unwritableValue([['constraint', constraint]]))
  );
}

/** The token that ends the header; empty if the header stays open because the model continues it. */
function ending({ slot }: MessageDraft, { frame }: Family): string {
  return slot ? '' : (headerToken(frame)?.text ?? '');
}

/**
 * Escapes tokens where this is possible. Tokens of other families, and a final `<` before a token, go into a literal block. If a
 * run of `<` precedes the token, the block begins before the run, since a `<` before the block would escape the block itself
 * (A-012, A-013).
 */
function escaped(text: string, { before, after }: Around, { tokenAt }: Family): string | Refusal {
  const parts: string[] = [];
  let at = 0;
  const literal = (start: number, end: number): Refusal | undefined => {
    const from = runStart(text, start, at);
    if (from === 0 && before.endsWith('<')) {
      return { part: 'body', start, end, reason: 'needs a literal block, which cannot follow `<`' };
    }
    parts.push(text.slice(at, from), LITERAL.text, text.slice(from, end), ENDLITERAL.text);
    at = end;
    return undefined;
  };
  for (let hop = text.indexOf('<|'); hop >= 0; hop = text.indexOf('<|', hop + 2)) {
    const token = tokenAt(text, hop);
    if (token === undefined) continue;
    if (isEscapable(token)) {
      parts.push(text.slice(at, hop), '<');
      at = hop;
    } else {
      const refused = literal(hop, hop + token.text.length);
      if (refused) return refused;
    }
  }
  if (text.endsWith('<') && after.startsWith('<|')) {
    const refused = literal(text.length - 1, text.length);
    if (refused) return refused;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** The start of the run of `<` that ends at the offset `to`, but not before `from`. */
function runStart(text: string, to: number, from: number): number {
  let start = to;
  while (start > from && text[start - 1] === '<') start--;
  return start;
}
