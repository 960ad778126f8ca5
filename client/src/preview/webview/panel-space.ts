/** Leaves room for what opens below the bar, so that it covers no message that cannot be scrolled out from under it. */
import { byId } from './elements.ts';

/** Moves what is shown down by the height of open panels. Who has scrolled keeps the place. */
export function startPanelSpace(shown: HTMLElement): void {
  const panels = [byId('filters'), byId('finder')];
  let space = 0;
  const observer = new ResizeObserver(() => {
    const bar = byId('bar').getBoundingClientRect();
    const needed = Math.max(0, ...panels.map((panel) => panel.getBoundingClientRect().bottom - bar.bottom));
    if (needed === space) return;
    const by = needed - space;
    space = needed;
    shown.style.marginTop = `${space}px`;
    if (window.scrollY > 0) window.scrollBy(0, by);
  });
  for (const panel of panels) observer.observe(panel);
}
