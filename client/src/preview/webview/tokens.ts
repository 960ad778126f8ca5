/** Shows the token counts of messages, and of the whole document. */
import type { MessageCounts } from '../protocol.ts';
import { byId, element } from './elements.ts';
import { articles } from './scroll.ts';
import { t } from './words.ts';

/** The content of the page (`shownKey`), and the content that was counted (`countedKey`), as keys to compare. */
let [shownKey, countedKey] = ['', ''];
const total = byId('total');

/**
 * Says what is on the page: the version and the address of its text and, if only a part of that is counted, which part. If this is not what
 * was counted, the total is hidden. Messages that have not changed keep their counts.
 */
export function textIs(uri: string, version: number, part: string | number = ''): void {
  shownKey = `${version} ${uri} ${part}`;
  total.classList.toggle('unknown', shownKey !== countedKey);
}

/**
 * Shows token counts. `title`: says what the total includes. If a message consists of several entries, they have one count, at the start of
 * the first one.
 */
export function showTokens(
  parent: HTMLElement,
  { total: all, estimated, messages }: MessageCounts,
  title: string,
): void {
  const counts = new Map(messages.map((one) => [`${one.position.line}:${one.position.character}`, one]));
  for (const article of articles(parent)) {
    const parts = [article, ...article.querySelectorAll<HTMLElement>('.unit')];
    const tokenCounts = parts.flatMap(({ dataset }) => counts.get(`${dataset.start}:${dataset.character}`) ?? []);
    const sum = tokenCounts.reduce((sum, { tokens }) => sum + tokens, 0);
    const tokensElement = article.querySelector<HTMLElement>(':scope > header > .tokens') ?? element('span', 'tokens');
    const isEstimated = tokenCounts.some(({ estimated }) => estimated);
    tokensElement.textContent = tokenCounts.length > 0 ? saidOf(sum, isEstimated) : '';
    // The tooltip of a card lists the tokens of the call and of each reply.
    if (tokenCounts.length > 1)
      tokensElement.title = tokenCounts.map(({ tokens, estimated }) => saidOf(tokens, estimated)).join(' + ');
    if (!tokensElement.isConnected && tokenCounts.length > 0)
      article.querySelector(':scope > header')?.append(tokensElement);
  }
  total.hidden = false;
  total.textContent = saidOf(all, estimated);
  total.title = title;
  countedKey = shownKey;
  total.classList.remove('unknown');
}

const saidOf = (count: number, estimated: boolean) => {
  const number = `${estimated ? '≈ ' : ''}${count.toLocaleString('en')}`;
  return count === 1 ? t('{0} token', number) : t('{0} tokens', number);
};
