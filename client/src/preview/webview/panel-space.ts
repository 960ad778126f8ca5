/** Leaves room for the panels that open below the bar, so that every message can be scrolled out from under them. */
import { byId } from './elements.ts';

/** Moves the conversation down by the height of the open panels. A scrolled page keeps its position. */
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
