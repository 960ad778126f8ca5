import type { Item } from './items.ts';

const keys = new WeakMap<Element, string>();

/** Makes `parent` show `items`. An item with the same key as before keeps its element, and with it, selection and focus. */
export function exchange(parent: HTMLElement, items: readonly Item[]): void {
  const old = new Map<string, HTMLElement[]>();
  for (const child of [...parent.children] as HTMLElement[]) {
    const key = keys.get(child) ?? '';
    old.set(key, [...(old.get(key) ?? []), child]);
  }
  const elements = items.map((item) => old.get(item.key)?.shift() ?? makeElement(item));
  for (const unused of old.values()) for (const element of unused) element.remove();

  let next = parent.firstElementChild;
  for (const [i, element] of elements.entries()) {
    if (element === next) next = next.nextElementSibling;
    else parent.insertBefore(element, next);
    items[i]?.place?.(element);
  }
}

function makeElement(item: Item): HTMLElement {
  const element = item.make();
  keys.set(element, item.key);
  return element;
}
