/** How many tokens messages have, and the whole document. */
import type { MessageCounts } from '../protocol.ts';
import { byId, element } from './elements.ts';
import { articles } from './scroll.ts';
import { t } from './words.ts';

/** Which text is shown, and which one was counted. */
let [shown, counted] = ['', ''];
const total = byId('total');

/** A text is on the page. The count of another one is not shown for it; messages that look as before keep theirs. */
export function textIs(uri: string, version: number): void {
  shown = `${version} ${uri}`;
  total.classList.toggle('unknown', shown !== counted);
}

/** Entries of one message are counted as one, which begins where the first of them does. */
export function showTokens(parent: HTMLElement, { total: all, estimated, messages }: MessageCounts): void {
  const counts = new Map(messages.map((one) => [`${one.position.line}:${one.position.character}`, one]));
  for (const article of articles(parent)) {
    const { start, character } = article.dataset;
    const found = counts.get(`${start}:${character}`);
    const shown = article.querySelector<HTMLElement>(':scope > header > .tokens') ?? element('span', 'tokens');
    shown.textContent = found ? saidOf(found.tokens, found.estimated) : '';
    if (!shown.isConnected && found) article.querySelector(':scope > header > .copy')?.before(shown);
  }
  total.hidden = false;
  total.textContent = saidOf(all, estimated);
  total.title = t('MessageCounts of the whole file');
  counted = shown;
  total.classList.remove('unknown');
}

const saidOf = (count: number, estimated: boolean) => {
  const number = `${estimated ? '≈ ' : ''}${count.toLocaleString('en')}`;
  return count === 1 ? t('{0} token', number) : t('{0} tokens', number);
};
