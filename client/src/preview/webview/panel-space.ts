/**
 * Leaves room for panels that open below the bar. They would otherwise cover the message at the top of the page, which the user could not
 * scroll into view.
 */
import { byId } from './elements.ts';

/** Moves `content` down by the height of the open panels. If the page is scrolled, the content in view stays in place. */
export function startPanelSpace(content: HTMLElement): void {
  const panels = [byId('filters'), byId('finder')];
  let space = 0;
  const observer = new ResizeObserver(() => {
    const bar = byId('bar').getBoundingClientRect();
    const needed = panels.reduce((most, panel) => Math.max(most, panel.getBoundingClientRect().bottom - bar.bottom), 0);
    if (needed === space) return;
    const by = needed - space;
    space = needed;
    content.style.marginTop = `${space}px`;
    if (window.scrollY > 0) window.scrollBy(0, by);
  });
  for (const panel of panels) observer.observe(panel);
}
