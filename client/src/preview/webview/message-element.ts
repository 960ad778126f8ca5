/** A message on the page: speaker, content and problems. A call and its replies form one card. */
import type { CallState, ViewMessage } from '../protocol.ts';
import { contentOf } from './content.ts';
import { detailsOf } from './details.ts';
import { element } from './elements.ts';
import { faultsOf } from './faults.ts';
import { foldable } from './folds.ts';
import { icon } from './icons.ts';
import { showImages } from './images.ts';
import { watchWidths } from './scrollers.ts';
import { branchNames, durationText, usageText } from './session.ts';
import { kindOf, speakerOf } from './speakers.ts';
import { t } from './words.ts';

/** The state of a call, in words. */
const states = (): Readonly<Record<CallState, string>> => ({
  answered: t('answered'),
  open: t('no reply yet'),
  error: t('failed'),
  timeout: t('timed out'),
  cancelled: t('cancelled'),
});

/** Sets the position of a message, or of a reply in a card, in the document. */
export function placeUnit(unit: HTMLElement, { range, pair, faults }: ViewMessage, rank: number): void {
  const { dataset } = unit;
  dataset.start = String(range.start.line);
  dataset.character = String(range.start.character);
  dataset.end = String(range.end.line);
  dataset.endCharacter = String(range.end.character);
  dataset.rank = String(rank);
  const own = (selector: string) =>
    [...unit.querySelectorAll<HTMLElement>(selector)].filter((one) => one.closest('.unit') === unit);
  for (const link of own('.other')) link.dataset.go = JSON.stringify(pair?.other);
  for (const [i, fault] of own('.fault').entries()) fault.dataset.at = JSON.stringify(faults?.[i]?.position);
}

/** `replies`: the replies, if it is a call. */
export function messageElement(message: ViewMessage, replies: readonly ViewMessage[]): HTMLElement {
  const kind = kindOf(message);
  const isCard = message.hidden && kind === 'tool';
  const all = [message, ...replies];
  const article = element('article', `message unit ${kind} ${message.hidden ? 'hidden' : ''}`);
  article.classList.toggle('card', isCard);
  article.classList.toggle('thought', kind === 'reasoning');
  article.classList.toggle(
    'wrong',
    all.some(({ faults }) => faults?.some(({ severity }) => severity === 'error')),
  );
  article.classList.toggle(
    'doubtful',
    all.some(({ faults }) => faults),
  );
  const head = element('header');
  const speaker = element('button', 'speaker', speakerOf(message));
  speaker.dir = 'auto';
  const { button, factsText } = detailsOf(message, speaker.textContent ?? '');
  speaker.title = [t('Show in the editor'), ...factsText].join('\n');
  const state = stateOf(message, replies);
  for (const part of [icon(kind), speaker, ...quietOf(message), ...state, ...otherOf(message, replies)])
    head.append(part);
  const used = usageOf(all);
  article.append(head);
  for (const part of partsOf(message)) article.append(part);
  article.setAttribute('aria-label', labelOf(message, head, used));
  head.append(element('span', 'rest'), button, copyButton(speaker.textContent ?? ''));
  for (const usage of used) head.append(usage);
  for (const reply of replies) article.append(replyElement(reply, message));
  return article;
}

/** Returns the label of a message for screen readers: the visible content of its head, and whether it is dimmed. */
function labelOf({ hidden, pair }: ViewMessage, head: HTMLElement, used: readonly HTMLElement[]): string {
  const shown = [...head.children, ...used]
    .filter((one) => !one.matches('.other, .icon'))
    .map((one) => one.textContent);
  const name = shown.shift();
  const first = pair?.kind === 'call' ? t('Call to {0}', name ?? '') : pair ? t('Reply from {0}', name ?? '') : name;
  return [first, ...shown, hidden && t('hidden from users')].filter(Boolean).join(', ');
}

function copyButton(speaker: string): HTMLElement {
  const copy = element('button', 'copy');
  copy.append(icon('copy'));
  copy.title = t('Copy');
  copy.ariaLabel = t('Copy this message: {0}', speaker);
  return copy;
}

/** The content with its problems. */
function partsOf(message: ViewMessage): HTMLElement[] {
  const { complete, text, html, hidden, role } = message;
  const body = element('div', 'body');
  // The direction of text is determined for each paragraph.
  body.dir = 'auto';
  body.append(contentOf(html));
  watchWidths(body);
  showImages(body);
  if (complete && text === '') body.append(element('p', 'note', t('Empty message')));
  const parts = hidden && role !== undefined ? foldable(body) : [body];
  if (!complete) parts.push(element('p', 'cut-off', t('The message was truncated here.')));
  return [...parts, ...faultsOf(message)];
}

/** Returns the element of a reply in the card of its call. */
function replyElement(reply: ViewMessage, call: ViewMessage): HTMLElement {
  const made = element('div', 'reply unit');
  made.role = 'group';
  made.ariaLabel = t('Reply');
  const head = element('div', 'reply-head');
  // Show the name of a reply that differs from the call's; many replies have none.
  if (reply.name !== undefined && speakerOf(reply) !== speakerOf(call))
    head.append(element('span', 'quiet', speakerOf(reply)));
  const name = t('Reply from {0}', speakerOf(reply.name === undefined ? call : reply));
  head.append(element('span', 'rest'), detailsOf(reply, name).button, copyButton(name));
  made.append(head);
  for (const part of partsOf(reply)) made.append(part);
  return made;
}

/** Returns the minor facts about a message. */
function quietOf({ hidden, intent, callId, aside, effectiveChannel, pair, role }: ViewMessage): HTMLElement[] {
  const facts: (string | false | undefined)[] = hidden
    ? [
        pair?.number !== undefined && t('call {0}', pair.number),
        pair?.kind && callId,
        intent,
        aside && branchNames()[aside],
      ]
    : [intent === 'preamble' && t('preamble')];
  if (hidden && !pair && role === 'assistant' && !['analysis', 'final'].includes(effectiveChannel ?? ''))
    facts.push(effectiveChannel);
  return facts.flatMap((fact) => {
    if (!fact) return [];
    const made = element('span', fact === t('preamble') ? 'quiet preamble' : 'quiet', fact);
    made.dir = 'auto';
    return [made];
  });
}

/** The state of a message's call; for a reply, only if it stands alone. */
function stateOf({ pair }: ViewMessage, replies: readonly ViewMessage[]): HTMLElement[] {
  if (pair === undefined) return [];
  const { kind, state, duration } = replies.at(-1)?.pair ?? pair;
  const said = kind === 'reply' && state === 'open' ? t('does not answer any call') : states()[state];
  return [element('span', `state ${state}`, duration === undefined ? said : `${said}, ${durationText(duration)}`)];
}

/** A link to the other half of a pair, if it is not in the card. */
function otherOf({ pair }: ViewMessage, replies: readonly ViewMessage[]): HTMLElement[] {
  if (pair?.other === undefined || replies.length > 0) return [];
  const link = element('button', 'other', pair.kind === 'call' ? t('→ reply') : t('← call'));
  link.title = pair.kind === 'call' ? t('Go to the reply') : t('Go to the call');
  return [link];
}

/** Returns the tokens used by an answer, according to its log. */
function usageOf(all: readonly ViewMessage[]): HTMLElement[] {
  return all.flatMap(({ usage }) => (usage ? [element('span', 'usage', usageText(usage))] : []));
}
