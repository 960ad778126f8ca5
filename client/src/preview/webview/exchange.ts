import type { Item } from './items.ts';

const keys = new WeakMap<Element, string>();

/** Makes `parent` show `items`, leaving the elements at both ends that look the same: an edit replaces one or two. */
export function exchange(parent: HTMLElement, items: readonly Item[]): void {
  const old = [...parent.children] as HTMLElement[];
  const same = (element: Element | undefined, item: Item | undefined) =>
    element !== undefined && keys.get(element) === item?.key;
  const limit = Math.min(old.length, items.length);
  let head = 0;
  while (head < limit && same(old[head], items[head])) head++;
  let tail = 0;
  while (tail < limit - head && same(old[old.length - 1 - tail], items[items.length - 1 - tail])) tail++;

  for (const element of old.slice(head, old.length - tail)) element.remove();
  const fresh = items.slice(head, items.length - tail).map((item) => {
    const element = item.make();
    keys.set(element, item.key);
    return element;
  });
  const before = parent.children[head] ?? null;
  for (const element of fresh) parent.insertBefore(element, before);
  for (const [i, item] of items.entries()) item.place?.(parent.children[i] as HTMLElement);
}
