/** Completion in the header of a message: the words that may follow those before the cursor (2.2 §6). */
import {
  type AttributeFact,
  callChannel,
  channels,
  contentTypes,
  modelRole,
  replyAttributeOrder,
  roles,
} from '../../grammar/index.ts';
import { type HeaderInfo, headerInfo } from '../../model/message.ts';
import { has, Trait } from '../../syntax/block.ts';
import type { Span } from '../../syntax/span.ts';
import { openCalls } from '../graph/unanswered-calls.ts';
import { explainChannel, explainRole, explainValue } from '../hover/fact-hovers.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { lineBefore, nextRole, type Offer, type Offers, type Request, stretch } from './completion-items.ts';
import { restOffers } from './templates/index.ts';
import { offerTokens, tokenBegun } from './token-completions.ts';
import { completeValue } from './value-completions.ts';

/** The kinds of text that can precede the cursor, with the offers for each. The first pattern that matches is used. */
const situations: readonly [before: RegExp, offer: (request: Request, word: string) => Offers | undefined][] = [
  [/[a-z_]\w*=[^\s<]*$/i, completeValue],
  [/(?<=<\|start\|>)[\w.:-]*$/, offerRoles],
  [/(?<=<\|channel\|>)\w*$/, offerChannels],
  [/(?<=<\|constrain\|>[ \t]?)[\w/+.-]*$/, offerTypes],
  [/(?<=[ \t])\w*$/, offerAttributes],
  [/(?<=[^\s>])$/, (request) => (request.typed ? undefined : offerNextTokens(request))],
];

export function completeHeader(request: Request): Offers | undefined {
  if (tokenBegun(request) !== undefined) return offerNextTokens(request);
  const before = lineBefore(request.block.text, request.at);
  for (const [pattern, offer] of situations) {
    const match = pattern.exec(before);
    if (match) return offer(request, match[0]);
  }
  return undefined;
}

/** The tokens that may follow in this header, except those it already contains. */
function offerNextTokens(request: Request): Offers | undefined {
  const { block, at } = request;
  const what = headerInfo(block);
  const { channel, constrain, role } = what.header;
  // Only a role can come first in a header. An unfinished token before the cursor may have been parsed as the role.
  if (role === undefined || at - (tokenBegun(request)?.length ?? 0) <= role.start) return undefined;
  const before = block.text.slice(0, at);
  const elsewhere = (token: Span | undefined) => token !== undefined && !(at > token.start && at < token.end);
  const sends = what.kind !== 'plain' || channel?.word?.name === callChannel;
  const typed = what.kind !== 'plain' || what.role === modelRole || channel !== undefined;
  const possible = {
    channel: !elsewhere(channel?.token) && !before.includes('<|constrain|>'),
    constrain: !elsewhere(constrain?.token) && typed && before.includes('<|channel|>'),
    message: !has(block, Trait.HasMessage) || at > block.headerEnd,
  };
  const names = Object.entries(possible).flatMap(([name, may]) => (may ? [name] : []));
  // A type is usually declared for JSON, so `<|constrain|>` comes last unless the message is a call or a reply.
  return offerTokens(
    request,
    sends ? names : names.sort((a, b) => Number(a === 'constrain') - Number(b === 'constrain')),
  );
}

function offerRoles(request: Request, word: string): Offers | undefined {
  if (!request.typed && roles.some(({ name }) => name === word)) return offerNextTokens(request);
  const { transcript, place } = request;
  const before = transcript.blocks.at(place.index - 1);
  const speaker = before?.kind === 'message' ? headerInfo(before) : undefined;
  const next = nextRole(transcript.family, speaker);
  const roleFacts = transcript.family.roles;
  const offers = roleFacts.map(
    (role): Offer => ({ label: role.name, kind: CompletionItemKind.Class, doc: explainRole(role) }),
  );
  offers.sort((a, b) => Number(b.label === next) - Number(a.label === next));
  const span = stretch(request, /[\w.:-]*$/, /^[\w.:-]*/);
  return { ...span, offers: [...offerReplies(request), ...offers, ...restOffers(request, span)] };
}

