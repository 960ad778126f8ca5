/**
 * Decisions to read or check Harmony text differently from the reference parser. Each tells for which findings it applies; the first that
 * applies counts.
 */
import { bareContentTypes, channels, roles } from '../../../server/src/grammar/index.ts';
import type { RejectionKind } from '../../../server/src/model/reference/errors.ts';
import type { ReferenceMessage } from '../../../server/src/model/reference/parse.ts';
import { misspellings } from '../../../server/src/syntax/tokens/misspelled.ts';
import { isPlausibleStart } from '../../../server/src/syntax/tokens/tokens.ts';
import type { Finding } from './findings.ts';

export interface Decision {
  /** The number of the decision in `docs/language-notes.md`, or the section of 2.2. */
  readonly number: string;
  readonly what: string;
  /** A text to which the decision applies. */
  readonly example: string;
  readonly applies: (finding: Finding) => boolean;
}

/**
 * Returns a decision for texts that the reference rejects although we report nothing in the rejected message. `rest` matches the text from
 * the start of that message.
 */
function silent(number: string, what: string, example: string, kind: RejectionKind, rest: RegExp): Decision {
  const applies = (finding: Finding) =>
    finding.kind === 'silent' && finding.error.kind === kind && rest.test(finding.text.slice(finding.error.from));
  return { number, what, example, applies };
}

type Holds = (message: ReferenceMessage) => boolean;

/** Returns a decision for errors and warnings with these codes in texts that the reference accepts. */
function alarm(number: string, what: string, example: string, codes: string, holds: Holds = () => true): Decision {
  const all = codes.split(' ');
  const applies = (finding: Finding) =>
    finding.kind === 'alarm' &&
    all.includes(finding.alarm.code) &&
    finding.message !== undefined &&
    holds(finding.message);
  return { number, what, example, applies };
}

/** Returns a decision for any finding in a message of the reference. */
function inMessage(number: string, what: string, example: string, holds: Holds): Decision {
  return { number, what, example, applies: ({ message }) => message !== undefined && holds(message) };
}

/**
 * Returns a decision for messages whose header satisfies `holds`. The header is the text that the reference reads as one, without the
 * tokens at both ends.
 */
function header(
  number: string,
  what: string,
  example: string,
  holds: (header: string, message: ReferenceMessage) => boolean,
): Decision {
  const applies = ({ text, message }: Finding) => message !== undefined && holds(headerOf(text, message), message);
  return { number, what, example, applies };
}

function headerOf(text: string, { from, bodyStart }: ReferenceMessage): string {
  const inner = text.slice(from, bodyStart).replace(/^<\|start\|>/, '');
  return inner.replace(/<\|message\|>$/, '');
}

const roleNames = roles.map(({ name }) => name);
const channelNames: readonly (string | undefined)[] = [undefined, ...channels.map(({ name }) => name)];

/** Returns a check for headers with this attribute of 2.2, which the reference reads as a recipient or a type. */
const attribute = (key: string) => (header: string) => new RegExp(`(?:^|\\s)${key}=`).test(header);

/** Whether a recipient is not written as `to=` in the header. The reference accepts any word as one, and an empty `to=`. */
const bareRecipient = (header: string, { recipient }: ReferenceMessage) =>
  recipient !== undefined && (recipient === '' || !header.includes(`to=${recipient}`));

