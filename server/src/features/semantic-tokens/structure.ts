/**
 * The tokens of a block for its frame, its header, and recognized tokens in its body. Errors get no tokens, since diagnostics mark them.
 */
import {
  type AttributeFact,
  attributes as attributeFacts,
  channels,
  intents,
  type TokenFact,
  toolRole,
} from '../../grammar/index.ts';
import { taggedCalls } from '../../model/calls/tagged-calls.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { headerInfo } from '../../model/message.ts';
import { beginMark, endMark, type Marks, outerTokens } from '../../model/sequence.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { segments } from '../../syntax/body.ts';
import { openerOf } from '../../syntax/families/family.ts';
import { isToolRole, type MessageHeader } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import { ENDLITERAL } from '../../syntax/tokens/tokens.ts';
import type { Facts } from './facts.ts';
import { collector, type Token } from './token.ts';

type Add = ReturnType<typeof collector>['add'];

const thoughtChannels = new Set<string | undefined>(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));
const knownIntents = new Set(intents.map(({ name }) => name));
const contentType = 'support.type.content-type';

/** The tokens of a block, in order. `facts`: facts about the message that come from other parts of the document. */
export function structureOf(block: Block, facts: Facts, marks: Marks): Token[] {
  const { tokens, add } = collector();
  if (block.kind === 'message') message(block, facts, add);
  if (block.family.has.files || block.family.has.plainFrames) outside(block, marks, add);
  return tokens.sort((a, b) => a.start - b.start);
}

function message(block: Block, facts: Facts, add: Add): void {
  const { text, family, headerEnd, bodyEnd, end, terminator } = block;
  const { terminators } = family.frame;
  const opener = openerOf(block);
  const messageInfo = headerInfo(block);
  if (text.startsWith(opener.text)) add(0, opener.text.length, opener.scope);
  header(block, messageInfo.header, facts, add);
  if (has(block, Trait.HasMessage)) {
    const part = family.tokenAt(text, headerEnd);
    if (part?.kind === 'part') add(headerEnd, headerEnd + part.text.length, part.scope);
  }
  body(block, messageInfo.channel, facts, add);
  const last = terminators.find(({ name }) => name === terminator);
  if (last && text.endsWith(last.text, end)) add(Math.max(bodyEnd, end - last.text.length), end, last.scope);
  for (const { open, close } of taggedParts(block, messageInfo.role)) {
    for (const tag of [open, close]) if (tag) add(tag.start, tag.end, 'entity.name.tag');
  }
  for (const { kind, name } of block.family.parts?.(block, messageInfo.role) ?? [])
    if (name !== undefined && kind !== 'thought')
      add(name.start, name.end, 'entity.name.function', facts.steps.get(name.start));
  if (facts.steps.size === 0 || block.family.learned !== undefined) return;
  for (const { name } of taggedCalls(block, messageInfo.role)) {
    if (name === undefined) continue;
    const quotes = /["']/.test(block.text[name.start] as string) ? 1 : 0;
    add(name.start + quotes, name.end - quotes, 'entity.name.function', facts.steps.get(name.start));
  }
}

function header({ family }: Block, parsed: MessageHeader, facts: Facts, add: Add): void {
  const { role, attributes, channel, constrain, contentType: type, text } = parsed;
  // A role that is part of the opener has the color of the opener.
  if (
    role &&
    role.end > role.start &&
    (role.start === 0 || text[role.start - 1] !== '|' || family.frame.headerEnd !== 'opener')
  ) {
    const name = role.text.split(':', 1)[0];
    const fact = family.roles.find((one) => one.name === name);
    if (fact) add(role.start, role.start + fact.name.length, fact.scope, facts.seen);
    else if (isToolRole(role.text)) add(role.start, role.end, legacyScope(family.roles), facts.seen);
    if (fact && role.text.length > fact.name.length)
      add(role.start + fact.name.length + 1, role.end, 'variable.other.name', facts.tool);
  }
  const familyAttributes = family.has.channels ? attributeFacts : family.attributes;
  for (const { key, value, start, end, valueStart } of attributes) {
    const fact = familyAttributes.find((one) => one.name === key);
    if (fact === undefined || value === '' || value.includes('<|')) continue;
    add(start, start + key.length, `entity.other.attribute-name.${key}`);
    if (key !== 'intent' || knownIntents.has(value)) add(valueStart, end, fact.scope, modifiersOf(fact, value, facts));
  }
  // A channel after the type is ignored, and so is a second channel.
  if (channel && channel.token.start < (constrain?.token.start ?? Number.POSITIVE_INFINITY)) {
    token(channel.token, text, family.tokens, add);
    const fact = channels.find(({ name }) => name === channel.word?.text);
    if (fact && channel.word) add(channel.word.start, channel.word.end, fact.scope, facts.seen);
  }
  if (constrain) {
    token(constrain.token, text, family.tokens, add);
    if (constrain.word) add(constrain.word.start, constrain.word.end, contentType);
  }
  if (type) add(type.start, type.end, contentType);
}

/** The modifiers for the tool or the call that an attribute names. */
function modifiersOf({ name }: AttributeFact, value: string, facts: Facts): number {
  if (name === 'call_id') return facts.call;
  return value === facts.toolName ? facts.tool : 0;
}

const legacyScope = (roles: Block['family']['roles']) =>
  roles.find(({ replies, name }) => replies && name === toolRole)?.scope ?? 'entity.name.type.role.tool';

/** Adds a control token, but only if it is spelled correctly. */
function token({ start, end }: Span, text: string, tokens: readonly TokenFact[], add: Add): void {
  const tokenText = text.slice(start, end);
  const fact = tokens.find((one) => one.text === tokenText);
  if (fact) add(start, end, fact.scope);
}

function body(block: Block, channel: string | undefined, facts: Facts, add: Add): void {
  if (!has(block, Trait.OddBody) || !has(block, Trait.HasMessage)) return;
  const thinks = block.family.has.thoughtBlocks || thoughtChannels.has(channel);
  for (const { kind, start, end, token, closed } of segments(block)) {
    if (token === undefined) continue;
    if (kind === 'escape') add(start, end, 'constant.character.escape');
    else if (kind === 'literal') {
      add(start, start + token.text.length, token.scope);
      if (closed) add(end - ENDLITERAL.text.length, end, ENDLITERAL.scope);
    } else if (token.kind === 'function') add(start, end, token.scope, facts.steps.get(start) ?? 0);
    else if (token.kind === 'part' && block.family.learned !== undefined) add(start, end, token.scope);
    else if (token.kind === 'call' || token.kind === 'flag' || (token.kind === 'thought' && thinks))
      add(start, end, token.scope);
  }
}

const outer = new Set<TokenFact['kind']>(['fim', 'separator', 'sequence']);

/** Adds tokens for the strings that the chat template of a learned dialect writes before the first message. */
function learnedLead({ kind, text, family, bodyStart, end }: Block, add: Add): void {
  const head = text.slice(0, kind === 'message' ? bodyStart : end || text.length);
  for (const mark of family.learned?.lead ?? []) {
    const start = head.indexOf(mark);
    if (start >= 0) add(start, start + mark.length, 'keyword.control.sequence');
  }
}

/** Adds tokens outside messages. The remaining text there has none. */
function outside(block: Block, marks: Marks, add: Add): void {
  learnedLead(block, add);
  for (const { token, start, end } of outerTokens(block)) if (outer.has(token.kind)) add(start, end, token.scope);
  for (const mark of [beginMark(block, marks), endMark(block, marks)])
    if (mark) add(mark.start, mark.end, 'keyword.control.sequence');
}