const MAX_REPLIES = 20;

/** The headers of replies to the latest unanswered calls. */
function offerReplies({ transcript, replyPlace }: Request): Offer[] {
  const replyHeaders = new Set<string>();
  const replier = transcript.family.roles.find(({ replies }) => replies);
  const open = openCalls(replyPlace(), MAX_REPLIES);
  return open.flatMap(({ tool, callId }): Offer[] => {
    const id = callId === undefined ? '' : ` call_id=${callId}`;
    // If the family has no role for replies, the tool's own name takes its place.
    const head = replier ? `${replier.name} name=${tool}${id}` : tool;
    const text = `${head} to=${modelRole}`;
    if (replyHeaders.has(text)) return [];
    replyHeaders.add(text);
    const doc = paragraphs('The header of the reply to an open call.', source('2.2 §8.1'));
    return [{ label: text, kind: CompletionItemKind.Reference, doc }];
  });
}

function offerChannels(request: Request, word: string): Offers | undefined {
  if (!request.typed && channels.some(({ name }) => name === word)) return offerNextTokens(request);
  const offers = channels.map(
    (channel): Offer => ({ label: channel.name, kind: CompletionItemKind.EnumMember, doc: explainChannel(channel) }),
  );
  // Calls are written on `commentary` (2.2 §8.3), so that channel comes first.
  if (headerInfo(request.block).kind !== 'plain')
    offers.sort((a, b) => Number(b.label === callChannel) - Number(a.label === callChannel));
  return { ...stretch(request, /\w*$/, /^\w*/), offers };
}

function offerTypes(request: Request, word: string): Offers | undefined {
  if (!request.typed && contentTypes.some(({ name }) => name === word)) return offerNextTokens(request);
  const offers = contentTypes.map(
    (type): Offer => ({
      label: type.name,
      kind: CompletionItemKind.EnumMember,
      doc: explainValue(type, 'content type'),
    }),
  );
  return { ...stretch(request, /[\w/+.-]*$/, /^[\w/+.-]*/), offers };
}

/** Offers the attributes that the header does not have yet. If it has them all, offers the tokens that may follow. */
function offerAttributes(request: Request, word: string): Offers | undefined {
  const { block, at } = request;
  const what = headerInfo(block);
  const before = block.text.slice(0, at);
  const behindChannel = before.includes('<|channel|>');
  const keys = new Set(what.header.attributes.filter(({ end }) => end !== at).map(({ key }) => key));
  const fitting = before.includes('<|constrain|>')
    ? []
    : attributesFor(request, what).filter((fact) => !keys.has(fact.name) && (fact.afterChannel || !behindChannel));
  if (fitting.length === 0) return word === '' ? offerNextTokens(request) : undefined;
  const offers = fitting.map(
    ({ name, doc, section }): Offer => ({
      label: `${name}=`,
      kind: CompletionItemKind.Property,
      opens: true,
      doc: paragraphs(doc, source(section)),
    }),
  );
  return { ...stretch(request, /\w*$/, /^(?:\w+=|\w+(?=[\s<]|$))?/), offers };
}

/** The attributes that are useful in the header of a message, in the order in which they are offered. */
function attributesFor({ transcript }: Request, { kind, role }: HeaderInfo): readonly AttributeFact[] {
  const isModel = role === undefined || role === modelRole;
  const by = kind === 'reply' ? kind : isModel ? 'model' : undefined;
  const fitting = transcript.family.attributes.filter(({ on }) => on === undefined || (by && on.includes(by)));
  return by === 'reply' ? [...fitting].sort((a, b) => placeInReply(a) - placeInReply(b)) : fitting;
}

/** The sort key of an attribute in the header of a reply. Attributes that have no place in the usual order come last. */
function placeInReply({ name }: AttributeFact): number {
  const index = (replyAttributeOrder as readonly string[]).indexOf(name);
  return index < 0 ? replyAttributeOrder.length : index;
}