/** Whether the end of a message lacks more than the terminator, which servers remove. */
function isCutShort({ role, recipient, channel, text, contentType }: ReferenceMessage): boolean {
  if (role !== 'assistant') return true;
  if (recipient === undefined) return channel !== undefined && channel !== 'final';
  if (contentType?.endsWith('code')) return text.trim() === '';
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** Whether the body contains `<|start|>` and a role. */
function holdsStart({ text }: ReferenceMessage): boolean {
  for (let at = text.indexOf('<|start|>'); at >= 0; at = text.indexOf('<|start|>', at + 1)) {
    if (isPlausibleStart(text, at)) return true;
  }
  return false;
}

/** Decisions on texts that the reference and this project read in the same way, but only this project reports. */
const judged: readonly Decision[] = [
  alarm('A-137', 'what it misreads is reported', '<|start|>user name=ann<|message|>Hi<|end|>', 'harmony-rejects'),
  alarm(
    'A-138',
    'a message that breaks off is reported',
    '<|start|>user<|message|>What is',
    'E-STREAM-TRUNCATED',
    (message) => isCutShort(message) || /<\|\w+\|?$/.test(message.text),
  ),
  alarm(
    'A-018',
    'tokens in a body are reported',
    '<|start|>user<|message|>a<|channel|>b<|end|>',
    'token-in-body',
    ({ text }) => text.includes('<|'),
  ),
  alarm(
    'A-049',
    'a word that hides a message without sense is reported',
    '<|start|>user to=functions.add<|message|>{}<|end|>',
    'message-hidden',
  ),
  alarm('A-028', 'misspelled tokens are reported', '<|start|>user<|message|>a <|END|> b<|end|>', 'token-misspelled'),
  alarm(
    '2.2 §8',
    'a tool is called on its channel',
    '<|start|>assistant to=functions.add<|channel|>final<|message|>{}<|call|>',
    'tool-channel',
  ),
  alarm('2.2 §6', '`<|call|>` ends calls alone', '<|start|>user<|message|>Hi<|call|>', 'call-no-recipient'),
  alarm(
    'A-063',
    'a call ends in `<|call|>`',
    '<|start|>assistant to=functions.add<|channel|>commentary<|message|>{}<|end|>',
    'call-terminator',
  ),
  alarm(
    '2.2 §8.2',
    'a reply with an id has a call with that id',
    '<|start|>functions.add to=assistant call_id=a1<|channel|>commentary<|message|>{}<|end|>',
    'call-id-unmatched',
  ),
  alarm(
    'A-038',
    'a body is of the type that its header gives',
    '<|start|>assistant to=functions.add<|channel|>commentary <|constrain|>json<|message|>{<|call|>',
    'content-type-mismatch E-BODY-CONSTRAINT-VIOLATION',
  ),
  alarm(
    'A-142',
    'arguments of a function are an object',
    '<|start|>assistant to=functions.add<|channel|>commentary<|message|>two and three<|call|>',
    'E-CALL-SCHEMA',
  ),
];

/** Decisions on texts that the reference and this project read differently. Most of the texts are reported. */
const read: readonly Decision[] = [
  inMessage(
    'A-017',
    '`<|start|>` and a role begin a message, in a body as well',
    '<|start|>user<|message|>Hi<|start|>assistant<|message|>Hello<|end|>',
    holdsStart,
  ),
  header(
    'A-041',
    'no header goes past a terminator or `<|start|>`',
    '<|start|>user one<|end|><|start|>assistant<|message|>Hello<|end|>',
    (text) => /<\|(?:end|call|return|start)\|>/.test(text),
  ),
  header(
    'A-028',
    'a misspelled token of a header is that token',
    '<|start|>assistant<\\|channel\\|>final to=user<|message|>Hi<|end|>',
    (text) => [...misspellings(text, 0, text.length)].length > 0,
  ),
  header(
    'A-040',
    'a second `<|channel|>` is not a word',
    '<|start|>user to=assistant<|channel|>final<|channel|>final<|message|>Hi<|end|>',
    (text) => text.split('<|channel|>').length > 2,
  ),
  header(
    'A-040',
    'there are three channels',
    '<|start|>assistant<|channel|>thoughts<|message|>Hi<|end|>',
    (_, { channel }) => !channelNames.includes(channel),
  ),
  header(
    'A-027',
    'a role in capitals is that role, misspelled',
    '<|start|>User<|channel|>commentary to=assistant<|message|>Hi<|end|>',
    (_, { name = '' }) => !roleNames.includes(name) && roleNames.includes(name.toLowerCase()),
  ),
  header(
    'A-056',
    'a name is a name: `name=` and `user:alice`',
    '<|start|>user name=alice<|message|>Hi<|end|>',
    (text, { name = '' }) => attribute('name')(text) || /^(?:user|assistant):/.test(name),
  ),
  header(
    'A-057',
    '`call_id=` is an id',
    '<|start|>functions.add call_id=a1<|channel|>commentary<|message|>{}<|end|>',
    attribute('call_id'),
  ),
  header(
    'A-054',
    '`intent=` is an intent',
    '<|start|>assistant intent=preamble<|channel|>commentary<|message|>Hi<|end|>',
    attribute('intent'),
  ),
  header(
    'A-038',
    '`content_type=` is a type',
    '<|start|>assistant content_type=json<|channel|>final<|message|>{}<|end|>',
    attribute('content_type'),
  ),
  header(
    'A-037',
    '`<|constrain|>` gives a type, without a recipient as well',
    '<|start|>assistant<|channel|>final <|constrain|>json<|message|>{}<|end|>',
    (_, { recipient = '' }) => recipient.startsWith('<|constrain|>'),
  ),
  header(
    'A-036',
    'a bare type is not a recipient',
    '<|start|>assistant<|channel|>commentary json<|message|>{}<|end|>',
    (text, message) => bareRecipient(text, message) && bareContentTypes.includes(message.recipient as string),
  ),
  header(
    '2.2 §6',
    'a recipient is written `to=`',
    '<|start|>assistant<|channel|>commentary functions.add<|message|>{}<|end|>',
    bareRecipient,
  ),
  header(
    '2.2 §6',
    'a header begins with a role',
    '<|start|>to=functions.add<|channel|>commentary<|message|>{}<|end|>',
    (_, { name = '' }) => name.startsWith('to='),
  ),
  header(
    'A-026',
    'a value is ASCII, and ends at `<|`',
    '<|start|>assistant to=functions.größe<|channel|>commentary<|message|>{}<|call|>',
    (_, { recipient = '' }) => /[^\x21-\x7e]|</.test(recipient),
  ),
  header(
    'A-026',
    'a second `=` is a slip, and reported',
    '<|start|>assistant to==functions.add<|channel|>commentary<|message|>{}<|call|>',
    (_, { recipient = '' }) => recipient.startsWith('='),
  ),
  header(
    '2.2 §6',
    'a type is a word',
    '<|start|>assistant to=functions.add<|channel|>commentary <json><|message|>{}<|call|>',
    (_, { contentType = 'text' }) => !/^(?:<\|constrain\|>)?[\w.+/-]+$/.test(contentType),
  ),
];

/** Decisions on texts that the reference rejects but this project accepts. */
const accepted: readonly Decision[] = [
  silent(
    'A-043',
    'an open `<|start|>assistant` at the end is where the model goes on',
    '<|start|>user<|message|>Hi<|end|><|start|>assistant',
    'header-open',
    /^<\|start\|>assistant\s*$/,
  ),
  silent(
    'A-023',
    'white space between messages means nothing',
    '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|message|>Hello<|end|>\n',
    'start-expected',
    /^\s+(?:<\|start\|>|$)/,
  ),
  silent(
    'A-131',
    'a reply needs no `to=assistant`; that the parser rejects it is an information (A-137)',
    '<|start|>functions.add<|channel|>commentary<|message|>{}<|end|>',
    'role-unknown',
    /^<\|start\|>(?:functions\.[^\s<]+|browser(?:\.[^\s<]+)?|python)[<\s]/,
  ),
  silent(
    'A-056',
    '`user:alice` is a user with a name; that the parser rejects it is an information (A-137)',
    '<|start|>user:alice<|message|>Hi<|end|>',
    'role-unknown',
    /^<\|start\|>(?:user|assistant):/,
  ),
];

export const decisions: readonly Decision[] = [...accepted, ...judged, ...read];

/** Returns the decision that explains a finding. */
export function decided(finding: Finding): Decision | undefined {
  return decisions.find(({ applies }) => applies(finding));
}
