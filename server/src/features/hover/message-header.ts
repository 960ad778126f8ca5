/** Hovers in the header of a message: role, channel, content types, attributes and their values. */
import { attributes, channels, contentTypes, intents, roles, speakers } from '../../grammar/index.ts';
import { type HeaderInfo, headerInfo } from '../../model/message.ts';
import { verdictOf } from '../../model/visibility/verdict.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Attribute, HeaderFault, Word } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { listed } from '../../syntax/wording.ts';
import { type Cursor, within } from '../support/cursor.ts';
import { type Explanation, explanation } from './explanation.ts';
import { explainChannel, explainRole, explainShown, explainValue } from './fact-hovers.ts';
import { explainIdleId, explainTool } from './links.ts';
import { code, paragraphs, source } from './markdown.ts';

/** Explains the word at the cursor. Undefined between words, and on tokens. */
export function explainHeader(cursor: Cursor): Explanation | undefined {
  const { block, at } = cursor;
  const what = headerInfo(block);
  const { role, channels: channelWords, constrain, contentType, attributes: headerAttributes } = what.header;
  if (role && within(role, at)) return explanation(role, explainRoleWord(cursor, what));
  const channel = channelWords.find((word) => within(word, at));
  if (channel) return explanation(channel, explainChannelWord(cursor, what, channel));
  const type = [constrain?.word, contentType].find((word) => word && within(word, at));
  if (type) return explanation(type, explainContentType(type.text, type === contentType));
  const attribute = headerAttributes.find((candidate) => within(candidate, at));
  if (attribute) return explainAttribute(cursor, what, attribute);
  const stray = what.header.faults.find((fault) => fault.rule === 'stray-word' && within(fault, at));
  return stray && !/^[<＜]/.test(stray.text) ? explanation(stray, explainStray(stray.text)) : undefined;
}

/** Explains that a word is not, for example, a role. Lists the known roles, and suggests the one that was probably intended. */
function unknown(text: string, what: string, alternatives: string, suggestion?: string): string {
  const question = suggestion !== undefined && ` Did you mean ${code(suggestion)}?`;
  return paragraphs(`**${code(text)}** · not ${what}`, `${alternatives}${question || ''}`);
}

/** A note that a misspelled word is read as another word. The rest of the hover explains that other word. */
function readAs(word: Word): string | undefined {
  return word.name && `**${code(word.text)}** · malformed, read as ${code(word.name)}`;
}

function faultOf({ header }: HeaderInfo, { start, end }: Span): HeaderFault | undefined {
  return header.faults.find((fault) => fault.start === start && fault.end === end);
}

function explainStray(text: string): string {
  const parts = 'a role, attributes, `<|channel|>` with a channel, and `<|constrain|>` with a type';
  const doc = `A header consists of ${parts}, in this order. The body begins after ${code('<|message|>')}.`;
  return paragraphs(unknown(text, 'part of a header', doc), source('2.2 §6'));
}

function explainRoleWord(cursor: Cursor, what: HeaderInfo): string {
  const { role, kind, header } = what;
  const fault = header.role && faultOf(what, header.role);
  const fact = roles.find(({ name }) => name === role);
  if (fact) return paragraphs(fault && readAs(header.role as Word), explainRole(fact, explainVisibility(cursor, what)));
  if (role !== undefined && kind === 'reply') {
    const legacy = `A reply with the tool's name as its role: the legacy form of ${code(`tool name=${role}`)}.`;
    return paragraphs(
      explainTool(cursor.transcript, role),
      legacy,
      explainVisibility(cursor, what),
      source('2.2 §4, §12'),
    );
  }
  const alternatives = `The roles are ${list(roles)}.`;
  return paragraphs(unknown(header.role?.text ?? '', 'a role', alternatives, fault?.suggestion), source('2.2 §4'));
}

function explainChannelWord(cursor: Cursor, what: HeaderInfo, word: Word): string {
  const fact = channels.find(({ name }) => name === word.name);
  if (fact)
    return paragraphs(word.text !== fact.name && readAs(word), explainChannel(fact, explainVisibility(cursor, what)));
  const alternatives = `The channels are ${list(channels)}.`;
  const { suggestion } = faultOf(what, word) ?? {};
  return paragraphs(
    unknown(word.text, 'a channel', alternatives, suggestion),
    explainVisibility(cursor, what),
    source('2.2 §5'),
  );
}

function list(facts: readonly { readonly name: string }[]): string {
  return listed(
    facts.map(({ name }) => name),
    'and',
  );
}

function explainVisibility({ block, place, transcript }: Cursor, { kind }: HeaderInfo): string {
  return explainShown(verdictOf(block, transcript.blocks.beside(place.index)), kind);
}

function explainContentType(name: string, bare: boolean): string {
  const fact = contentTypes.find((type) => type.name === name) ?? { name, doc: 'The body is not checked.' };
  const note = bare && `A bare type, as in Harmony, is only a hint; ${code(`<|constrain|>${name}`)} is binding.`;
  return paragraphs(explainValue(fact, 'content type'), note, source('2.2 §6'));
}

function explainAttribute(cursor: Cursor, what: HeaderInfo, attribute: Attribute): Explanation | undefined {
  const { key, value, start, valueStart, end } = attribute;
  const fact = attributes.find(({ name }) => name === key);
  if (fact === undefined) {
    const alternatives = `The attributes are ${list(attributes)}.`;
    const { suggestion } = faultOf(what, attribute) ?? {};
    const doc = paragraphs(unknown(`${key}=`, 'an attribute', alternatives, suggestion), source('2.2 §6'));
    return explanation(attribute, doc);
  }
  const doc = paragraphs(`**${code(`${key}=`)}** · attribute`, fact.doc, source(fact.section));
  if (cursor.at < valueStart) return explanation({ start, end: valueStart - 1 }, doc);
  return explanation({ start: valueStart, end }, getOwn(values, key)?.(value, cursor, what) ?? doc);
}

/** The texts about the values of attributes, by attribute. Undefined if the text about the attribute itself is enough. */
const values: Readonly<Record<string, (value: string, cursor: Cursor, what: HeaderInfo) => string | undefined>> = {
  to: (value, { transcript }) => (isSpeaker(value) ? explainSpeaker(value) : explainTool(transcript, value)),
  name: (value, { transcript }, { kind }) => (kind === 'reply' ? explainTool(transcript, value) : undefined),
  call_id: explainIdleId,
  intent(value, cursor, what) {
    const fact = intents.find(({ name }) => name === value);
    return fact && paragraphs(explainValue(fact, 'intent'), explainVisibility(cursor, what), source('2.2 §5, §6'));
  },
  content_type: (value) => explainContentType(value, false),
};

function isSpeaker(recipient: string): boolean {
  return speakers.includes(recipient);
}

function explainSpeaker(recipient: string): string {
  const doc =
    recipient === 'all'
      ? 'Everyone: the default recipient in Harmony.'
      : 'A speaker, not a tool, so this message is not a call.';
  return paragraphs(`**${code(recipient)}** · recipient`, doc, source('2.2 §6'));
}
