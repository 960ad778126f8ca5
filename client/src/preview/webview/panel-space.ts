/**
 * Leaves room for the panels that open below the bar, so that they never cover a message at the top of the page, which cannot be scrolled
 * down.
 */
import { byId } from './elements.ts';

/** Moves `shown` down by the height of open panels. If the user has scrolled, the view stays in place. */
export function startPanelSpace(shown: HTMLElement): void {
  const panels = [byId('filters'), byId('finder')];
  let space = 0;
  const observer = new ResizeObserver(() => {
    const bar = byId('bar').getBoundingClientRect();
    const needed = panels.reduce((most, panel) => Math.max(most, panel.getBoundingClientRect().bottom - bar.bottom), 0);
    if (needed === space) return;
    const by = needed - space;
    space = needed;
    shown.style.marginTop = `${space}px`;
    if (window.scrollY > 0) window.scrollBy(0, by);
  });
  for (const panel of panels) observer.observe(panel);
}
