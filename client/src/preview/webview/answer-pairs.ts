/**
 * Shows the two answers of a preference row side by side: the preferred one and the rejected one. Words that occur in only one of them are
 * marked.
 */
import type { ViewMessage } from '../protocol.ts';
import { element } from './elements.ts';
import type { Item } from './items.ts';
import { differences } from './word-differences.ts';
import { t } from './words.ts';

/** An item on the page, with the answer to which its message belongs, if any. */
type AnswerItem<I> = I & { readonly answer: ViewMessage['answer'] };

/** Combines each preferred answer and the rejected answer after it into one item. */
export function withAnswerPairs<I extends Item>(items: readonly AnswerItem<I>[]): I[] {
  const combinedItems: I[] = [];
  for (let at = 0; at < items.length; ) {
    const first = items[at] as AnswerItem<I>;
    const middle = endOf(items, at, 'chosen');
    const end = middle > at ? endOf(items, middle, 'rejected') : at;
    if (end > middle && middle > at) {
      combinedItems.push({ ...first, ...pairItem(items.slice(at, middle), items.slice(middle, end)) });
      at = end;
    } else {
      combinedItems.push(first);
      at++;
    }
  }
  return combinedItems;
}

function endOf(items: readonly AnswerItem<Item>[], from: number, answer: ViewMessage['answer']): number {
  let end = from;
  while (items[end]?.answer === answer) end++;
  return end;
}

function pairItem(chosen: readonly Item[], rejected: readonly Item[]): Item {
  const all = [...chosen, ...rejected];
  return {
    key: `pair ${chosen.length} ${JSON.stringify(all.map(({ key }) => key))}`,
    make() {
      const pairElement = element('div', 'pair');
      const columns = [column(t('Chosen'), 'chosen', chosen), column(t('Rejected'), 'rejected', rejected)] as const;
      pairElement.append(...columns);
      markDifferences(...columns);
      return pairElement;
    },
    place(pair) {
      for (const [i, article] of [...pair.querySelectorAll<HTMLElement>('article')].entries()) all[i]?.place?.(article);
    },
  };
}

function column(title: string, kind: string, items: readonly Item[]): HTMLElement {
  const section = element('section', `answer ${kind}`);
  section.ariaLabel = title;
  section.append(element('p', 'title', title));
  for (const item of items) section.append(item.make());
  return section;
}

interface Word {
  readonly text: string;
  readonly node: Text;
  readonly start: number;
}

function markDifferences(one: HTMLElement, other: HTMLElement): void {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  const [onlyA, onlyB] = differences(
    a.map(({ text }) => text),
    b.map(({ text }) => text),
  );
  markWords(a, onlyA);
  markWords(b, onlyB);
}

function wordsOf(parent: HTMLElement): Word[] {
  const words: Word[] = [];
  for (const body of parent.querySelectorAll('.body')) {
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (const { 0: text, index } of node.data.matchAll(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu))
        words.push({ text, node, start: index });
    }
  }
  return words;
}

/**
 * Wraps words in `mark` elements. Consecutive words in one text node share an element. The words are processed from last to first, so that
 * the offsets of earlier words stay valid.
 */
function markWords(words: readonly Word[], chosen: ReadonlySet<number>): void {
  for (let i = words.length - 1; i >= 0; i--) {
    if (!chosen.has(i)) continue;
    const last = words[i] as Word;
    while (chosen.has(i - 1) && words[i - 1]?.node === last.node) i--;
    const range = new Range();
    range.setStart(last.node, (words[i] as Word).start);
    range.setEnd(last.node, last.start + last.text.length);
    range.surroundContents(document.createElement('mark'));
  }
}
