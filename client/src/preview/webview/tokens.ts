/** How many tokens messages have, and the whole document. */
import type { Tokens } from '../protocol.ts';
import { byId, element } from './elements.ts';
import { articles } from './scroll.ts';
import { t } from './words.ts';

/** Entries of one message are counted as one, which begins where the first of them does. */
export function showTokens(parent: HTMLElement, { total, estimated, messages }: Tokens): void {
  const counts = new Map(messages.map((one) => [`${one.position.line}:${one.position.character}`, one]));
  for (const article of articles(parent)) {
    const { start, character } = article.dataset;
    const found = counts.get(`${start}:${character}`);
    const shown = article.querySelector<HTMLElement>(':scope > header > .tokens') ?? element('span', 'tokens');
    shown.textContent = found ? saidOf(found.tokens, found.estimated) : '';
    if (!shown.isConnected && found) article.querySelector(':scope > header > .copy')?.before(shown);
  }
  const all = byId('total');
  all.hidden = false;
  all.textContent = saidOf(total, estimated);
  all.title = t('Tokens of the whole file');
}

const saidOf = (count: number, estimated: boolean) => {
  const number = `${estimated ? '≈ ' : ''}${count.toLocaleString('en')}`;
  return count === 1 ? t('{0} token', number) : t('{0} tokens', number);
};
