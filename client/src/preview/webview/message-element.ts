/** The element of a message, with speaker, content and problems. A call and its replies form one card. */
import type { CallState, ViewMessage } from '../protocol.ts';
import { contentOf } from './content.ts';
import { detailsOf } from './details.ts';
import { element } from './elements.ts';
import type { AtOnce } from './exchanges.ts';
import { faultsOf } from './faults.ts';
import { foldable } from './folds.ts';
import { hangLines } from './hanging-lines.ts';
import { icon } from './icons.ts';
import { showImages } from './images.ts';
import { watchWidths } from './scrollers.ts';
import { branchNames, durationText, usageText } from './session.ts';
import { kindOf, speakerOf } from './speakers.ts';
import { t } from './words.ts';

/** The words for the state of a call. */
const states = (): Readonly<Record<CallState, string>> => ({
  answered: t('answered'),
  open: t('no reply yet'),
  error: t('failed'),
  timeout: t('timed out'),
  cancelled: t('cancelled'),
});

/** Stores the position of a message in the document in its element. */
export function placeUnit(unit: HTMLElement, { range, pair, faults }: ViewMessage, rank: number): void {
  const { dataset } = unit;
  dataset.start = String(range.start.line);
  dataset.character = String(range.start.character);
  dataset.end = String(range.end.line);
  dataset.endCharacter = String(range.end.character);
  dataset.rank = String(rank);
  const findInUnit = (selector: string) =>
    [...unit.querySelectorAll<HTMLElement>(selector)].filter((one) => one.closest('.unit') === unit);
  for (const link of findInUnit('.other')) link.dataset.go = JSON.stringify(pair?.other);
  for (const [i, fault] of findInUnit('.fault').entries()) fault.dataset.at = JSON.stringify(faults?.[i]?.position);
}

/** `replies`: the replies to show in the card, if the message is a call. `atOnce`: its place among calls that are made at once. */
export function messageElement(
  message: ViewMessage,
  replies: readonly ViewMessage[],
  atOnce: AtOnce | undefined,
): HTMLElement {
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
  // A reply outside the card of its call must not look like a call.
  const sign = message.pair?.kind === 'reply' ? replySign() : [icon(kind)];
  const together = atOnce ? [element('span', 'quiet', t('{0} of {1} at once', atOnce.place, atOnce.count))] : [];
  for (const part of [...sign, speaker, ...quietOf(message), ...together, ...state, ...otherOf(message, replies)])
    head.append(part);
  const usageElements = usageOf(all);
  article.append(head);
  for (const part of partsOf(message)) article.append(part);
  article.setAttribute('aria-label', labelOf(message, head, usageElements));
  head.append(element('span', 'rest'), button, copyButton(speaker.textContent ?? ''));
  for (const usage of usageElements) head.append(usage);
  for (const reply of replies) article.append(replyElement(reply, message));
  return article;
}

/** Returns the label of a message for screen readers: the text in its head, and whether the message is hidden from users. */
function labelOf({ hidden, pair }: ViewMessage, head: HTMLElement, usageElements: readonly HTMLElement[]): string {
  const texts = [...head.children, ...usageElements]
    .filter((one) => !one.matches('.other, .icon, .half'))
    .map((one) => one.textContent);
  const name = texts.shift();
  const first = pair?.kind === 'call' ? t('Call to {0}', name ?? '') : pair ? t('Reply from {0}', name ?? '') : name;
  return [first, ...texts, hidden && t('hidden from users')].filter(Boolean).join(', ');
}

function copyButton(speaker: string): HTMLElement {
  const copy = element('button', 'copy');
  copy.append(icon('sheets'));
  copy.title = t('Copy');
  copy.ariaLabel = t('Copy this message: {0}', speaker);
  return copy;
}

/** Returns the elements for the content of a message and its problems. */
function partsOf(message: ViewMessage): HTMLElement[] {
  const { complete, text, html, hidden, role } = message;
  const body = element('div', 'body');
  // Text direction is determined for each paragraph separately.
  body.dir = 'auto';
  body.append(contentOf(html));
  // Code that users do not see is wrapped.
  if (hidden) hangLines(body);
  watchWidths(body);
  showImages(body);
  if (complete && text === '') body.append(element('p', 'note', t('Empty message')));
  const parts = hidden && role !== undefined ? foldable(body) : [body];
  if (!complete) parts.push(element('p', 'cut-off', t('The message was truncated here.')));
  return [...parts, ...faultsOf(message)];
}

/** The icon and the word with which a reply begins. */
const replySign = () => [icon('below'), element('span', 'half', t('reply'))];

function replyElement(reply: ViewMessage, call: ViewMessage): HTMLElement {
  const unit = element('div', 'reply unit');
  unit.role = 'group';
  unit.ariaLabel = t('Reply');
  const head = element('div', 'reply-head');
  // The line between the call and its reply marks the beginning of the reply.
  for (const part of replySign()) head.append(part);
  // Show the name of a reply that differs from the call's; many replies have none.
  if (reply.name !== undefined && speakerOf(reply) !== speakerOf(call))
    head.append(element('span', 'quiet', speakerOf(reply)));
  const name = t('Reply from {0}', speakerOf(reply.name === undefined ? call : reply));
  head.append(element('span', 'rest'), detailsOf(reply, name).button, copyButton(name));
  unit.append(head);
  for (const part of partsOf(reply)) unit.append(part);
  return unit;
}

/** Returns the less important facts about a message, which are shown in a quiet color. */
function quietOf({ hidden, intent, callId, aside, effectiveChannel, pair, role, field }: ViewMessage): HTMLElement[] {
  const facts: (string | false | undefined)[] = hidden
    ? [
        pair?.number !== undefined && t('call {0}', pair.number),
        pair?.kind && callId,
        intent,
        field,
        aside && branchNames()[aside],
      ]
    : [intent === 'preamble' && t('preamble'), field];
  if (hidden && !pair && role === 'assistant' && !['analysis', 'final'].includes(effectiveChannel ?? ''))
    facts.push(effectiveChannel);
  return facts.flatMap((fact) => {
    if (!fact) return [];
    const factElement = element('span', fact === t('preamble') ? 'quiet preamble' : 'quiet', fact);
    factElement.dir = 'auto';
    return [factElement];
  });
}

/** Returns the state of a call. A reply shows it only if it is not in the card of its call. */
function stateOf({ pair }: ViewMessage, replies: readonly ViewMessage[]): HTMLElement[] {
  if (pair === undefined) return [];
  const { kind, state, duration } = replies.at(-1)?.pair ?? pair;
  const stateText = kind === 'reply' && state === 'open' ? t('does not answer any call') : states()[state];
  return [
    element('span', `state ${state}`, duration === undefined ? stateText : `${stateText}, ${durationText(duration)}`),
  ];
}

/** Returns a button that goes to the other half of a pair, if that is not in the same card. */
function otherOf({ pair }: ViewMessage, replies: readonly ViewMessage[]): HTMLElement[] {
  if (pair?.other === undefined || replies.length > 0) return [];
  const link = element('button', 'other', pair.kind === 'call' ? t('→ reply') : t('← call'));
  link.title = pair.kind === 'call' ? t('Go to the reply') : t('Go to the call');
  return [link];
}

/** Returns the token usage of answers, if the log contains it. */
function usageOf(all: readonly ViewMessage[]): HTMLElement[] {
  return all.flatMap(({ usage }) => (usage ? [element('span', 'usage', usageText(usage))] : []));
}
