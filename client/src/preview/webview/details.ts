/** A line with further facts about a message. It is created below the head of the message when the user first opens it. */
import type { ViewMessage } from '../protocol.ts';
import { element } from './elements.ts';
import { icon } from './icons.ts';
import { rawButton } from './raw.ts';
import { t } from './words.ts';

type Fact = readonly [name: string, value: string];

function factsOf({ role, channel, effectiveChannel, intent, name, to, callId, time }: ViewMessage): Fact[] {
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    [t('role'), role],
    [t('channel'), channel ?? effectiveChannel],
    [t('intent'), intent],
    [t('name'), name],
    [t('recipient'), to],
    [t('call id'), callId],
    [t('time'), time === undefined ? undefined : timeText(time)],
  ];
  return facts.filter((fact): fact is Fact => fact[1] !== undefined && fact[1] !== '');
}

/** Converts a time from a log to the time zone of the user. Returns it unchanged if the browser cannot parse it. */
function timeText(time: string): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? time : date.toLocaleString(document.documentElement.lang || 'en');
}

/** Returns a button that opens the line of details, and the facts as text. `of`: the name of the message for screen readers. */
export function detailsOf(message: ViewMessage, of: string) {
  const facts = factsOf(message);
  const button = element('button', 'details');
  button.append(icon('more'));
  button.ariaLabel = t('Details of {0}', of);
  button.ariaExpanded = 'false';
  const factsText = facts.map(([name, value]) => `${name}: ${value}`);
  button.title = factsText.join('\n');
  button.addEventListener('click', (event) => {
    event.stopPropagation();
    const unit = button.closest<HTMLElement>('.unit');
    const head = button.parentElement;
    const open = head?.nextElementSibling?.matches('.facts') === true ? head.nextElementSibling : undefined;
    button.ariaExpanded = String(open === undefined);
    if (open) open.remove();
    else head?.after(line(facts, unit));
  });
  return { button, factsText };
}

function line(facts: readonly Fact[], unit: HTMLElement | null): HTMLElement {
  const lineElement = factsLine(facts);
  const { start = '', character = '' } = unit?.dataset ?? {};
  const number = Number(start) + 1;
  const where = element('button', 'line', t('line {0}', number.toLocaleString('en')));
  where.title = t('Show in the editor');
  lineElement.append(where);
  const raw = rawButton({ line: Number(start), character: Number(character) }, false);
  if (raw) lineElement.append(' ', raw);
  return lineElement;
}

export function factsLine(facts: readonly Fact[]): HTMLElement {
  const factsElement = element('div', 'facts');
  for (const [name, value] of facts) {
    const fact = element('span', 'fact');
    const valueElement = element('span', 'value', value);
    valueElement.dir = 'auto';
    fact.append(element('span', 'name', name), ' ', valueElement);
    factsElement.append(fact, ' ');
  }
  return factsElement;
}
